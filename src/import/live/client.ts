import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { RequestError, UsageError } from '../../util/problem.ts';
import type { TaskOptions } from '../../util/progress.ts';
import { formatCount } from '../../util/text.ts';

/** What a server answers to a request. */
export interface LiveResponse {
  /** The address after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface LiveOptions {
  /** Headers of each request, as `Name: value`. They are sent to the origin of the first address only. */
  readonly header?: readonly string[] | undefined;
  /** The folder that keeps the responses, so that a run on the same day does not request them again. */
  readonly folder?: string;
  readonly task?: TaskOptions;
  /** Waits for a time in ms. */
  readonly wait?: (time: number) => Promise<unknown>;
}

export type LiveClient = ReturnType<typeof createLiveClient>;

/** The largest body that is read, in bytes. */
const MAX_BODY = 64e6;

const MAX_REDIRECTS = 5;

/** The pauses before the next attempts, and the longest one that a server can ask for, in ms. */
const [PAUSES, MAX_PAUSE] = [[1000, 2000, 4000, 8000, 16_000], 300_000];

/** The statuses of a server that is overloaded or restarts. */
const TEMPORARY = [429, 502, 503, 504];

/** Parses the address of a live API. @throws UsageError if it is none of http or https */
export function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${JSON.stringify(text)} is not an address with http or https.`);
  if (url.username || url.password)
    throw new UsageError(
      'The address contains a password. Use --header "Authorization: Basic …" in place of it.',
    );
  url.hash = '';
  return url;
}

/**
 * Makes a client of one origin. It sends one request at a time, waits as long as the server asks for, and tries
 * again after a failure that may pass.
 */
export function createLiveClient(address: URL, options: LiveOptions = {}) {
  const { folder, task = {}, wait = (time) => setTimeout(time, undefined, task) } = options;
  const headers = parseHeaders(options.header);
  const help = folder === undefined ? 'Try again later.' : CACHE_HELP;
  let sent = 0;

  /** @throws RequestError if there is no answer, and the signal's reason */
  async function request(method: string, target: URL): Promise<LiveResponse> {
    let url = target;
    for (let redirects = 0; ; redirects++) {
      if (url.origin !== address.origin)
        throw new RequestError(
          `${address} leads to ${url.origin}, another server. Nothing was sent there. If you trust it, use its address.`,
        );
      const response = await attempt(method, url);
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null) return response;
      if (redirects === MAX_REDIRECTS) throw new RequestError(`${address} redirects too often.`);
      if (!URL.canParse(location, url.href))
        throw new RequestError(`${url} redirects to no address.`);
      url = new URL(location, url);
    }
  }

  async function attempt(method: string, url: URL): Promise<LiveResponse> {
    for (let failures = 0; ; failures++) {
      const result = await send(method, url).catch((error: Error) => error);
      task.signal?.throwIfAborted();
      if (result instanceof RequestError) throw result;
      const failure = failureIn(result);
      if (failure === null) return result as LiveResponse;
      const { reason, pause = PAUSES[failures] ?? 0 } = failure;
      if (failures === PAUSES.length || pause > MAX_PAUSE) {
        const attempts = formatCount(failures + 1, 'attempt');
        throw new RequestError(`${url} does not answer: ${reason} (${attempts}). ${help}`);
      }
      task.onProgress?.(`Waiting ${Math.ceil(pause / 1000)} s for ${url.host}: ${reason}`);
      await wait(pause);
    }
  }

  async function send(method: string, url: URL): Promise<LiveResponse> {
    task.onProgress?.(`Request ${++sent}: ${url}`);
    const { signal = null } = task;
    const response = await fetch(url, { method, headers, redirect: 'manual', signal });
    return {
      url: url.href,
      status: response.status,
      headers: response.headers,
      text: await readText(response, url),
    };
  }

  /** As `request`, but it sends each request only once, in all runs together. */
  async function get(url: URL, method = 'GET'): Promise<LiveResponse> {
    if (folder === undefined) return request(method, url);
    const key = JSON.stringify([method, url, headers]);
    const file = path.join(folder, `${createHash('sha256').update(key).digest('hex')}.json`);
    const cached = readCache(file);
    if (cached) return { ...cached, headers: new Headers(cached.headers) };
    const response = await request(method, url);
    // Don't cache failures: the server or the header may be corrected before the next run.
    const isCached =
      response.status === 200 && /json/.test(response.headers.get('content-type') ?? '');
    if (isCached) writeCache(folder, file, response);
    return response;
  }

  return { folder, request, get };
}

/** @throws UsageError for a text that is no header */
function parseHeaders(header: readonly string[] = []): Record<string, string> {
  const headers = new Headers({ accept: 'application/json' });
  for (const one of header) {
    const [, name = '', value = ''] = /^([^:\s]+):\s*(.*)$/.exec(one) ?? [];
    try {
      headers.set(name, value);
    } catch {
      // The value can be a secret.
      throw new UsageError(
        '--header must be a name and a value, such as "Authorization: Token 1234".',
      );
    }
  }
  return Object.fromEntries(headers);
}

/** Why a request failed for now, and the time in ms that the server asks to wait; null if it did not fail. */
function failureIn(
  result: LiveResponse | Error,
): { readonly reason: string; readonly pause?: number | undefined } | null {
  if (result instanceof Error) {
    // The message of `fetch` itself gives no reason.
    return { reason: String((result.cause as Error | undefined)?.message ?? result.message) };
  }
  if (!TEMPORARY.includes(result.status)) return null;
  const text = result.headers.get('retry-after');
  if (text === null) return { reason: `status ${result.status}` };
  const time = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  const pause = Number.isNaN(time) ? undefined : Math.max(time, 0);
  return { reason: `status ${result.status}, Retry-After: ${text}`, pause };
}

/** @throws RequestError for a body that is too large or no UTF-8, and an error of the connection */
async function readText({ body }: Response, url: URL): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BODY)
      throw new RequestError(
        `${url} has more than ${MAX_BODY / 1e6} MB. Request smaller pages, such as with ?limit=100.`,
      );
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new RequestError(`${url} is not UTF-8.`);
  }
}

function writeCache(folder: string, file: string, response: LiveResponse): void {
  const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
  // The records can be private.
  if (isNew) writeFileSync(path.join(folder, '.gitignore'), '*\n');
  const headers = [...response.headers].filter(([name]) => /^(?:link|x-total-count)$/.test(name));
  writeFileSync(file, JSON.stringify({ ...response, headers }));
}

/** How long a response is kept, in ms. */
const MAX_AGE = 86_400_000;

const CACHE_HELP = 'Run the command again within a day to continue: what was fetched is kept.';

/** A response of an earlier run; null if there is none, it is old, or it was not written completely. */
function readCache(file: string) {
  try {
    const isOld = Date.now() - statSync(file).mtimeMs > MAX_AGE;
    return isOld ? null : JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
