import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/** How many requests of a connection can wait before no more are read from it. */
const MAX_WAITING = 16;

/**
 * Answers the requests of a connection one after another, and those of other connections in between. A client can send
 * thousands of requests without waiting for an answer: RFC 9112, 9.3.2
 * @param answer resolves when the answer is sent, or the client has left
 */
export function queuePipelined(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): RequestListener {
  const queues = new WeakMap<object, { length: number; end: Promise<void> }>();
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? { length: 0, end: Promise.resolve() };
    queues.set(socket, queue);
    queue.length++;
    // Later, because Node resumes the socket after each request that it has parsed. Bun never pauses it.
    queueMicrotask(() => queue.length > MAX_WAITING && socket.pause());
    queue.end = queue.end.then(async () => {
      if (!socket.destroyed) await answer(request, response);
      queue.length--;
      if (queue.length > 0) await setImmediate();
      if (queue.length === MAX_WAITING) socket.resume();
    });
  };
}
