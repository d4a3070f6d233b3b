import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../util/problem.ts';
import { answerMalformed } from './serve/malformed.ts';

export interface Listening {
  /** The address that is listened on, in numbers. */
  readonly address: string;
  /** The port that is listened on: the one asked for, or a free one where that was 0. */
  readonly port: number;
  /** Ends it, with the connections that are open. */
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
  // By themselves they would send empty bodies: a request without a Host, one that expects something.
  const server = createServer({ requireHostHeader: false }, handler)
    .on('checkExpectation', handler)
    .on('clientError', answerMalformed);
  await new Promise<void>((done, fail) => {
    server.once('error', (error) => fail(refusal(error, port, address)));
    server.listen(port, address, done);
  });
  const { port: own, address: numbers } = server.address() as AddressInfo;
  return {
    address: numbers,
    port: own,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function refusal(error: NodeJS.ErrnoException, port: number, address: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new UsageError(`Port ${port} is taken; choose another one with --port.`);
  }
  if (error.code === 'EACCES') {
    return new UsageError(`Port ${port} is not open to you; choose one above 1023 with --port.`);
  }
  return new UsageError(`${address} is not an address to listen on here (${error.code}).`);
}
