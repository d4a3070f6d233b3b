import type { Reply } from '../core/reply.ts';

/** The next answer is made only while the ones that are being sent have fewer bytes. */
const MAX_BYTES = 32 * 2 ** 20;

/** Makes large answers one after another, so that they don't fill the memory. */
export class AnswerQueue {
  /** Resolves when the next answer can be made; never rejects. */
  #last: Promise<unknown> = Promise.resolve();
  #sending = 0;

  /**
   * Waits for its turn.
   * @param make is not called if the client has left
   * @param closed resolves when the client has the answer, or has left
   * @returns what `make` returns; null if the client has left
   */
  async add(make: () => Promise<Reply>, closed: Promise<unknown>): Promise<Reply | null> {
    let hasLeft = false;
    void closed.then(() => {
      hasLeft = true;
    });
    const reply = this.#last.then(() => (hasLeft ? null : make()));
    this.#last = reply.then(
      (made) => this.#send(made?.body?.length ?? 0, closed),
      () => {},
    );
    return reply;
  }

  /** Resolves when the next answer can be made. */
  async #send(bytes: number, closed: Promise<unknown>): Promise<void> {
    this.#sending += bytes;
    const sent = closed.then(() => {
      this.#sending -= bytes;
    });
    if (this.#sending > MAX_BYTES) await sent;
  }
}
