import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { HEADERS } from '../core/header.ts';

/** The maximum number of headers of a request. */
const MAX_HEADERS = 100;

export const hasTooManyHeaders = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.length > 2 * MAX_HEADERS;

/** The status and the text of errors of Node's HTTP parser, by their codes. */
const ERRORS: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    `A request can have up to ${MAX_HEADERS} headers with 16 KiB in total.`,
  ],
  HPE_INVALID_EOF_STATE: [400, 'The request ended before it was complete.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
};
const MALFORMED = [
  400,
  'This is not a valid HTTP request. Percent-encode special characters in its address.',
] as const;

/** The answer to a request that no handler gets. It is the last one of its connection. */
function errorAnswer(code = '') {
  const [status, detail] = ERRORS[code] ?? MALFORMED;
  const body = `${JSON.stringify({ detail })}\n`;
  const length = String(Buffer.byteLength(body));
  return { status, headers: { ...HEADERS, 'Content-Length': length, Connection: 'close' }, body };
}

/** Answers a request with an error of Node's HTTP parser. */
export function sendError(response: ServerResponse, code: string | undefined): void {
  const { status, headers, body } = errorAnswer(code);
  response.writeHead(status, headers).end(body);
}

/**
 * Answers what is not an HTTP request, such as one with an unencoded letter in its address, which no
 * option of Node accepts. By default Node answers it with an empty body, instead of the answers to
 * earlier requests of the connection.
 * @param latest the responses to the latest requests; null where a connection gets no further one:
 * this is called again when more bytes arrive
 */
export function answerMalformed(
  { code }: NodeJS.ErrnoException,
  socket: Duplex,
  latest: WeakMap<Duplex, ServerResponse | null>,
): void {
  const response = latest.get(socket);
  latest.set(socket, null);
  if (!socket.writable || code === 'ECONNRESET') socket.destroy();
  // The error is in the body of the latest request.
  else if (response?.req.complete === false) {
    if (!response.headersSent) sendError(response, code);
  } else if (response && !response.writableFinished) response.once('close', answer);
  else if (response !== null) answer();

  function answer() {
    if (!socket.writable) return;
    const { status, headers, body } = errorAnswer(code);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  }
}
