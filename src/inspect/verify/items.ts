import { hash } from 'node:crypto';
import { fileOf } from '../../core/address.ts';
import { NEWLINE } from '../../core/envelope.ts';
import type { CollectionGrid } from '../../core/grid.ts';
import { byCode, type Keyed, orderOf, type Sort } from '../../core/ordering.ts';
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
  for (const name of items.inKeyOrder(names)) {
    const fault = items.add(name, site.read(items.fileOf(name)));
    isWhole &&= fault === null;
    yield fault;
  }
  return isWhole ? items : null;
}

/**
 * A collection's items, for records of its listings to be recognized and compared. Of each record it
 * holds a hash and the values that the collection is ordered by.
 */
export class Items {
  readonly #names: string[] = [];
  /** Where each of them stands, once that is asked for. */
  #indexes: ReadonlyMap<string, number> | undefined;
  readonly #keyed: Keyed[] = [];
  /** The records that have the same bytes, by the hash of these. */
  readonly #byHash = new Map<string, number[]>();
  readonly #fields: ReadonlySet<string>;

  constructor(private readonly collection: CollectionGrid) {
    const { order, sortedBy = {} } = collection;
    const used = [...Object.values(sortedBy), ...(order ? [order] : [])];
    this.#fields = new Set(used.map(({ field }) => field));
  }

  get count(): number {
    return this.#names.length;
  }

  /** The key of a record, as text. */
  nameOf(index: number): string {
    return this.#names[index] ?? '';
  }

  /** Which item has a name; undefined: none. */
  indexOf(name: string): number | undefined {
    this.#indexes ??= new Map(this.#names.map((one, index) => [one, index]));
    return this.#indexes.get(name);
  }

  fileOf(name: string): string {
    return fileOf({ kind: 'item', collection: this.collection.name, key: name });
  }

  /** The names of items, in the order of their keys. */
  inKeyOrder(names: readonly string[]): string[] {
    const { numericKeys } = this.collection;
    return [...names].sort(numericKeys ? (a, b) => Number(a) - Number(b) : byCode);
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
    const key = this.#keyOf(name, value);
    if (key === null) return fault('key', 'holds the record of another key');
    const used = [...this.#fields].map((field) => [field, value[field] ?? null] as const);
    const several = used.find(([, one]) => typeof one === 'object' && one !== null);
    if (several) return fault('record', `has no single value as its ${several[0]}`);
    this.#keyed.push({ key, value: Object.fromEntries(used) });
    const id = hashOf(body.subarray(0, -1));
    const twins = this.#byHash.get(id);
    if (twins) twins.push(this.count);
    else this.#byHash.set(id, [this.count]);
    this.#names.push(name);
    return null;
  }

  /** The key of a record, whose file has this name; null where it shows another one. */
  #keyOf(name: string, value: Readonly<Record<string, unknown>>): Keyed['key'] | null {
    const { keyField, numericKeys } = this.collection;
    if (keyField === undefined) return numericKeys ? Number(name) : name;
    const shown = value[keyField];
    const isKey = typeof shown === 'string' || typeof shown === 'number';
    return isKey && String(shown) === name ? shown : null;
  }

  /** Which items have the bytes of a record, in the order of their keys; undefined: none. */
  find(record: Uint8Array): readonly number[] | undefined {
    return this.#byHash.get(hashOf(record));
  }

  /** May a record stand directly before another one? */
  isOrdered(before: number, after: number, sort: Sort): boolean {
    const [a, b] = [this.#keyed[before], this.#keyed[after]];
    return !!a && !!b && orderOf([a, b], sort)[0] === 0;
  }
}

const hashOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64');

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
