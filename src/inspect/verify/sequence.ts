import { SEPARATOR } from '../../core/envelope.ts';
import type { Sort } from '../../core/ordering.ts';
import type { Fault } from './fault.ts';
import type { Items } from './items.ts';
import { recordsOf } from './page.ts';

/** All records of a collection in one order, and their bytes with what stands between them. */
export class Reference {
  readonly #starts: number[];

  /**
   * @param path the file that they are in
   * @param indexes which item stands at each place
   */
  constructor(
    readonly path: string,
    readonly indexes: readonly number[],
    private readonly block: Uint8Array,
  ) {
    const records = recordsOf(block) ?? [];
    this.#starts = records.map(({ byteOffset }) => byteOffset - block.byteOffset);
  }

  /** Do some records, the first of them at a place, have these bytes? */
  isAt(offset: number, count: number, block: Uint8Array): boolean {
    const start = this.#starts[offset] ?? this.block.length;
    const end = this.#starts[offset + count] ?? this.block.length + SEPARATION;
    return Buffer.compare(this.block.subarray(start, end - SEPARATION), block) === 0;
  }
}

/** How many bytes stand between two records. */
const SEPARATION = SEPARATOR.length;

/** The records of a listing as they come by: each once, and in order. */
export class Sequence {
  /** Which item stood at each place; -1: none that is known. */
  readonly indexes: number[] = [];
  readonly #seen: Uint8Array;
  /** Is a part of the listing unknown, so that nothing can be said of what it lacks? */
  #isPartial = false;
  #difference: Fault | null = null;
  /** How many of the items that have the same bytes were seen, where there are several. */
  readonly #met = new Map<readonly number[], number>();

  /**
   * @param sort absent: the order of the content, which only the reference knows
   * @param reference the same order, looked at before
   */
  constructor(
    private readonly items: Items,
    private readonly sort: Sort | undefined,
    private readonly reference: Reference | undefined,
  ) {
    this.#seen = new Uint8Array(items.count);
  }

  /** Is each record known, and was each seen once? */
  get isWhole(): boolean {
    return (
      !this.#isPartial &&
      this.indexes.length === this.items.count &&
      this.#lacks.next().done === true
    );
  }

  /** Passes over what can't be read. */
  skip(): void {
    this.#isPartial = true;
    this.indexes.push(-1);
  }

  /** Takes the bytes of the next record. */
  recognize(record: Uint8Array, path: string): Fault | null {
    const twins = this.items.find(record);
    if (twins) return this.take(this.#nextOf(twins), path);
    this.skip();
    return { code: 'record', path, message: `has a record that is no item: ${excerpt(record)}` };
  }

  /** The first of equal records that was not seen yet, or the last: they are ordered by their keys. */
  #nextOf(twins: readonly number[]): number {
    const last = twins.length - 1;
    let met = this.#met.get(twins) ?? 0;
    while (met < last && this.#seen[twins[met] ?? -1] === 1) met++;
    if (last > 0) this.#met.set(twins, met);
    return twins[met] ?? -1;
  }

  /** Takes the next record where it is known which item it is. */
  take(index: number, path: string): Fault | null {
    const place = this.indexes.push(index) - 1;
    const isAgain = this.#seen[index] === 1;
    this.#seen[index] = 1;
    const name = this.items.nameOf(index);
    if (isAgain) return { code: 'twice', path, message: `has the record ${name} once more` };
    return this.#orderFault(place, path);
  }

  #orderFault(place: number, path: string): Fault | null {
    const [before = -1, index = -1] = [this.indexes[place - 1], this.indexes[place]];
    const { indexes: known = [], path: whole } = this.reference ?? {};
    const isSame = index === known[place];
    if (this.sort) {
      // The reference had the same two, and told what is wrong with them.
      if (isSame && before === known[place - 1]) return null;
      if (before === -1 || this.items.isOrdered(before, index, this.sort)) return null;
      return this.#misplaced(place, path, `against the order by ${inWords(this.sort)}`);
    }
    if (this.reference && !isSame) {
      this.#difference ??= this.#misplaced(place, path, `otherwise than ${whole}`);
    }
    return null;
  }

  #misplaced(place: number, path: string, how: string): Fault {
    const name = (at: number) => this.items.nameOf(this.indexes[at] ?? -1);
    const where = place === 0 ? 'at first' : `after ${name(place - 1)}`;
    return { code: 'order', path, message: `has the record ${name(place)} ${where}, ${how}` };
  }

  /**
   * What shows at the end of a listing.
   * @param path the file that it begins with
   */
  *end(path: string): Generator<Fault> {
    if (this.#isPartial) return;
    for (const index of this.#lacks) {
      const message = `is a listing that lacks the record ${this.items.nameOf(index)}`;
      yield { code: 'lacking', path, message };
    }
    // Where a record is lacking or there twice, all that follow stand elsewhere.
    if (this.#difference && this.isWhole) yield this.#difference;
  }

  get #lacks(): Generator<number> {
    return unset(this.#seen);
  }
}

function* unset(flags: Uint8Array): Generator<number> {
  for (let at = flags.indexOf(0); at !== -1; at = flags.indexOf(0, at + 1)) yield at;
}

const inWords = ({ field, descending }: Sort): string =>
  `${field}${descending ? ', descending' : ''}`;

/** How much is shown of what may be anything, in bytes. */
const SHOWN = 120;

export const excerpt = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes.subarray(0, SHOWN)).toString();
  return bytes.length > SHOWN ? `${text}…` : text;
};
