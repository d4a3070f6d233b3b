import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { compiledFile } from '../util/compiled-file.ts';
import type { Answer, Task } from './thread.ts';

/** A second thread that reads content, once. */
export class SecondReader {
  readonly #thread: Worker;
  #failure: Error | undefined;

  /** @param file the thread's module, compiled */
  constructor(file = compiledFile('content/thread.js')) {
    this.#thread = new Worker(file);
    for (const event of ['error', 'messageerror']) {
      this.#thread.on(event, (error: unknown) => this.#fail(error));
    }
    this.#thread.on('exit', () => this.#fail('it ended before its work did'));
  }

  /**
   * Reads files of a task, other than those that are taken from it meanwhile.
   * @param take is given what they say, as it is read
   * @throws why the thread couldn't be started or has ended; the signal's reason
   */
  async read(task: Task, take: (answer: Answer) => void, signal?: AbortSignal): Promise<void> {
    this.#thread.postMessage(task);
    try {
      if (this.#failure) throw this.#failure;
      const answers = on(this.#thread, 'message', { ...(signal && { signal }), close: ['exit'] });
      for await (const [answer] of answers) {
        if (answer === null) return;
        take(answer);
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#failure ?? error;
    }
    throw this.#failure;
  }

  /** Ends the thread: it runs no further, and is gone in some milliseconds that nobody waits for. */
  close(): void {
    void this.#thread.terminate();
  }

  #fail(why: unknown): void {
    const message = `The second thread that reads content failed: ${(why as Error)?.message ?? why}.`;
    this.#failure ??= new Error(message, { cause: why });
    // What came of an answer that could not be understood is lost, and so are those after it.
    void this.#thread.terminate();
  }
}
