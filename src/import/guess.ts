import { RESERVED } from '../api/definition.ts';
import { isFileName } from '../content/check/key.ts';
import { FIXED_PARAMETERS } from '../core/endpoint.ts';
import { isFileValue } from '../core/filter.ts';
import type { Sort } from '../core/ordering.ts';
import { UsageError } from '../util/problem.ts';
import type { Pause } from '../util/progress.ts';
import { type Data, isCsv } from './data.ts';
import { fieldOf, type GuessedField, MAX_DISTINCT, namesIn, ownValue, type Row } from './field.ts';
import { LATITUDE, LONGITUDE } from './notation.ts';

/** What a collection of some records could be. */
export type Guess = Awaited<ReturnType<typeof guess>>;

/**
 * Guesses what a collection could be.
 * @throws UsageError where no field can be the key; the signal's reason
 */
export async function guess(data: Data, pause: Pause) {
  const { file, records, bytes } = data;
  const fields: GuessedField[] = [];
  for (const name of namesIn(records)) {
    await pause('Comparing records');
    fields.push(fieldOf(name, records, isCsv(file)));
  }
  const key = chooseKey(fields, data);
  const unfitKey = fields.find((field) => keyRank(field) < keyRank(key));
  const texts = fields.filter(({ type }) => type === TEXT);
  const words = texts.filter(({ notation }) => !notation);
  const [label] = LABELS.flatMap((pattern) => words.filter(({ name }) => pattern.test(name)));
  const updated = texts.find(isUpdateTime);
  const point = pointOf(fields, records);
  const others = fields.filter((field) => field !== key && !point?.includes(field));
  const rank = ({ field, kind }: Sort) => (field === label?.name ? -1 : KINDS.indexOf(kind));
  const sorts = others.flatMap(sortOf).sort((a, b) => rank(a) - rank(b));
  const choices = others.filter((field) => isChoice(field, records.length));
  const filters = byName(choices.slice(0, MAX_PARAMETERS), ({ name }) => name);
  const search = texts.filter(isPath).sort((a, b) => Number(b === label) - Number(a === label));
  const size = Math.max(records.length, bytes / 1000);
  const used = { key, unfitKey, label, updated, point, filters, search };
  return { fields, ...used, ...fitted(size, sorts, filters) };
}

/** Gives each value the name of a parameter, made of that of its field. */
function byName<T>(values: readonly T[], fieldOf: (value: T) => string): Map<string, T> {
  const named = new Map<string, T>();
  for (const value of values) {
    const name = nameFrom(fieldOf(value), 'field');
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
export function nameFrom(text: string, prefix: string): string {
  const latin = text.normalize('NFD').replace(/\p{M}/gu, '');
  const lower = latin.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  const words = lower.match(/[a-z\d]+/g) ?? [];
  const name = words.join('_').slice(0, 50);
  if (/^[a-z]/.test(name) && !TAKEN.includes(name)) return name;
  return [prefix, name].filter(Boolean).join('_');
}

const TAKEN = [...RESERVED, ...FIXED_PARAMETERS, 'search'];

const [TEXT, INTEGER, NUMBER, BOOLEAN] = ['z.string()', 'z.int()', 'z.number()', 'z.boolean()'];

/** The names of fields that people call a record by, the best first. */
const LABELS = [/^(?:name|title|label)$/i, /(?:name|title|label)$/i];

/** Does a field have the date of a record's last change? */
const isUpdateTime = ({ name, distinct }: GuessedField): boolean =>
  /^(?:last_?)?(?:updated|modified|changed)(?:_?(?:at|on|date))?$/i.test(name) &&
  [...distinct].every((text) => /^\d{4}-\d\d-\d\d(?:$|T)/.test(String(text)));

/** The names of fields that are mostly keys, the best first. */
const KEYS = ['id', 'uuid', 'code', 'slug', 'key'];

const keyRank = ({ name }: GuessedField): number =>
  KEYS.indexOf(name.toLowerCase()) + 1 || KEYS.length + 1;

function chooseKey(fields: readonly GuessedField[], { file, records }: Data): GuessedField {
  const byRank = fields.toSorted((a, b) => keyRank(a) - keyRank(b));
  const key = byRank.find((field) => isKey(field, records));
  if (key) return key;
  throw new UsageError(
    `No field of ${file} can be the key, which identifies a record in its address. A key is different in each ` +
      'record, ignoring case: a whole number, or text with letters, digits and _ . - only. ' +
      'Add a field such as `id` with the values 1, 2, 3. Nothing was written.',
  );
}

function isKey({ schema, name }: GuessedField, records: readonly Row[]): boolean {
  if (![TEXT, INTEGER].includes(schema)) return false;
  // The number of a text: `1` and `1.0` are the same key.
  const convert = schema === INTEGER ? Number : String;
  const keys = new Set(records.map((one) => `${convert(ownValue(one, name))}`.toLowerCase()));
  return keys.size === records.length && [...keys].every(isFileName);
}

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
function sortOf({
  name: field,
  type,
  distinct,
  notation,
  isLong,
  isCode,
}: GuessedField): Sort | [] {
  if (distinct.size < 2 || notation || isLong) return [];
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

/** In a filter or a search, a dot stands for a field of an object. */
const isPath = ({ name }: GuessedField): boolean => !name.includes('.');

/** The page sizes, the default first, for lists of fewer records than this; a short list is one page. */
const LIMITS: readonly (readonly [number, readonly number[]])[] = [
  [20, []],
  [3500, [10, 100]],
  [10_000, [50, 500]],
  [Number.POSITIVE_INFINITY, [100]],
];

/** More orderings would make a long list on the page, and more filters a long form. */
const MAX_PARAMETERS = 8;

/**
 * Chooses what is pre-rendered: up to 20,000 files, as many as the free plans of hosts allow. They include
 * a file for each record. From 15,000 records on, 10,000 other files are pre-rendered.
 * @param size the number of records; a large one counts as several, since each listing has a copy of it
 */
function fitted(size: number, sorts: readonly Sort[], filters: ReadonlyMap<string, GuessedField>) {
  const [, limits = []] = LIMITS.find(([maximum]) => size < maximum) ?? [];
  const pages = limits.reduce((sum, limit) => sum + Math.ceil(size / limit), 1);
  const prerendered = [...filters]
    .filter(([, { distinct }]) => Array.from(distinct, String).every(isFileValue))
    .slice(0, size < 3500 ? 2 : 1);
  // There are pages for each combination of values.
  const values = prerendered.reduce(
    (product, [, { distinct }]) => product * (distinct.size + 1),
    1,
  );
  const maxFiles = (size < 15_000 ? 19_500 - size : 10_000) - 3 * (pages + values);
  // Each ordering adds two listings to the default one, and each page has two formats.
  const room = Math.max(0, Math.floor((maxFiles / (2 * pages) - 1) / 2));
  const orderings = byName(sorts.slice(0, Math.min(MAX_PARAMETERS, room)), ({ field }) => field);
  return { limits, orderings, prerendered: prerendered.map(([name]) => name) };
}
