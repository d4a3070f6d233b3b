import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { UsageError } from '../util/problem.ts';
import { answerMalformed, hasTooManyHeaders, sendError } from './request-error.ts';

/** The port that was asked for is in use. */
export class PortInUseError extends UsageError {}

/**
 * Listens on an address of this machine.
 * @returns the numeric address and the port that are listened on, where 0 stands for a free port, and a
 * function that stops listening and closes all connections
 * @throws UsageError where the port is taken or the address can't be listened on
 */
export async function listen(handler: RequestListener, port: number, address: string) {
  /** The responses to the latest requests; null where a connection gets no further one. */
  const latest = new WeakMap<Duplex, ServerResponse | null>();
  const onRequest: RequestListener = (request, response) => {
    // The connection ends with the answer to an earlier request.
    if (latest.get(request.socket) === null) return;
    const isRefused = hasTooManyHeaders(request);
    latest.set(request.socket, isRefused ? null : response);
    if (isRefused) sendError(response, 'HPE_HEADER_OVERFLOW');
    else handler(request, response);
  };
  // By default Node answers a request without a Host, and an unknown Expect, with an empty body.
  const server = createServer({ requireHostHeader: false }, onRequest)
    .on('checkExpectation', onRequest)
    .on('checkContinue', (request, response) => {
      if (!hasTooManyHeaders(request)) response.writeContinue();
      onRequest(request, response);
    })
    .on('connect', (_, socket) => answerMalformed(new Error(), socket, latest))
    .on('clientError', (error, socket) => answerMalformed(error, socket, latest));
  // By default Node drops all but the first headers, about a thousand, and `Origin` may be one of them.
  server.maxHeadersCount = 0;
  // Else a client that has closed its half of the connection gets no answer. The types lack this option.
  Object.assign(server, { httpAllowHalfOpen: true });
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
  const messages: Readonly<Record<string, string>> = {
    EACCES: `Port ${port} needs more permissions. Choose a port above 1023 with --port.`,
  };
  const other = `This machine can’t listen on ${address} (${code}). Choose another address with --address.`;
  return new UsageError(messages[code ?? ''] ?? other);
}
