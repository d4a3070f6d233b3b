import { joined, SEPARATOR } from '../../core/envelope.ts';

/** The records of a listing, joined once: those of any window are a slice of the same bytes. */
export class JoinedRecords {
  readonly #joined: Uint8Array;
  /** Where each record begins in the joined bytes, and where one after the last would. */
  readonly #starts: Float64Array;

  constructor(records: readonly Uint8Array[]) {
    this.#joined = joined('', records, '');
    this.#starts = new Float64Array(records.length + 1);
    let end = 0;
    for (const [place, record] of records.entries()) {
      end += record.length + SEPARATOR.length;
      this.#starts[place + 1] = end;
    }
  }

  /** The records from one place to before another, with separators between them. */
  slice(from: number, to: number): Uint8Array {
    const [start = 0, end = 0] = [this.#starts[from], this.#starts[to]];
    return this.#joined.subarray(start, Math.max(start, end - SEPARATOR.length));
  }
}
