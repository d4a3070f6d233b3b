import { createHash } from 'node:crypto';
import { LIST_HEAD, LIST_TAIL, NEWLINE, SEPARATOR } from '../../core/envelope.ts';

/** Lines of a record each, as they are read in pieces. */
export class LinesTally {
  readonly #array = createHash('sha256').update(LIST_HEAD);
  /** The line end that came last, which nothing may follow. */
  #pending = '';
  #isEmpty = true;
  #records = 0;

  add(piece: Buffer): void {
    // A character for each byte.
    const text = this.#pending + piece.toString('latin1');
    this.#pending = text.endsWith('\n') ? '\n' : '';
    const before = text.slice(0, text.length - this.#pending.length);
    this.#array.update(before.replaceAll('\n', SEPARATOR), 'latin1');
    this.#isEmpty &&= text === '';
    this.#records += countOf(NEWLINE, piece);
  }

  /**
   * How many lines there are, and the SHA-256 of the array that a collection's JSON file makes of them;
   * null where the last of them does not end.
   */
  end(): { readonly records: number; readonly array: string | null } {
    const isWhole = this.#isEmpty || this.#pending !== '';
    const array = this.#array.update(LIST_TAIL).digest('hex');
    return { records: this.#records, array: isWhole ? array : null };
  }
}

function countOf(byte: number, bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at !== -1; at = bytes.indexOf(byte, at + 1)) count++;
  return count;
}
