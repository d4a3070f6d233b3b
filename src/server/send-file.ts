import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import serveFile from 'serve-handler';

/** What serve-handler would set by itself and a static host may not: kept out of every answer. */
const UNSET = { 'Content-Disposition': null, 'Accept-Ranges': null, 'Last-Modified': null };

/** What `Last-Modified`, which is not sent, would be made of. */
const NEVER = new Date(0);

/** A file of a site, and what it is sent with. */
export interface SentFile {
  /** Relative to the site's folder. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes that were read, which the tag in the headers is of. */
  readonly body: Uint8Array;
}

/** Has serve-handler send a file. */
export async function sendFile(
  { path, status, headers, body }: SentFile,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const list = Object.entries({ ...headers, ...UNSET }).map(([key, value]) => ({ key, value }));
  response.statusCode = status;
  request.url = `/${path}`;
  // A page is answered whole: a part of it is nobody's page.
  delete request.headers.range;
  const stats = {
    isDirectory: () => false,
    isSymbolicLink: () => false,
    size: body.length,
    mtime: NEVER,
  };
  await serveFile(
    request,
    response,
    {
      cleanUrls: false,
      directoryListing: false,
      // Its own tags go by a file's path and time, which a new build's file may share.
      etag: false,
      // Its types lack null (which unsets a header) and sendError.
      headers: [{ source: '**', headers: list as never }],
    },
    {
      // Looked up once and no more: between two looks a build may put another file there.
      lstat: () => stats,
      createReadStream: () => Readable.from([body]),
      sendError: () => Promise.reject(new Error(`${path} is not a file to serve.`)),
    } as never,
  );
}
