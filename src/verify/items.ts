import { hash } from 'node:crypto';
import { fileOf } from '../address/address.ts';
import { NEWLINE } from '../envelope.ts';
import type { CollectionGrid } from '../grid.ts';
import { byCode, type Keyed, orderOf, type Sort } from '../ordering.ts';
import type { Fault, Finding } from './fault.ts';
import { decoded, type SiteReader } from './reader.ts';

/**
 * Reads the items of a collection: as many as it has, each a JSON object in a line.
 * @param names their keys, as their files have them
 * @returns null where one of them is at fault
 */
export function* itemFindings(
  site: SiteReader,
  collection: CollectionGrid,
  names: readonly string[],
): Generator<Finding, Items | null> {
  const items = new Items(collection);
  let isWhole = names.length === collection.count;
  if (!isWhole) {
    const message = `has ${names.length} items, and by the manifest ${collection.count}`;
    yield { code: 'count', path: `data/${collection.name}/item`, message };
  }
  for (const name of inKeyOrder(names)) {
    const fault = items.add(name, site.read(items.fileOf(name)));
    isWhole &&= fault === null;
    yield fault;
  }
  return isWhole ? items : null;
}

/** Is a key the text of a number? */
const isNumeral = (name: string): boolean => String(Number(name)) === name;

/** Names in the order of the keys that they may be. */
const inKeyOrder = (names: readonly string[]): string[] =>
  [...names].sort(names.every(isNumeral) ? (a, b) => Number(a) - Number(b) : byCode);

/**
 * A collection's items, for records of its listings to be recognized and compared. Of each record it
 * holds a hash and the values that the collection is ordered by.
 */
export class Items {
  readonly #names: string[] = [];
  readonly #keyed: Keyed[] = [];
  /** The records that have the same bytes, by the hash of these. */
  readonly #byHash = new Map<string, number[]>();
  readonly #fields: ReadonlySet<string>;
  readonly #keyField: string | undefined;

  constructor(private readonly collection: CollectionGrid) {
    const { order, sortedBy = {}, sorts } = collection;
    const used = [...Object.values(sortedBy), ...(order ? [order] : [])];
    this.#fields = new Set(used.map(({ field }) => field));
    // Where there is anything else to sort by, all records show their keys.
    if (Object.keys(sorts?.by ?? {}).length > 0) this.#keyField = sorts?.key;
  }

  get count(): number {
    return this.#names.length;
  }

  /** The key of a record, as text. */
  nameOf(index: number): string {
    return this.#names[index] ?? '';
  }

  fileOf(name: string): string {
    return fileOf({ kind: 'item', collection: this.collection.name, key: name });
  }

  /** Adds the next item, in the order of their keys. */
  add(name: string, body: Uint8Array | null): Finding {
    const fault = (code: Fault['code'], message: string): Fault => ({
      code,
      path: this.fileOf(name),
      message,
    });
    const value = body && parseItem(body);
    if (!value) return fault('syntax', 'is not one JSON object in a line');
    const shown = this.#keyField === undefined ? name : value[this.#keyField];
    if (String(shown) !== name) return fault('key', `holds the record ${JSON.stringify(shown)}`);
    const used = [...this.#fields].map((field) => [field, value[field]]);
    this.#keyed.push({ key: shown as Keyed['key'], value: Object.fromEntries(used) });
    const id = hashOf(body.subarray(0, -1));
    const twins = this.#byHash.get(id);
    if (twins) twins.push(this.count);
    else this.#byHash.set(id, [this.count]);
    this.#names.push(name);
    return null;
  }

  /**
   * Which item a record of a listing is; undefined: none. Of several with the same bytes it is the first
   * that was not seen before, for equal records are ordered by their keys.
   */
  find(record: Uint8Array, isSeen: (index: number) => boolean): number | undefined {
    const twins = this.#byHash.get(hashOf(record));
    return twins?.find((index) => !isSeen(index)) ?? twins?.at(-1);
  }

  /** May a record stand directly before another one? */
  isOrdered(before: number, after: number, sort: Sort): boolean {
    const [a, b] = [this.#keyed[before], this.#keyed[after]];
    if (!a || !b) return false;
    if (inOrder(a, b, sort)) return true;
    // A key that no record shows is known from its file only, as a text.
    return this.#keyField === undefined && inOrder(numbered(a), numbered(b), sort);
  }
}

const hashOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64');

const inOrder = (a: Keyed, b: Keyed, sort: Sort): boolean => orderOf([a, b], sort)[0] === 0;

const numbered = ({ key, value }: Keyed): Keyed =>
  isNumeral(String(key)) ? { key: Number(key), value } : { key, value };

/** The record of an item's body; null where that is none. */
function parseItem(body: Uint8Array): Readonly<Record<string, unknown>> | null {
  if (body.indexOf(NEWLINE) !== body.length - 1) return null;
  try {
    const value = JSON.parse(decoded(body));
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
