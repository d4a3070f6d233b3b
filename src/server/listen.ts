import { createServer, type RequestListener, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { HEADERS } from '../core/header.ts';
import { UsageError } from '../util/problem.ts';

export interface Listening {
  /** The numeric address that is listened on. */
  readonly address: string;
  /** The port that is listened on: the requested one, or a free one where that was 0. */
  readonly port: number;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

/**
 * Listens on an address of this machine.
 * @throws UsageError where the port is taken or the address can't be listened on
 */
export async function listen(
  handler: RequestListener,
  port: number,
  address: string,
): Promise<Listening> {
  // By default Node answers a request without a Host, and an unknown Expect, with an empty body.
  const server = createServer({ requireHostHeader: false }, handler)
    .on('checkExpectation', handler)
    .on('clientError', answerMalformed);
  await new Promise<void>((done, fail) => {
    server.once('error', (error) => fail(listenError(error, port, address)));
    server.listen(port, address, done);
  });
  const own = server.address() as AddressInfo;
  return {
    address: own.address,
    port: own.port,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function listenError({ code }: NodeJS.ErrnoException, port: number, address: string): Error {
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is taken; choose another one with --port.`,
    EACCES: `You are not permitted to listen on port ${port}; choose one above 1023 with --port.`,
  };
  const other = `${address} is not an address to listen on here (${code}).`;
  return new UsageError(messages[code ?? ''] ?? other);
}

/** The statuses of errors of Node's HTTP parser; any other error is a bad request. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const MALFORMED =
  '{"detail":"This is not a valid HTTP request. Is its address percent-encoded?"}\n';

/**
 * Answers what is not an HTTP request, such as one with an unencoded letter in its address, which no
 * option of Node accepts. By default Node answers it with an empty body.
 */
function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = STATUSES[error.code ?? ''] ?? 400;
  const length = Buffer.byteLength(MALFORMED);
  const headers = { ...HEADERS, 'Content-Length': length, Connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${MALFORMED}`);
}
