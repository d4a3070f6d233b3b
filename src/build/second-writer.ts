import { Worker } from 'node:worker_threads';
import type { ManifestRow } from '../site/manifest.ts';
import { compiledFile } from '../util/compiled-file.ts';
import type { Task, WriterOptions } from './writer.ts';

/** How many batches a thread has at a time: one that it writes, and the next. */
const MOST = 2;

/** Documents on their way to the thread: their bodies stand one after the other. */
export interface Parcel {
  readonly bytes: Uint8Array;
  readonly tasks: readonly (Omit<Task, 'body'> & {
    readonly start: number;
    readonly end: number;
  })[];
}

/** A second thread that writes documents. */
export class SecondWriter {
  readonly #thread: Worker;
  readonly #waiting: { done(rows: ManifestRow[]): void; failed(error: Error): void }[] = [];
  #failure: Error | undefined;

  constructor(options: WriterOptions) {
    this.#thread = new Worker(compiledFile('build/thread.js'), { workerData: options });
    this.#thread.on('message', (rows) => this.#waiting.shift()?.done(rows));
    this.#thread.on('error', (error) => this.#fail(error));
    // However it ends, nobody waits for it for ever.
    this.#thread.on('messageerror', (error) => this.#fail(error));
    this.#thread.on('exit', () =>
      this.#fail(new Error('The second thread that writes has ended.')),
    );
  }

  get isFree(): boolean {
    return this.#failure === undefined && this.#waiting.length < MOST;
  }

  /**
   * Has documents written; their rows come in the order of the calls.
   * @throws what writing them throws
   */
  write(tasks: readonly Task[]): Promise<ManifestRow[]> {
    const parcel = packed(tasks);
    // Moved, not copied: it is of no use here any more.
    this.#thread.postMessage(parcel, [parcel.bytes.buffer]);
    return new Promise((done, failed) => {
      this.#waiting.push({ done, failed });
    });
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { failed } of this.#waiting.splice(0)) failed(this.#failure);
  }
}

/**
 * Copies bodies out of the listings that they are cut from, which would else be copied as a whole. Memory
 * that is shared by threads would need no copy, but the collector of garbage has no eye for its weight:
 * of a large site every listing would stay until the end.
 */
function packed(tasks: readonly Task[]): Parcel & { readonly bytes: Uint8Array<ArrayBuffer> } {
  const pieces = tasks.flatMap(({ body }) => body);
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  const parcelled = tasks.map(({ body, ...task }) => {
    const start = end;
    for (const piece of body) {
      bytes.set(piece, end);
      end += piece.length;
    }
    return { ...task, start, end };
  });
  return { bytes, tasks: parcelled };
}
