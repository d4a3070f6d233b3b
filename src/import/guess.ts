import { isCollectionName, RESERVED } from '../api/schema.ts';
import { FIXED_PARAMETERS } from '../core/endpoint.ts';
import type { Pagination } from '../core/grid.ts';
import type { Sort } from '../core/ordering.ts';
import { UsageError } from '../util/problem.ts';
import type { Pause } from '../util/progress.ts';
import { shortened } from '../util/text.ts';
import { type Data, isCsv } from './data.ts';
import {
  fieldOf,
  type GuessedField,
  LATITUDE,
  LONGITUDE,
  MAX_DISTINCT,
  namesIn,
  ownValue,
  type Row,
} from './field.ts';

/** What a collection of some records could be. */
export type Guess = Awaited<ReturnType<typeof guess>>;

/**
 * Guesses what a collection could be.
 * @throws UsageError where no field can be the key; the signal's reason
 */
export async function guess(data: Data, pause: Pause) {
  const { file, records } = data;
  const fields: GuessedField[] = [];
  for (const name of namesIn(records)) {
    await pause('Comparing records');
    fields.push(fieldOf(name, records, isCsv(file)));
  }
  const key = chooseKey(fields, data);
  const texts = fields.filter(({ type }) => type === TEXT);
  const words = texts.filter(({ notation }) => !notation);
  const [label] = LABELS.flatMap((pattern) => words.filter(({ name }) => pattern.test(name)));
  const updated = texts.find(isUpdateTime);
  const point = pointOf(fields, records);
  const others = fields.filter((field) => field !== key && !point?.includes(field));
  const rank = ({ field, kind }: Sort) => (field === label?.name ? -1 : KINDS.indexOf(kind));
  const sorts = others.flatMap(sortOf).sort((a, b) => rank(a) - rank(b));
  const choices = others.filter((field) => isChoice(field, records.length));
  const filters = byName(choices.slice(0, MAX_PARAMETERS).map(({ name: field }) => ({ field })));
  const search = texts.filter(isPath).sort((a, b) => Number(b === label) - Number(a === label));
  return {
    ...{ fields, key, label, updated, point, filters },
    order: label && isPath(label) && ({ field: label.name, kind: 'text' } as const),
    orderings: byName(sorts.slice(0, MAX_PARAMETERS)),
    prerendered: [...filters.keys()].slice(0, MAX_PRERENDERED),
    search: search.map(({ name }) => name),
    pagination: records.length > DEFAULT_LIMIT ? PAGINATION : undefined,
  };
}

/** The names of fields that are mostly keys, the best first. */
const KEYS = ['id', 'uuid', 'code', 'slug', 'key'];

const keyRank = ({ name }: GuessedField): number =>
  KEYS.indexOf(name.toLowerCase()) + 1 || KEYS.length + 1;

/**
 * The field that identifies a record in its address.
 * @throws UsageError where no field can
 */
function chooseKey(fields: readonly GuessedField[], { file, records }: Data): GuessedField {
  const candidates = fields
    .filter(({ type }) => [TEXT, INTEGER].includes(type))
    .sort((a, b) => keyRank(a) - keyRank(b));
  const key = candidates.find((field) => !keyFlaw(field, records));
  if (key) return key;
  const [best] = candidates;
  const reason = best ? `${best.name} can’t be the key: it ${keyFlaw(best, records)}. ` : '';
  throw new UsageError(
    `No field of ${file} can be the key, which identifies a record in its address: a text or a whole number that ` +
      `is different in each record. ${reason}` +
      'Correct the data, or add a field such as `id` with the values 1, 2, 3. Nothing was written.',
  );
}

/** Why a field can't be the key, after its name; null if it can. */
function keyFlaw({ name, type }: GuessedField, records: readonly Row[]): string | null {
  // The number of a text: `1` and `1.0` are the same key.
  const convert = type === INTEGER ? Number : String;
  const numbers = new Map<string, number>();
  for (const [index, record] of records.entries()) {
    const value = ownValue(record, name) ?? '';
    const key = String(value).trim() && String(convert(value));
    const first = numbers.get(key);
    // Browsers remove the dots from addresses.
    if (['', '.', '..'].includes(key))
      return `has no value that can be part of an address in record ${index + 1}`;
    if (first)
      return `is ${JSON.stringify(shortened(key))} in the records ${first} and ${index + 1}`;
    numbers.set(key, index + 1);
  }
  return null;
}

