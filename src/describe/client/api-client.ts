import { startServiceWorker } from './service-worker.ts';
import type { Target } from './target.ts';

/** An answer of the API. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** The parsed JSON; undefined if the answer is not JSON, so not an answer of the API. */
  readonly value: unknown;
  readonly milliseconds: number;
}

/** The API did not answer. The message is shown to users. */
export class NoAnswer extends Error {}

/** The service worker of a site that was built with one. */
const WORKER = 'sw.js';

/** Sends requests to the API in the folder of this page. */
export class ApiClient {
  #workerStart: Promise<void> | undefined;

  /**
   * @param folder the address of the page's folder, with a slash at its end
   * @param worker the address of the service worker that answers; undefined: the host answers
   */
  constructor(
    private readonly folder: URL,
    readonly worker: string | undefined,
  ) {}

  /** The absolute address of a target. */
  addressOf(target: Target): string {
    return new URL(target, this.folder).href;
  }

  /**
   * Sends a request.
   * @throws NoAnswer if nothing answers, or something other than the API
   * @throws DOMException if the signal aborts the request
   */
  async get(target: Target, signal?: AbortSignal): Promise<Answer> {
    if (this.worker !== undefined) {
      const reason = await this.#startWorker(this.worker);
      if (reason) throw new NoAnswer(`The API can’t answer here: ${reason}.`);
    }
    const first = await this.#fetch(target, signal);
    if (first.value !== undefined) return first;
    // The site may have a service worker all the same, if it was copied to a host of files.
    const reason = await this.#startWorker(WORKER);
    const second = reason ? first : await this.#fetch(target, signal);
    if (second.value !== undefined) return second;
    throw new NoAnswer(this.#explain(second, reason));
  }

  /** @returns the reason why the worker does not start, or an empty text; the next call retries */
  #startWorker(script: string): Promise<string> {
    this.#workerStart ??= startServiceWorker(new URL(script, this.folder));
    return this.#workerStart.then(
      () => '',
      (error: Error) => {
        this.#workerStart = undefined;
        return error.message;
      },
    );
  }

  async #fetch(target: Target, signal: AbortSignal | null = null): Promise<Answer> {
    const start = performance.now();
    try {
      const headers = { Accept: 'application/json' };
      const response = await fetch(this.addressOf(target), { headers, signal });
      const text = await response.text();
      return {
        status: response.status,
        statusText: response.statusText,
        headers: [...response.headers],
        text,
        value: isJson(response) ? JSON.parse(text) : undefined,
        milliseconds: performance.now() - start,
      };
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new NoAnswer(
        navigator.onLine
          ? 'The host can’t be reached. Is it still running? Send the request again in a moment.'
          : 'You are offline. Send the request again when you have a connection.',
      );
    }
  }

  #explain({ status, headers }: Answer, reason: string): string {
    const type = Object.fromEntries(headers)['content-type'] ?? 'no type';
    const worker = reason && ` No service worker could be started either (${reason}).`;
    const folder = this.folder.href.replace(/\/$/, '');
    return `This host does not answer requests to the API: the answer has the status ${status} and is ${type}, not JSON.${worker} If the host only sends files, build the site for it with --host service-worker --base-url ${folder}`;
  }
}

const isJson = ({ headers }: Response): boolean =>
  /^application\/json\b/.test(headers.get('Content-Type') ?? '');
