import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { listen } from '../../src/server/listen.ts';

export interface StaticHostOptions {
  /** The page for unknown paths, in the root; empty: XML with status 403, as at a bucket. */
  readonly notFound: string;
}

export interface StaticHost {
  readonly origin: string;
  /** Answers the requests for a path in place of the host, from now on. */
  setResponse(path: string, answer: (response: ServerResponse) => void): void;
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
  const answers = new Map<string, (response: ServerResponse) => void>();
  const handler = (request: IncomingMessage, response: ServerResponse) => {
    const { url: target = '' } = request;
    const answer = answers.get(target.split('?')[0] ?? '');
    if (answer) answer(response);
    else send(root, options, request, response);
  };
  const { port, close } = await listen(handler, 0, '127.0.0.1');
  return {
    origin: `http://127.0.0.1:${port}`,
    setResponse: (urlPath, answer) => answers.set(urlPath, answer),
    close,
  };
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
    // An encoded slash divides no path, two slashes are not one, and no browser sends `..`.
    if (decoded.split('/').length !== name.split('/').length || /\/\//.test(name)) return null;
    return [decoded, readFileSync(path.join(root, decoded))];
  } catch {
    return null;
  }
}
