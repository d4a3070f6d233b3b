import type { ListingAddress, RecordAddress } from './address.ts';
import { joined } from './envelope.ts';
import {
  type FilterTerm,
  type FilterValues,
  MATCHES,
  numberMatcher,
  storedMatcher,
  termsOf,
  textMatcher,
  wantedParts,
} from './filter.ts';
import type { CollectionGrid } from './grid.ts';
import { hashKey } from './hash.ts';
import { decodeJson } from './json.ts';
import { keyOf } from './key.ts';
import { ownValue } from './object.ts';
import { Reading } from './reading.ts';
import type { DataSite } from './site.ts';
import { type ColumnPiece, decodeKeys, decodeNumbers, decodeTexts, decodeValues } from './store.ts';

/** The value of a field in each row; undefined in rows without one. */
export type ColumnValues = readonly (string | number | undefined)[];

/**
 * Finds the records of a listing, on all its pages, or one record.
 * @returns 1 for the row of each, else 0; null if they are all records of the collection
 * @throws as `compose`
 */
export async function findRows(site: DataSite, address: ListingAddress | RecordAddress) {
  const reading = new Reading(site, address.collection);
  if (address.kind !== 'record') return matchingRows(reading, address.filters);
  const found = await findRecord(reading, address.key);
  const marks = new Uint8Array(reading.collection.count);
  if (found) marks[found.row] = 1;
  return marks;
}

type Rows = Readonly<Record<string, number>>;

/** A record by its key or an alias: its row, and its body on a line; undefined if the collection has no such record. */
export async function findRecord(reading: Reading, key: string) {
  const { keys, orders, whole = orders[''] ?? '', aliases } = reading.stored;
  const bodyAt = async (row: number) => joined('', await reading.records(whole, [row]), '\n');
  const [one, other] = hashKey(key);
  const table = await reading.part(keys[one % keys.length] ?? '', decodeKeys);
  for (let at = 0; at < table.length; at += 3) {
    if (table[at] !== one || table[at + 1] !== other) continue;
    const row = table[at + 2] ?? 0;
    const body = await bodyAt(row);
    if (hasKey(reading.collection, body, key)) return { row, body };
  }
  const row = aliases && ownValue(await reading.part(aliases, decodeJson<Rows>), key);
  return typeof row === 'number' ? { row, body: await bodyAt(row) } : undefined;
}

/** False if a record has another key: keys can be made that have the same hashes. True if it does not tell its key. */
const hasKey = ({ keyField }: CollectionGrid, body: Uint8Array, key: string): boolean =>
  keyField === undefined || String(keyOf(keyField, decodeJson(body))) === key;

/**
 * Reads the column of a field that filters compare.
 * @returns null if it has nothing but texts of which a filter compares parts
 */
export async function readColumn(site: DataSite, collection: string, field: string) {
  const reading = new Reading(site, collection);
  const { values = [], numbers = [], exact = [] } = reading.stored.columns[field] ?? {};
  const column: (string | number | undefined)[] = [];
  for (const [part] of values) {
    const piece = await reading.part(part, decodeValues);
    for (const code of piece.codes) column.push(piece.values[code - 1]);
  }
  if (values.length > 0) return column;
  for (const [part] of numbers) {
    for (const number of await reading.part(part, decodeNumbers)) column.push(number);
  }
  if (numbers.length > 0) return column;
  for (const [part] of exact) {
    const { text } = await reading.part(part, decodeTexts);
    for (const one of text.slice(1, -1).split('\0')) column.push(one);
  }
  return exact.length > 0 ? column : null;
}

/**
 * The rows of a collection that match every filter that has a value: 1 for each that does, else 0.
 * @returns null if no filter has a value, so that all rows match
 */
export async function matchingRows(reading: Reading, values: FilterValues = {}) {
  const { filters = {}, count } = reading.collection;
  const terms = termsOf(filters, values);
  if (terms.length === 0) return null;
  const marks = new Uint8Array(count).fill(POSSIBLE);
  for (const term of terms) {
    for (const field of term.fields) await markMatches(reading, field, term, marks);
    for (let row = 0; row < count; row++) marks[row] = marks[row] === FOUND ? POSSIBLE : 0;
  }
  return marks;
}

/** The mark of a row that matches all terms before, and that of one that matches this term, too. Only the first are compared. */
const POSSIBLE = 1;
const FOUND = 2;

/** Marks the possible rows whose value of a field matches. */
function markMatches(reading: Reading, field: string, term: FilterTerm, marks: Uint8Array) {
  const columns = reading.stored.columns[field] ?? {};
  /** Marks the rows of each piece. */
  const mark = async <T>(
    pieces: readonly ColumnPiece[] = [],
    decode: (body: Uint8Array) => T,
    markPiece: (piece: T, own: Uint8Array) => void,
  ) => {
    let first = 0;
    for (const [name, rows] of pieces) {
      markPiece(await reading.part(name, decode), marks.subarray(first, first + rows));
      first += rows;
    }
  };
  const { form } = MATCHES[term.match];
  if (form === 'numbers') {
    const matches = numberMatcher(term);
    return mark(columns.numbers, decodeNumbers, (piece, own) =>
      markRows(own, (row) => matches(piece[row] ?? NaN)),
    );
  }
  // Of lists, `search` reads another text than other filters.
  const values = columns[form] ? undefined : columns.values;
  const listed = form === 'nulls' ? columns.nulls : values;
  if (listed) {
    const matches = textMatcher(term);
    return mark(listed, decodeValues, ({ values, codes }, own) => {
      const found = [false, ...values.map(matches)];
      markRows(own, (row) => found[codes[row] ?? 0] ?? false);
    });
  }
  const parts = wantedParts(term);
  // To find the rows of more parts takes longer than to compare each row.
  if (parts.length > 4) {
    const matches = storedMatcher(term, parts);
    return mark(columns[form], decodeTexts, ({ text, starts }, own) =>
      markRows(own, (row) => matches(text.slice(starts[row], (starts[row + 1] ?? 0) + 1))),
    );
  }
  return mark(columns[form], decodeTexts, (piece, own) => {
    for (const part of parts) markTexts(piece, part, own);
  });
}

function markRows(marks: Uint8Array, matches: (row: number) => boolean): void {
  for (let row = 0; row < marks.length; row++)
    if (marks[row] === POSSIBLE && matches(row)) marks[row] = FOUND;
}

/** Marks the rows that contain a text. */
function markTexts(
  { text, starts }: ReturnType<typeof decodeTexts>,
  part: string,
  marks: Uint8Array,
): void {
  let at = -1;
  for (let row = 0; row < marks.length; row++) {
    if (marks[row] !== POSSIBLE) continue;
    const start = starts[row] ?? 0;
    if (at < start) at = text.indexOf(part, start);
    if (at === -1) return;
    if (at < (starts[row + 1] ?? 0)) marks[row] = FOUND;
  }
}
