import { Worker } from 'node:worker_threads';
import { compiledFile } from '../util/compiled-file.ts';

/** What the head of the types says of an OpenAPI document; the rest is for what prints them. */
export interface Described {
  readonly info: { readonly title: string; readonly version: string };
  readonly servers?: readonly { readonly url: string }[];
}

/**
 * Makes the TypeScript types of an API. What prints them takes half a second to load, so a thread does
 * that from the start, beside whatever comes before the types are asked for.
 */
export class TypesGenerator {
  readonly #file: string;
  /** Where a thread is loading, and has no document yet. */
  #ready: Printing | undefined;
  #last: { readonly document: string; readonly text: Promise<string> } | undefined;

  /** @param file the thread's module, compiled */
  constructor(file = compiledFile('types.bundle.js')) {
    this.#file = file;
    this.#ready = new Printing(file);
  }

  /**
   * The text of `types.d.ts`. That of the last document is remembered, so leave out what often changes
   * and is in no type, such as examples.
   * @param openapi an OpenAPI 3.1 document
   * @throws what is wrong with the document, why the thread couldn't be started, or that it was ended
   */
  types(openapi: Described): Promise<string> {
    const document = JSON.stringify(openapi);
    if (this.#last?.document === document) return this.#last.text;
    const printing = this.#ready ?? new Printing(this.#file);
    this.#ready = undefined;
    const last = { document, text: printing.print(document) };
    this.#last = last;
    // Whoever asked is told; whoever asks again may have better luck.
    last.text.catch(() => {
      if (this.#last === last) this.#last = undefined;
    });
    return last.text;
  }

  /** Ends a thread that was asked for nothing, without waiting for it. One that was asked ends itself. */
  close(): void {
    this.#ready?.close();
    this.#ready = undefined;
  }
}

/** A thread that prints the types of one document: what it loads is too much to keep for another. */
class Printing {
  readonly #thread: Worker;
  readonly #text: Promise<string>;

  constructor(file: string) {
    // What is wrong with a document would be printed to the terminal too.
    this.#thread = new Worker(file, { stderr: true });
    this.#text = new Promise((done, failed) => {
      const fail = (why: string, cause?: unknown) =>
        failed(new Error(`The types of the API could not be made: ${why}`, { cause }));
      this.#thread.once('message', done);
      for (const event of ['error', 'messageerror']) {
        this.#thread.once(event, (error) => fail(error?.message ?? `${error}`, error));
      }
      this.#thread.once('exit', () => fail('the thread ended before its work did.'));
    });
    // It is told to whoever asks; nobody may.
    this.#text.catch(() => {});
    this.#thread.unref();
  }

  async print(document: string): Promise<string> {
    // Only while it is waited for does it keep the process.
    this.#thread.ref();
    this.#thread.postMessage(document);
    try {
      return await this.#text;
    } finally {
      this.close();
    }
  }

  close(): void {
    void this.#thread.terminate();
  }
}
