import type { ServerResponse } from 'node:http';
import { type Headers, NO_STORE_HEADERS } from '../core/header.ts';

/**
 * Tells open pages which version of the site is served, so that they reload when it changes.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export class ChangeEvents {
  /** Where the stream is, relative to the site's folder. */
  static readonly PATH = 'changes';
  static readonly HEADERS: Headers = { ...NO_STORE_HEADERS, 'Content-Type': 'text/event-stream' };

  readonly #open = new Set<ServerResponse>();
  // A page that was loaded before a restart reloads too.
  #version = Date.now();

  /** Answers with a stream, which ends when the client or the server closes the connection. */
  stream(response: ServerResponse, headers: Headers): void {
    response.writeHead(200, headers);
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
