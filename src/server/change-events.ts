import type { ServerResponse } from 'node:http';

/**
 * Tells open pages which version of the site is served, so that they reload when it changes.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export class ChangeEvents {
  /** Where the stream is, relative to the site's folder. */
  static readonly PATH = 'changes';

  readonly #open = new Set<ServerResponse>();
  // A page that was loaded before a restart reloads too.
  #version = Date.now();

  /** Answers with a stream, which ends when the client or the server closes the connection. */
  stream(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.once('close', () => this.#open.delete(response));
    this.#open.add(response);
    this.#send(response);
  }

  /** Tells every open page that the site has changed. */
  change(): void {
    this.#version++;
    for (const response of this.#open) this.#send(response);
  }

  #send(response: ServerResponse): void {
    response.write(`data: ${this.#version}\n\n`);
  }
}
