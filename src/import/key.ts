import { createLocator, formatOf } from '../content/file.ts';
import { keyOf } from '../core/key.ts';
import { ownValue } from '../core/object.ts';
import { UsageError } from '../util/problem.ts';
import type { Pause } from '../util/progress.ts';
import { shortened } from '../util/text.ts';
import type { Data } from './data.ts';
import { isAddress } from './encoding.ts';
import { type GuessedField, isTime, type Row } from './field.ts';
import { snakeCase } from './name.ts';

type Fields = readonly GuessedField[];
type Rows = readonly Row[];

/** How many records have the same values in some fields, by these values as a key has them. */
function countsOf(fields: Fields, records: Rows): Map<string, number> {
  const names = fields.map(({ name }) => name);
  const counts = new Map<string, number>();
  for (const record of records) {
    const key = String(keyOf(names, record) ?? '');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** How many pairs can be made of some records. */
const pairsOf = (count: number): number => (count * (count - 1)) / 2;

/** How many pairs of records have the same values in these fields. */
const pairsIn = (fields: Fields, records: Rows): number =>
  [...countsOf(fields, records).values()].reduce((sum, count) => sum + pairsOf(count), 0);

/** How many records have values of another record in these fields, or none. Browsers remove dots from addresses. */
export const countRepeated = (fields: Fields, records: Rows): number =>
  [...countsOf(fields, records)]
    .filter(([key, count]) => count > 1 || ['', '.', '..'].includes(key.trim()))
    .reduce((sum, [, count]) => sum + count, 0);

/** Combinations of more fields would take too long. */
const MAX_CANDIDATES = 8;

/**
 * Finds two or three fields that together are different in each record, such as `country` and `year`.
 * @param possible texts, dates and years: amounts are different by chance
 * @throws the signal's reason
 */
export async function findSeveral(possible: Fields, records: Rows, pause: Pause) {
  // Without null.
  const fields = possible.filter((one) => one.schema === one.type).slice(0, MAX_CANDIDATES);
  const after = (field: GuessedField) => fields.slice(fields.indexOf(field) + 1);
  const pairs = fields.flatMap((a) => after(a).map((b) => [a, b] as const));
  const triples = pairs.flatMap(([a, b]) => after(b).map((c) => [a, b, c] as const));
  for (const several of [...pairs, ...triples]) {
    await pause('Comparing records');
    if (countRepeated(several, records) === 0 && !isByChance(several, records)) return several;
  }
  return undefined;
}

/**
 * Can it be by chance that these fields are different in each record? If the values of one of them did not depend on
 * the others, some pairs of records would be the same. The more of them are expected, the less it is by chance. Of few
 * records, those of a full grid are enough, such as each country in each year; for years and dates with gaps.
 */
function isByChance(several: Fields, records: Rows): boolean {
  const all = pairsOf(records.length);
  const part = several.some((field) => field.isYear || isTime(field)) ? 10 : 7;
  return several.some((field) => {
    const others = several.filter((one) => one !== field);
    const expected = (pairsIn(others, records) * pairsIn([field], records)) / all;
    return expected < Math.min(10, records.length / part);
  });
}

const NO_KEY = 'no field, except for amounts, is different in each record.';

/** What a field that identifies records is called. */
const KEY_NAME = /^(?:id|key|code|uuid|slug)$/;

/** A line for each field with the name of a key that is none, with its first value that is empty or that of two records. */
export function keyNotes(data: Data, fields: Fields, keys: Fields): string[] {
  const isNamed = ({ name, type }: GuessedField) =>
    KEY_NAME.test(snakeCase(name)) && !/^z\.(?:array|strictObject|unknown)/.test(type);
  return fields.flatMap((field) => (isNamed(field) && !keys.includes(field) ? noteOf(field) : []));

  function noteOf({ name }: GuessedField): string | [] {
    const values = data.records.map((record) => String(ownValue(record, name) ?? '').trim());
    const firsts = new Map<string, number>();
    for (const [index, value] of values.entries()) {
      const first = firsts.get(value);
      if (value === '') return `${name} is not the key: ${placesOf(data, name, index)} has none.`;
      if (first !== undefined)
        return `${name} is not the key: ${placesOf(data, name, first, index)} have ${shortened(value, 80)}.`;
      firsts.set(value, index);
    }
    return [];
  }
}

/** Where records are: their lines in the file, if they are read from it as it is, or else their numbers. */
function placesOf(data: Data, name: string, ...indexes: readonly number[]): string {
  const { originals, isConverted, content } = data;
  const [original, ...others] = isConverted ? [] : originals;
  const format = original && others.length === 0 ? formatOf(original.file) : undefined;
  const read = () => original?.bytes ?? Buffer.from('');
  const locate = format && createLocator(format, '', read, content);
  const lines = new Set(indexes.map((index) => locate?.([index, name]).line));
  const areLines = locate && lines.size === indexes.length;
  const places = areLines ? [...lines] : indexes.map((index) => index + 1);
  return `${areLines ? 'line' : 'record'}${places.length > 1 ? 's' : ''} ${places.join(' and ')}`;
}

/**
 * Adds a field that numbers the records from 1, and a note.
 * @param names those of the fields
 * @returns the name of the new field, and the records with it
 * @throws UsageError where the records come from an address
 */
export function numberRecords(data: Data, names: readonly string[]) {
  const { from, header, records, notes } = data;
  let key = 'id';
  while (names.includes(key)) key = `row_${key}`;
  if (isAddress(from))
    throw new UsageError(
      `${from} has no key: ${NO_KEY} Its records are not numbered, because \`pull\` could give their numbers to others. ` +
        'To number them once, or to name several fields as the key, save them to a file, and use it with --from, or in a project with --add. Nothing was written.',
    );
  const numberOf = (index: number) => (header ? String(index + 1) : index + 1);
  const note = `The rows are numbered (${key}): ${NO_KEY} After \`init\`, give new rows an unused number. \`dev\` with the file, and a new \`init\`, number all rows again, so that rows after a new or removed one get other addresses.`;
  const numbered = {
    ...data,
    records: records.map((record, index) => ({ [key]: numberOf(index), ...record })),
    ...(header && { header: [key, ...header] }),
    content: {},
    notes: [...notes, note],
    isConverted: true,
  };
  return { key, data: numbered };
}
