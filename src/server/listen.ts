import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../util/problem.ts';

/** The port that was asked for is in use. */
export class PortInUseError extends UsageError {}

/**
 * Listens on an address of this machine. Node itself answers what is not HTTP, and limits the size of headers
 * and the time of a request.
 * @returns the numeric address and the port that are listened on, where 0 stands for a free port, and a
 * function that stops listening and closes all connections
 * @throws UsageError where the port is taken or the address can't be listened on
 */
export async function listen(handler: RequestListener, port: number, address: string) {
  const server = createServer(handler);
  // By default Node drops all but the first headers, about a thousand, and `Origin` may be one of them.
  server.maxHeadersCount = 0;
  await new Promise<void>((done, fail) => {
    // Also called, without effect, where too many files are open to accept a connection.
    server.on('error', (error) => fail(listenError(error, port, address)));
    server.listen(port, address, done);
  });
  const own = server.address() as AddressInfo;
  return {
    address: own.address,
    port: own.port,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function listenError({ code }: NodeJS.ErrnoException, port: number, address: string): Error {
  if (code === 'EADDRINUSE')
    return new PortInUseError(`Port ${port} is in use. Choose another with --port.`);
  return new UsageError(
    code === 'EACCES'
      ? `Port ${port} needs more permissions. Choose a port above 1023 with --port.`
      : `This machine can’t listen on ${address} (${code}). Choose another address with --address.`,
  );
}
