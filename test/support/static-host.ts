import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { listen } from '../../src/server/listen.ts';
import { fileAt } from './site-files.ts';

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
  const [status, file] = isRead ? fileFor(root, notFound, url) : [405, ''];
  const denied = status === 403 ? '<Error><Code>AccessDenied</Code></Error>' : '';
  const body = file ? readFileSync(path.join(root, file)) : denied;
  const tag = `"${createHash('sha256').update(body).digest('hex')}"`;
  const isKnown = status === 200 && headers['if-none-match'] === tag;
  const type = TYPES[path.extname(file)] ?? 'application/xml';
  response.writeHead(isKnown ? 304 : status, { ...HEADERS, 'Content-Type': type, ETag: tag });
  response.end(isKnown || method === 'HEAD' ? undefined : body);
}

/** The file for an address or its folder, or the page for unknown paths; empty if there is none. */
function fileFor(root: string, notFound: string, url: string): [status: number, file: string] {
  const [urlPath = ''] = url.split('?');
  const file = fileAt(root, urlPath.replace(/\/$/, '/index.html'));
  return file ? [200, file] : [notFound ? 404 : 403, notFound];
}
