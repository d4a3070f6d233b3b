import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import serveFile from 'serve-handler';
import type { ServerReply } from './answer.ts';

/** Headers that serve-handler sets by itself, and a static host may not: null removes them. */
const REMOVED = { 'Content-Disposition': null, 'Accept-Ranges': null, 'Last-Modified': null };

/** Sends an answer, a file with serve-handler. */
export async function send(
  { status, headers, body }: ServerReply,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // The end of a body that nobody reads may be there, but not parsed yet.
  if (!request.complete && !request.readableDidRead) await setImmediate();
  // The rest of the request's body is not read, so no other request can follow.
  if (!request.complete) response.setHeader('Connection', 'close');
  if (!body || !('stream' in body)) {
    response.writeHead(status, headers);
    // Piece by piece, so that other answers are sent between them.
    if (body && body.length > PIECE) Readable.from(splitBody(body)).pipe(response);
    else response.end(body);
    return;
  }
  const { path, stream, stats } = body;
  const list = Object.entries({ ...headers, ...REMOVED }).map(([key, value]) => ({ key, value }));
  request.url = `/${path}`;
  response.statusCode = status;
  // A page is always sent whole.
  delete request.headers.range;
  const config = { cleanUrls: false, etag: false, headers: [{ source: '**', headers: list }] };
  const methods = {
    // The open file, not its path: a build may put another file there between two look-ups.
    lstat: () => stats,
    // serve-handler does not listen for errors, and one would end the process.
    createReadStream: () => stream.on('error', () => response.destroy()),
  };
  // The package's types lack null as a header's value, and functions without their callback form.
  await serveFile(request, response, config as never, methods as never);
}

/** How many bytes are sent at once. */
const PIECE = 2 ** 18;

function* splitBody(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += PIECE) yield body.subarray(at, at + PIECE);
}
