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
 * @returns the numeric address and the port that are listened on, the base address to print, and a function that stops
 * listening and closes all connections
 * @throws UsageError where the port is taken or the address can't be listened on
 */
export async function listen(handler: RequestListener, port: number | undefined, address: string) {
  const server = createServer(handler);
  // By default Node drops all but the first headers, about a thousand, and `Origin` may be one of them.
  server.maxHeadersCount = 0;
  // An error later, where too many files are open to accept a connection, must not end the process.
  server.on('error', () => {});
  const [first, last] = port === undefined ? [FIRST_PORT, LAST_PORT] : [port, port];
  for (let next = first; !server.listening; next++) {
    const started = once(server.listen(next, address), 'listening');
    await started.catch(({ code }: NodeJS.ErrnoException) => {
      if (code !== 'EADDRINUSE' || next === last) throw listenError(code, next, address);
    });
  }
  const own = server.address() as AddressInfo;
  return {
    address: own.address,
    port: own.port,
    base: printedBase(address, own.port),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The addresses of a server at `localhost`. */
const LOCALHOST = ['127.0.0.1', '::1', '0.0.0.0', '::'];

/** The base address to print for a server: `localhost` for a loopback address and for all interfaces. */
export const printedBase = (address: string, port: number): string =>
  localBase(port, LOCALHOST.includes(address) ? 'localhost' : address);

function listenError(code: string | undefined, port: number, address: string): UsageError {
  if (code === 'EADDRINUSE')
    return new UsageError(`Port ${port} is in use. Choose another with --port.`);
  const help = 'Choose others with --address and --port.';
  return new UsageError(`This machine can’t listen on ${address}, port ${port} (${code}). ${help}`);
}
