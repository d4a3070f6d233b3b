import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localBase } from '../api/base.ts';
import { UsageError } from '../util/problem.ts';

/** The first and the last port that are tried, one after another, where none is asked for. */
const [FIRST_PORT, LAST_PORT] = [8080, 8099];

/**
 * Listens on an address of this machine. Node itself answers what is not HTTP, and limits the size of headers
 * and the time of a request.
 * @param port 0: any free one; undefined: the first free one from 8080
 * @param address empty or undefined: all addresses
 * @returns the server, the numeric address and the port that are listened on, the base address to print, and a function
 * that stops listening and closes all connections
 * @throws UsageError where the port is taken or the address can't be listened on
 */
export async function listen(handler: RequestListener, port?: number, address?: string) {
  const server = createServer(handler);
  // By default Node drops all but the first headers, about a thousand, and `Origin` may be one of them.
  server.maxHeadersCount = 0;
  // An error later, where too many files are open to accept a connection, must not end the process.
  server.on('error', () => {});
  const [first, last] = port === undefined ? [FIRST_PORT, LAST_PORT] : [port, port];
  for (let next = first; !server.listening; next++) {
    const started = once(server.listen(next, address), 'listening');
    await started.catch(({ code, message }: NodeJS.ErrnoException) => {
      if (code !== 'EADDRINUSE' || next === last)
        throw new UsageError(
          `Can’t start the server at ${address}:${next}: ${message}. Choose another port or address.`,
        );
    });
  }
  const own = server.address() as AddressInfo;
  const host = address || own.address;
  return {
    server,
    address: own.address,
    port: own.port,
    base: localBase(own.port, LOCALHOST.includes(host) ? 'localhost' : host),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The addresses of a server at `localhost`: loopback addresses and all interfaces. */
const LOCALHOST = ['127.0.0.1', '::1', '0.0.0.0', '::'];
