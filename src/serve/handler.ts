import { once } from 'node:events';
import type { ReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import serveFile from 'serve-handler';
import { fileOf } from '../address/address.ts';
import { missing, type Resolution, resolve } from '../address/resolve.ts';
import { HEADERS, type Headers, PREFLIGHT_HEADERS } from '../header.ts';
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
    const closed = once(response, 'close');
    const resolution = resolve(site.grid, { method, ...partsOf(target) });
    const answer = await send(site, resolution, request, response).catch(() => damaged(response));
    await closed.catch(() => {});
    const milliseconds = performance.now() - start;
    onExchange({ method, target, status: response.statusCode, answer, milliseconds });
  };
}

/** The path and query of a request line's target, which a proxy may have sent with its origin. */
function partsOf(target: string): { path: string; query: string } {
  const [path = '', ...query] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?');
  return { path, query: query.join('?') };
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
    response.writeHead(resolution.status, { ...headers, Location: resolution.location }).end();
    return resolution.location;
  }
  const { status, address } = resolution;
  const file = fileOf(address);
  const headers = address.kind === 'options' ? { ...HEADERS, ...PREFLIGHT_HEADERS } : HEADERS;
  response.statusCode = status;
  if (await sendFile(site.folder, file, headers, request, response)) return file;
  if (address.kind !== 'item') return damaged(response);
  return send(site, missing(address.collection), request, response);
}

/** What serve-handler would set by itself and a static host may not: kept out of every answer. */
const UNSET = { 'Content-Disposition': null, 'Accept-Ranges': null, 'Last-Modified': null };

/** Has serve-handler send a file with the response's status; false where there is no such file. */
async function sendFile(
  folder: string,
  file: string,
  headers: Headers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  let found = true;
  const list = Object.entries({ ...headers, ...UNSET }).map(([key, value]) => ({ key, value }));
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
      createReadStream: (path: string) => openStream(path, response),
      sendError: async () => {
        found = false;
      },
    } as never,
  );
  return found;
}

/**
 * A stream whose file is open already, so that a file that can't be opened is an error to answer and
 * not one to crash on; closed with the response, also where the client leaves early.
 */
async function openStream(path: string, response: ServerResponse): Promise<ReadStream> {
  const stream = (await open(path)).createReadStream();
  stream.once('error', () => response.destroy());
  response.once('close', () => stream.destroy());
  return stream;
}

function damaged(response: ServerResponse): string {
  if (!response.headersSent) response.writeHead(500, HEADERS);
  response.end('{"detail":"A file of this site can’t be read; build it again."}\n');
  return 'a file that can’t be read';
}
