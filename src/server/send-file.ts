import type { IncomingMessage, ServerResponse } from 'node:http';
import serveFile from 'serve-handler';
import type { Headers } from '../core/header.ts';
import type { OpenFile } from './site-source.ts';

/** Headers that serve-handler sets by itself, and a static host may not: null removes them. */
const REMOVED = { 'Content-Disposition': null, 'Accept-Ranges': null, 'Last-Modified': null };

/**
 * Sends a file with serve-handler.
 * @param headers all headers of the answer but `Content-Length`
 */
export async function sendFile(
  { path, handle, stats }: OpenFile,
  status: number,
  headers: Headers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const list = Object.entries({ ...headers, ...REMOVED }).map(([key, value]) => ({ key, value }));
  request.url = `/${path}`;
  response.statusCode = status;
  // A page is always sent whole.
  delete request.headers.range;
  await serveFile(
    request,
    response,
    {
      cleanUrls: false,
      directoryListing: false,
      etag: false,
      // The package's types lack null as a header's value, and sendError.
      headers: [{ source: '**', headers: list as never }],
    },
    {
      // The open file, not its path: a build may put another file there between two look-ups.
      lstat: () => stats,
      // serve-handler does not listen for errors, and one would end the process.
      createReadStream: () => handle.createReadStream().on('error', () => response.destroy()),
      sendError: () => Promise.reject(new Error(`${path} can’t be sent.`)),
    } as never,
  );
}