/** Gives each value the name of a parameter, made of that of its field. */
function byName<T extends { readonly field: string }>(values: readonly T[]): Map<string, T> {
  const named = new Map<string, T>();
  for (const value of values) {
    const name = nameFrom(value.field, 'field');
    let unique = name;
    for (let n = named.size + 1; named.has(unique); n++) unique = `${name}_${n}`;
    named.set(unique, value);
  }
  return named;
}

/**
 * Makes a name for a collection or a parameter of any text: `createdAt` becomes `created_at`.
 * @param prefix what is before a text that can't begin a name, or is a name that is taken
 */
function nameFrom(text: string, prefix: string): string {
  const latin = text.normalize('NFD').replace(/\p{M}/gu, '');
  const lower = latin.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  const words = lower.match(/[a-z\d]+/g) ?? [];
  const name = words.join('_').slice(0, 50);
  if (/^[a-z]/.test(name) && !TAKEN.includes(name)) return name;
  return [prefix, name].filter(Boolean).join('_');
}

/** A name for a collection of a data file's name. */
export const collectionNameFrom = (text: string): string =>
  isCollectionName(text) && !TAKEN.includes(text) && text.length <= 50
    ? text
    : nameFrom(text, 'data');

/** A title of the name of a collection. */
export const titleFrom = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replace(/[-_]/g, ' ');

const TAKEN = [...RESERVED, ...FIXED_PARAMETERS, 'search'];

const [TEXT, INTEGER, NUMBER, BOOLEAN] = ['z.string()', 'z.int()', 'z.number()', 'z.boolean()'];

/** The names of fields that people call a record by, the best first. */
const LABELS = [/^(?:name|title|label)$/i, /(?:name|title|label)$/i];

/** Does a field have the date of a record's last change? */
const isUpdateTime = ({ name, distinct }: GuessedField): boolean =>
  /^(?:last_?)?(?:updated|modified|changed)(?:_?(?:at|on|date))?$/i.test(name) &&
  [...distinct].every((text) => /^\d{4}-\d\d-\d\d(?:$|T)/.test(String(text)));

/** The latitude and the longitude of a record, in degrees. */
function pointOf(fields: readonly GuessedField[], records: readonly Row[]) {
  const find = (pattern: RegExp, maximum: number) =>
    fields.find(({ name, type }) => {
      if (!pattern.test(name) || ![INTEGER, NUMBER].includes(type)) return false;
      return records.every((record) => Math.abs(Number(ownValue(record, name) ?? 0)) <= maximum);
    });
  const latitude = find(LATITUDE, 90);
  const longitude = find(LONGITUDE, 180);
  return latitude && longitude && ([latitude, longitude] as const);
}

/** The kinds of orderings by their use. */
const KINDS = ['number', 'code', 'text'];

/** How to sort by a field; nothing where that is of no use. */
function sortOf(guessed: GuessedField): Sort | [] {
  const { name: field, type, distinct, notation, isLong, isCode } = guessed;
  if (distinct.size < 2 || notation || isLong || !isPath(guessed)) return [];
  if (type === TEXT) return { field, kind: isCode ? 'code' : 'text' };
  return [INTEGER, NUMBER].includes(type) ? { field, kind: 'number' } : [];
}

/** Does a field have so few values that people choose one of them? */
const isChoice = (field: GuessedField, count: number): boolean =>
  [TEXT, INTEGER, BOOLEAN].includes(field.type) &&
  isPath(field) &&
  !field.isLong &&
  field.distinct.size >= 2 &&
  field.distinct.size <= Math.min(MAX_DISTINCT, count / 2);

/** In an ordering, a filter or a search, a dot stands for a field of an object. */
const isPath = ({ name }: GuessedField): boolean => !name.includes('.');

/** More than 40 records in an order that is not stored may need more files than a Worker on Cloudflare can read. */
const DEFAULT_LIMIT = 20;

const PAGINATION: Pagination = { limits: [DEFAULT_LIMIT, 100], default: DEFAULT_LIMIT };

/** More orderings would make a long list on the page, and more filters a long form. */
const MAX_PARAMETERS = 8;

/** Each filter to pre-render adds files for each of its values. */
const MAX_PRERENDERED = 2;
