import type { IncomingMessage, ServerResponse } from 'node:http';
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
    response.end(body);
    return;
  }
  const { folder, path, stream } = body;
  const list = Object.entries({ ...headers, ...REMOVED }).map(([key, value]) => ({ key, value }));
  response.statusCode = status;
  const config = {
    public: folder,
    cleanUrls: false,
    etag: false,
    headers: [{ source: '**', headers: list }],
  };
  // Without the headers of the request: a page is always sent whole.
  const whole = { url: `/${path.split('/').map(encodeURIComponent).join('/')}`, headers: {} };
  // The open file: a build may put another one there. serve-handler does not listen for errors, and one would end
  // the process.
  const methods = { createReadStream: () => stream.on('error', () => response.destroy()) };
  // The package's types lack null as a header's value, and functions without their callback form.
  await serveFile(whole as IncomingMessage, response, config as never, methods as never);
}
