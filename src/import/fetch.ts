import http from 'node:http';
import https from 'node:https';
import { gunzipSync } from 'node:zlib';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';

/** The headers that are sent with each request. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** A response with its whole body. */
export interface Fetched {
  /** The last address, after redirects. */
  readonly url: URL;
  readonly headers: http.IncomingHttpHeaders;
  /** Decompressed. */
  readonly bytes: Buffer;
}

/** The most bytes of a body, as of a content file; the most redirects; and how long nothing may come, in ms. */
const [MAX_BYTES, MAX_REDIRECTS, TIMEOUT] = [100e6, 5, 300_000];

const ACCEPT = 'application/json, text/csv;q=0.9, */*;q=0.8';

/** Parses the address of data. @throws UsageError if it is none with http or https, or contains a password */
export function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url;
  throw new UsageError(
    'The address of data must begin with http:// or https://, and contain no password: use --header for it.',
  );
}

/** Parses the values of `--header`. @throws UsageError for a text that is no header; it can be a secret */
export function parseHeaders(texts: readonly string[] = []): RequestHeaders {
  const pairs = texts.map((text) => /^([^:\s]+):\s*(.*)$/.exec(text)?.slice(1) ?? []);
  try {
    return Object.fromEntries(new Headers(pairs as [string, string][]));
  } catch {
    throw new UsageError('--header must be such as "Authorization: Token 1234".');
  }
}

/**
 * Fetches a body, and follows redirects: none with a header, which must not go to another server, and none from https to
 * http.
 * @throws UsageError if the server fails, or the body is not whole or too large, and the signal's reason
 */
export async function fetchWhole(
  url: URL,
  headers: RequestHeaders,
  { signal }: TaskOptions,
): Promise<Fetched> {
  let target = url;
  for (let redirects = 0; ; redirects++) {
    const response = await request(target, headers, signal);
    const { statusCode = 0, headers: received } = response;
    if (statusCode === 200) {
      const bytes = await readBody(response, target, signal);
      return { url: target, headers: received, bytes };
    }
    response.destroy();
    const { location } = received;
    const isRedirect = statusCode >= 301 && statusCode <= 308 && location !== undefined;
    const next =
      isRedirect && URL.canParse(location, target.href) ? new URL(location, target) : null;
    const isSafe = next && ['https:', target.protocol].includes(next.protocol);
    if (!isSafe || Object.keys(headers).length > 0 || redirects === MAX_REDIRECTS) {
      const help = location
        ? `It redirects to ${location}. With --header, use the last address.`
        : 'Check the address, and the header if it needs one.';
      throw new UsageError(`${target} answers with status ${statusCode}. ${help}`);
    }
    target = next;
  }
}

function request(url: URL, headers: object, signal?: AbortSignal) {
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    // Not `fetch`, which takes a truncated gzip body as whole.
    const accepted = { accept: ACCEPT, 'accept-encoding': 'gzip', ...headers };
    const options = { headers: accepted, timeout: TIMEOUT, ...(signal && { signal }) };
    const sent = (url.protocol === 'https:' ? https : http).get(url, options, resolve);
    sent.on('timeout', () => sent.destroy(new Error('nothing came for five minutes')));
    sent.on('error', (error) => reject(failure(url, error, signal)));
  });
}

function failure(url: URL, error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  return new UsageError(`${url} can’t be fetched: ${(error as Error).message}.`);
}

async function readBody(response: http.IncomingMessage, url: URL, signal?: AbortSignal) {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_BYTES) throw new Error('it has more than 100 MB');
    }
    const { 'content-encoding': encoding = 'identity' } = response.headers;
    const body = Buffer.concat(chunks, length);
    if (encoding === 'identity' || encoding === '') return body;
    if (!/^(?:x-)?gzip$/i.test(encoding)) throw new Error(`it is compressed with ${encoding}`);
    return gunzipSync(body, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    response.destroy();
    throw failure(url, error, signal);
  }
}
