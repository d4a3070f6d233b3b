import http from 'node:http';
import net from 'node:net';

export interface Answer {
  readonly status: number;
  /** The values of each header, by its name in lower case. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: Buffer;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Sends a request to a server on this machine. Unlike `fetch`, it does not normalize the target. */
export function sendRequest(
  port: number,
  target: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<Answer> {
  const options = { host: '127.0.0.1', port, path: target, method, headers, agent: false };
  return new Promise((done, fail) => {
    const request = http.request(options, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('error', fail);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        done({
          status,
          headers: response.headersDistinct as Answer['headers'],
          body: Buffer.concat(pieces),
        });
      });
    });
    request.on('error', fail).end(body);
  });
}

/** An answer of code, whose links lead to the address that was asked, as if another one had been asked. */
export function withLinksTo(
  { headers, body, ...answer }: Answer,
  asked: string,
  to: string,
): Answer {
  const moved = (text: string) => text.replaceAll(asked, to);
  return {
    ...answer,
    headers: { ...headers, ...(headers.link && { link: headers.link.map(moved) }) },
    body: Buffer.from(moved(body.toString('latin1')), 'latin1'),
  };
}

/** Lets a client write to a connection, and returns all that it receives until the server closes it. */
export function exchangeBytes(port: number, write: (socket: net.Socket) => void): Promise<Buffer> {
  return new Promise((done, fail) => {
    const pieces: Buffer[] = [];
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.setTimeout(10_000, () => socket.destroy(new Error('The server never closes.')));
    socket.on('connect', () => write(socket));
    socket.on('data', (piece) => pieces.push(piece));
    // The server may close while the client writes.
    socket.on('error', (error: NodeJS.ErrnoException) => error.code ?? fail(error));
    socket.on('end', () => socket.destroy());
    socket.on('close', () => done(Buffer.concat(pieces)));
  });
}
