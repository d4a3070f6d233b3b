import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * A file without a name that holds what does not fit in memory. It is in a folder that only we may
 * enter, and gone when it is closed or the process ends, where the system can do that.
 */
export class Spool {
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-verify-'));
  readonly #descriptor = openSync(path.join(this.#folder, 'spool'), 'wx+', 0o600);
  #length = 0;

  constructor() {
    this.#remove();
  }

  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#descriptor, bytes, done, bytes.length - done, this.#length + done);
    }
    this.#length += bytes.length;
  }

  read(start: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const size = readSync(this.#descriptor, bytes, done, length - done, start + done);
      if (size === 0) throw new Error('The spool is shorter than what was written to it.');
      done += size;
    }
    return bytes;
  }

  close(): void {
    closeSync(this.#descriptor);
    this.#remove();
  }

  #remove(): void {
    try {
      rmSync(this.#folder, { recursive: true, force: true });
    } catch {
      // Some systems don't remove a file that is open; it goes when it is closed.
    }
  }
}
