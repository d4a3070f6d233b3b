import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { listen } from '../../src/server/listen.ts';

/** What the host was asked for, and the status of its answer. */
interface Logged {
  readonly target: string;
  readonly status: number;
}

/** How a host of files without rules answers, as far as a test wants it otherwise than GitHub Pages. */
export interface StaticHostOptions {
  /** The page for what is not there, in the root; absent: XML with status 403, as at a bucket. */
  readonly notFound?: string;
  /** Answers in place of the host where it returns true; changed at any time. */
  instead?: (path: string, response: ServerResponse) => boolean;
}

export interface StaticHost {
  readonly origin: string;
  readonly log: readonly Logged[];
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};

/** What GitHub Pages sends with everything, and the strictest policy that a page may have. */
const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'max-age=600',
  'Content-Security-Policy': "default-src 'self'",
};

/** Serves a folder as GitHub Pages does: its files by their paths, whatever the query, and no more. */
export async function staticHost(root: string, options: StaticHostOptions): Promise<StaticHost> {
  const log: Logged[] = [];
  const handler = (request: IncomingMessage, response: ServerResponse) => {
    const target = request.url ?? '';
    response.on('close', () => log.push({ target, status: response.statusCode }));
    const [encoded = ''] = target.split('?');
    if (!options.instead?.(encoded, response)) send(root, options, request, response);
  };
  const { port, close } = await listen(handler, 0, '127.0.0.1');
  return { origin: `http://127.0.0.1:${port}`, log, close };
}

function send(
  root: string,
  { notFound }: StaticHostOptions,
  { method = '', url = '', headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const isRead = method === 'GET' || method === 'HEAD';
  const found = isRead ? fileAt(root, url) : null;
  const [status, file, body] = found
    ? [200, ...found]
    : !isRead
      ? [405, '', Buffer.from('')]
      : notFound
        ? [404, notFound, readFileSync(path.join(root, notFound))]
        : [403, '', Buffer.from('<Error><Code>AccessDenied</Code></Error>')];
  const tag = `"${createHash('sha256').update(body).digest('hex')}"`;
  const isKnown = status === 200 && headers['if-none-match'] === tag;
  const type = TYPES[path.extname(file)] ?? 'application/xml';
  response.writeHead(isKnown ? 304 : status, { ...HEADERS, 'Content-Type': type, ETag: tag });
  response.end(isKnown || method === 'HEAD' ? undefined : body);
}

/** The file at an address, or the one of its folder; null: there is none. */
function fileAt(root: string, target: string): [name: string, body: Buffer] | null {
  const [encoded = ''] = target.split('?');
  const name = encoded.endsWith('/') ? `${encoded}index.html` : encoded;
  try {
    const decoded = decodeURIComponent(name);
    // An encoded slash is none, two are not one, and no browser sends `..`.
    if (decoded.split('/').length !== name.split('/').length || /\/\//.test(name)) return null;
    return [decoded, readFileSync(path.join(root, decoded))];
  } catch {
    return null;
  }
}
