import type { Target } from './target.ts';
import { enlist } from './worker.ts';

/** What the API answered. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** The value that the text is JSON of. */
  readonly value: unknown;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Why there is no answer of the API, in words for people. */
export class NoAnswer extends Error {}

/** The worker of a site that was built with one. */
const WORKER = 'sw.js';

/** The API of the folder that the page is in. */
export class Site {
  #ready: Promise<void> | undefined;
  #help: Promise<string | null> | undefined;

  /**
   * @param folder the address of the page's folder, with a slash at its end
   * @param worker the address of the worker that answers here; absent: the host does
   */
  constructor(
    private readonly folder: URL,
    private readonly worker: string | undefined,
  ) {}

  /** Does a worker answer in place of the host? */
  get hasWorker(): boolean {
    return this.worker !== undefined;
  }

  /** The absolute address of a target. */
  address(target: Target): string {
    return new URL(target, this.folder).href;
  }

  /**
   * Asks the API.
   * @throws NoAnswer where nothing answers, or something else than the API
   * @throws DOMException where the signal ends it
   */
  async ask(target: Target, signal?: AbortSignal): Promise<Answer> {
    await this.#begin();
    const first = await this.#fetch(target, signal);
    if (first.isJson) return first.answer;
    const why = await this.#findHelp();
    const second = why === null ? await this.#fetch(target, signal) : first;
    if (second.isJson) return second.answer;
    throw new NoAnswer(this.#silence(second.answer, why));
  }

  /** Waits for the worker that the page names: no request goes to a host that can't answer it. */
  #begin(): Promise<void> {
    const start = async () => {
      const why = this.worker === undefined ? null : await this.#enlist(this.worker);
      if (why !== null) {
        this.#ready = undefined;
        throw new NoAnswer(`The API can’t answer here: ${why}.`);
      }
    };
    this.#ready ??= start();
    return this.#ready;
  }

  /** Looks once for a worker where the host answers with something else. */
  #findHelp(): Promise<string | null> {
    this.#help ??= this.#enlist(WORKER);
    return this.#help;
  }

  /** Null where a worker answers from now on, else why none does. */
  #enlist(worker: string): Promise<string | null> {
    return enlist(new URL(worker, this.folder)).then(
      () => null,
      (error: Error) => error.message,
    );
  }

  async #fetch(target: Target, signal?: AbortSignal): Promise<{ answer: Answer; isJson: boolean }> {
    const start = performance.now();
    const headers = { Accept: 'application/json' };
    try {
      const options = signal ? { headers, signal } : { headers };
      const response = await fetch(this.address(target), options);
      const body = await response.arrayBuffer();
      const milliseconds = performance.now() - start;
      const text = new TextDecoder().decode(body);
      const parsed = parse(text);
      const isJson = parsed !== null && /^application\/json\b/.test(typeOf(response));
      const answer: Answer = {
        status: response.status,
        headers: [...response.headers].sort(([a], [b]) => (a < b ? -1 : 1)),
        text,
        value: parsed?.value,
        bytes: body.byteLength,
        milliseconds,
      };
      return { answer, isJson };
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new NoAnswer(
        navigator.onLine
          ? 'The host can’t be reached. Is it still running? Send the request again in a moment.'
          : 'You are offline. Send the request again when you have a connection.',
      );
    }
  }

  #silence({ status, headers }: Answer, why: string | null): string {
    const type = headers.find(([name]) => name === 'content-type')?.[1] ?? 'no type';
    const came = `This host answers no requests of the API: what came has the status ${status} and is ${type}, not JSON.`;
    const worker = why === null ? '' : ` No service worker could be started either (${why}).`;
    const folder = this.folder.href.replace(/\/$/, '');
    return `${came}${worker} If the host only sends files, build the site for it with --host service-worker --base-url ${folder}`;
  }
}

const typeOf = (response: Response): string => response.headers.get('Content-Type') ?? '';

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
