import os from 'node:os';
import { type TaskOptions, yieldToEventLoop } from '../util/progress.ts';
import { batches, newCount } from './batch.ts';
import { type FileContent, readContentFile } from './file.ts';
import { SecondReader } from './second-reader.ts';
import type { Answer } from './thread.ts';

export interface ShareOptions extends TaskOptions {
  /** Starts a second thread for so many files, if it pays. Absent: as `secondReader` does. */
  readonly second?: ((files: number) => SecondReader | undefined) | undefined;
}

/**
 * How many files make it worth while to start a thread. Half of them are read beside the others, but
 * the parser is slow until it is compiled to machine code, which each thread does for itself, and
 * which keeps a second processor busy anyway.
 */
const MANY = 10_000;

const secondReader = (files: number): SecondReader | undefined =>
  files >= MANY && os.availableParallelism() > 1 ? new SecondReader() : undefined;

/**
 * Reads files, with a second thread where there is one: each takes the next few when it is done with
 * its last.
 * @returns what each file says, in their order
 * @throws why the second thread failed; the signal's reason
 */
export async function readFiles(
  files: readonly string[],
  { second = secondReader, ...attendance }: ShareOptions = {},
): Promise<FileContent[]> {
  const reader = second(files.length);
  try {
    return await new Sharing(files, attendance).readWith(reader);
  } finally {
    reader?.close();
  }
}

class Sharing {
  readonly #found: FileContent[];
  readonly #taken = newCount();
  #done = 0;

  constructor(
    private readonly files: readonly string[],
    private readonly attendance: TaskOptions,
  ) {
    this.#found = new Array(files.length);
  }

  async readWith(second: SecondReader | undefined): Promise<FileContent[]> {
    const readThere = second && this.#readThere(second);
    // It is waited for below; that a thread has failed without which all was read is no matter.
    readThere?.catch(() => {});
    await this.#readHere();
    if (this.#done < this.files.length) await readThere;
    return this.#found;
  }

  async #readHere(): Promise<void> {
    const { files, attendance } = this;
    for (const [from, to] of batches(this.#taken, files.length)) {
      await yieldToEventLoop(attendance, 'Reading', this.#done, files.length);
      for (let at = from; at < to; at++) this.#read(at);
      this.#done += to - from;
    }
  }

  async #readThere(second: SecondReader): Promise<void> {
    const { files, attendance } = this;
    try {
      const take = (answer: Answer) => this.#take(answer);
      await second.read({ files, taken: this.#taken }, take, attendance.signal);
    } catch (error) {
      // What it has taken is lost: there is no use in reading the rest.
      Atomics.store(this.#taken, 0, files.length);
      throw error;
    }
  }

  #take({ from, values }: Answer): void {
    for (const [offset, value] of values.entries()) {
      if (value === undefined) this.#read(from + offset);
      else this.#found[from + offset] = { value, problems: NONE };
    }
    this.#done += values.length;
  }

  #read(at: number): void {
    this.#found[at] = readContentFile(this.files[at] as string);
  }
}

const NONE: FileContent['problems'] = [];
