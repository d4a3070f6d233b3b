import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, realpath } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import serveFile from 'serve-handler';
import { type Address, fileOf } from '../address/address.ts';
import { missing, type Resolution, resolve } from '../address/resolve.ts';
import { HEADERS, PREFLIGHT_HEADERS } from '../header.ts';
import type { ServedSite } from './site.ts';

/** What became of a request, for a log. */
export interface Exchange {
  readonly method: string;
  /** The path and query as they were asked for. */
  readonly target: string;
  readonly status: number;
  /** The file that was served, or the address that a redirect leads to. */
  readonly answer: string;
  readonly milliseconds: number;
}

/** Answers the API's requests from a finished site, and nothing else: no listings, no other files. */
export function siteHandler(
  site: ServedSite,
  onExchange: (exchange: Exchange) => void,
): RequestListener {
  return async (request, response) => {
    const start = performance.now();
    const { method = '', url: target = '' } = request;
    // Heard from the start: a client may be gone before its answer is made.
    const closed = once(response, 'close').catch(() => {});
    const answer = await answerRequest(site, request, response).catch(() => damaged(response));
    await closed;
    const milliseconds = performance.now() - start;
    onExchange({ method, target, status: response.statusCode, answer, milliseconds });
  };
}

/** The path and query of a request line's target, which a proxy may have sent with its origin. */
function partsOf(target: string): { path: string; query: string } {
  const [path = '', ...query] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?');
  return { path, query: query.join('?') };
}

async function answerRequest(
  site: ServedSite,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<string> {
  const { method = '', url = '' } = request;
  const resolution = resolve(site.grid, { method, ...partsOf(url) });
  return send(site, resolution, request, response);
}

/** Sends what a request resolves to; returns the file or location that it was. */
async function send(
  site: ServedSite,
  resolution: Resolution,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<string> {
  if ('location' in resolution) {
    const { 'Content-Type': _, ...headers } = HEADERS;
    response.writeHead(resolution.status, {
      ...headers,
      'Content-Length': 0,
      Location: resolution.location,
    });
    response.end();
    return resolution.location;
  }
  const { status, address } = resolution;
  const file = fileOf(address);
  // Read whole before anything is sent: a file that can't be read is an error to answer then, and a
  // client that leaves early leaves nothing open.
  const body = await bodyOf(site.folder, file);
  if (!body) {
    if (address.kind !== 'item') return damaged(response);
    return send(site, missing(address.collection), request, response);
  }
  const headers = headersFor(address, body);
  if (headers.ETag && isKnown(headers.ETag, request)) response.writeHead(304, headers).end();
  else {
    response.statusCode = status;
    await sendFile(site.folder, file, { body, headers }, request, response);
  }
  return file;
}

/** Not there; a name that is too long for the file system is not there either. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/** A file's bytes, or null where there is no such file in the folder. */
async function bodyOf(folder: string, file: string): Promise<Buffer | null> {
  try {
    const real = await realpath(path.join(folder, file));
    // A link may lead anywhere.
    return real === path.join(folder, file) ? await readFile(real) : null;
  } catch (error) {
    if (ABSENT.includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** What an answer carries; `ETag` only where there is something to keep, so not on errors. */
function headersFor({ kind }: Address, body: Buffer): Record<string, string> {
  if (kind === 'options') return { ...HEADERS, ...PREFLIGHT_HEADERS };
  if (kind === 'error') return HEADERS;
  return { ...HEADERS, ETag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}

/** Does the client have the body with this tag already? */
function isKnown(tag: string, request: IncomingMessage): boolean {
  const known = request.headers['if-none-match']?.split(',') ?? [];
  return known.some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')));
}

/** What serve-handler would set by itself and a static host may not: kept out of every answer. */
const UNSET = { 'Content-Disposition': null, 'Accept-Ranges': null, 'Last-Modified': null };

/** Has serve-handler send a file, whose bytes are known, with the response's status. */
async function sendFile(
  folder: string,
  file: string,
  { body, headers }: { body: Buffer; headers: Readonly<Record<string, string>> },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sent = { ...headers, 'Content-Length': body.length, ...UNSET };
  const list = Object.entries(sent).map(([key, value]) => ({ key, value }));
  request.url = `/${file}`;
  // A page is answered whole: a part of it is nobody's page.
  delete request.headers.range;
  await serveFile(
    request,
    response,
    {
      public: folder,
      cleanUrls: false,
      directoryListing: false,
      // Its types lack null (which unsets a header) and sendError.
      headers: [{ source: '**', headers: list as never }],
    },
    {
      createReadStream: () => Readable.from([body]),
      sendError: () => Promise.reject(new Error(`${file} is not a file to serve.`)),
    } as never,
  );
}

function damaged(response: ServerResponse): string {
  const body = Buffer.from(
    '{"detail":"A file of this site can’t be read; build it again and restart the preview."}\n',
  );
  if (!response.headersSent) {
    response.writeHead(500, { ...HEADERS, 'Content-Length': body.length });
  }
  response.end(body);
  return 'a file that can’t be read';
}
