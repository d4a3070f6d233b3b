import { isCollectionName, RESERVED } from '../api/schema.ts';
import { FIXED_PARAMETERS } from '../core/endpoint.ts';
import type { Pagination } from '../core/grid.ts';
import type { Sort } from '../core/ordering.ts';
import { ownValue } from '../util/object.ts';
import { UsageError } from '../util/problem.ts';
import type { Pause } from '../util/progress.ts';
import { shortened } from '../util/text.ts';
import type { Data } from './data.ts';
import {
  BOOLEAN,
  DECIMAL,
  fieldOf,
  type GuessedField,
  INTEGER,
  LATITUDE,
  LONGITUDE,
  MAX_DISTINCT,
  namesIn,
  type Row,
  TEXT,
} from './field.ts';

/** What a collection of some records could be. */
export type Guess = Awaited<ReturnType<typeof guess>>;

/**
 * Guesses what a collection could be.
 * @throws UsageError where no field can be the key; the signal's reason
 */
export async function guess(data: Data, pause: Pause) {
  const { records, header = namesIn(records) } = data;
  const areTexts = data.header !== undefined;
  const fields: GuessedField[] = [];
  for (const name of header) {
    await pause('Comparing records');
    fields.push(fieldOf(name, records, areTexts));
  }
  const chosen = chooseKey(fields, data);
  const key = fieldOf(chosen.name, records, areTexts, true);
  fields[fields.indexOf(chosen)] = key;
  const texts = fields.filter(({ type }) => type === TEXT);
  const words = texts.filter(({ unsorted }) => unsorted === undefined);
  const [label] = LABELS.flatMap((pattern) => words.filter(({ name }) => pattern.test(name)));
  const updated = fields.find(isUpdateTime);
  const point = pointOf(fields, records);
  const others = fields.filter((field) => field !== key && !point?.includes(field));
  const rank = ({ field, kind }: Sort) => (field === label?.name ? -1 : KINDS.indexOf(kind));
  const sorts = others.flatMap(sortOf).sort((a, b) => rank(a) - rank(b));
  const choices = others.filter((field) => isChoice(field, records.length));
  const filters = byName(choices.slice(0, MAX_PARAMETERS).map(({ name: field }) => ({ field })));
  const search = texts.filter(isPath).sort((a, b) => Number(b === label) - Number(a === label));
  return {
    /** The data, with a key. */
    data,
    ...{ fields, key, label, updated, point, filters },
    order: label && isPath(label) && ({ field: label.name, kind: 'text' } as const),
    orderings: byName(sorts.slice(0, MAX_PARAMETERS)),
    prerendered: [...filters.keys()].slice(0, MAX_PRERENDERED),
    search: search.map(({ name }) => name),
    pagination: records.length > DEFAULT_LIMIT ? PAGINATION : undefined,
  };
}

const isTime = ({ type }: GuessedField): boolean => type.startsWith('z.iso.');

const isText = (field: GuessedField): boolean => field.type === TEXT || isTime(field);

const isNumber = ({ type }: GuessedField): boolean => [INTEGER, DECIMAL].includes(type);

const named = (pattern: RegExp) => (field: GuessedField) => pattern.test(nameFrom(field.name, ''));

/** Texts that are no numbers, dates or descriptions. */
const isWord = ({ type, code, unsorted, isLong }: GuessedField): boolean =>
  type === TEXT && !isLong && (code ?? unsorted) === undefined;

/** Which fields can be the key, the best first. */
const KEYS: readonly ((field: GuessedField) => boolean)[] = [
  ...[/^id$/, /^uuid$/, /^key$/, /^code$/, /^slug$/, /_(?:uu)?id$/].map(named),
  (field) => isWord(field) || named(/(?:^|_)(?:no|nr|number|code)$/)(field),
  isTime,
  ({ type }) => [TEXT, INTEGER].includes(type),
];

/**
 * The field that identifies a record in its address.
 * @throws UsageError where no field can
 */
function chooseKey(fields: readonly GuessedField[], { from, records }: Data): GuessedField {
  const possible = fields.filter((field) => isText(field) || isNumber(field));
  const candidates = [...new Set(KEYS.flatMap((isKey) => possible.filter(isKey)))];
  const key = candidates.find((field) => !keyFlaw(field, records));
  if (key) return key;
  const [best] = candidates;
  const reason = best ? `${best.name} can’t be the key: it ${keyFlaw(best, records)}. ` : '';
  throw new UsageError(
    `No field of ${from} can be the key, which identifies a record in its address: a text or a whole number that ` +
      `is different in each record. ${reason}` +
      'Correct the data, or add a field such as `id` with the values 1, 2, 3. Nothing was written.',
  );
}

/** Why a field can't be the key, after its name; null if it can. */
function keyFlaw({ name }: GuessedField, records: readonly Row[]): string | null {
  const numbers = new Map<string, number>();
  for (const [index, record] of records.entries()) {
    const key = String(ownValue(record, name) ?? '');
    const first = numbers.get(key);
    // Browsers remove the dots from addresses.
    if (['', '.', '..'].includes(key.trim()))
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

/** The names of fields that people call a record by, the best first. */
const LABELS = [/^(?:name|title|label)$/i, /(?:name|title|label)$/i];

/** Does a field have the date of a record's last change? */
const isUpdateTime = (field: GuessedField): boolean =>
  /^(?:last_?)?(?:updated|modified|changed)(?:_?(?:at|on|date))?$/i.test(field.name) &&
  isTime(field);

/** The latitude and the longitude of a record, in degrees. */
function pointOf(fields: readonly GuessedField[], records: readonly Row[]) {
  const find = (pattern: RegExp, maximum: number) =>
    fields.find((field) => {
      if (!pattern.test(field.name) || !isNumber(field)) return false;
      return records.every(
        (record) => Math.abs(Number(ownValue(record, field.name) ?? 0)) <= maximum,
      );
    });
  const latitude = find(LATITUDE, 90);
  const longitude = find(LONGITUDE, 180);
  return latitude && longitude && ([latitude, longitude] as const);
}

/** The kinds of orderings by their use. */
const KINDS = ['number', 'code', 'text'];

/** How to sort by a field; nothing where that is of no use. */
function sortOf(guessed: GuessedField): Sort | [] {
  const { name: field, distinct, unsorted, isLong, isCode } = guessed;
  if (distinct.size < 2 || unsorted !== undefined || isLong || !isPath(guessed)) return [];
  if (isText(guessed)) return { field, kind: isCode ? 'code' : 'text' };
  return isNumber(guessed) ? { field, kind: 'number' } : [];
}

/** Does a field have so few values that people choose one of them? */
const isChoice = (field: GuessedField, count: number): boolean =>
  (isText(field) || [INTEGER, BOOLEAN].includes(field.type)) &&
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
