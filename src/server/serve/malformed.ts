import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { HEADERS } from '../../core/header.ts';

/** What Node's parser may find, where it is not just a malformed request. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers what is no HTTP request, such as one with an unencoded letter in its address: by itself
 * Node would send an empty body.
 */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = STATUSES[error.code ?? ''] ?? 400;
  const body =
    '{"detail":"This is not a request as HTTP has them. Is its address percent-encoded?"}\n';
  const headers = { ...HEADERS, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
