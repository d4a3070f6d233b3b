import { isChangedNumber } from '../content/number.ts';
import { isObject } from '../util/object.ts';
import { block, property } from './source.ts';

/** A record as it is in a file; in a CSV file each value is a text. */
export type Row = Readonly<Record<string, unknown>>;

/** A field, with what its use depends on. */
export type GuessedField = ReturnType<typeof fieldOf>;

/** More different values than this are not counted. */
export const MAX_DISTINCT = 60;

/** @param areTexts whether the values are texts of a CSV file, which stand for other values */
export function fieldOf(name: string, records: readonly Row[], areTexts: boolean) {
  const given = records.map((record) => ownValue(record, name));
  const texts = given
    .filter((value) => typeof value === 'string')
    .map((text) => text.trim())
    .filter(Boolean);
  const notation = notationOf(name, texts, areTexts);
  const values = areTexts ? typed(given, !notation && areNumbers(texts)) : given;
  const present = values.filter((value) => value !== null && value !== undefined);
  const type = typeOf(present);
  const distinct = new Set<unknown>();
  for (const value of present) if (distinct.add(value).size > MAX_DISTINCT) break;
  return {
    name,
    type,
    /** The type, and whether there may be none. */
    schema: schemaOf(values),
    /** The different values; of more than `MAX_DISTINCT`, only some. */
    distinct,
    /** Why the order of its texts is not that of the numbers or dates that they stand for. */
    notation: type === 'z.string()' && notation,
    isLong: texts.some(({ length }) => length > MAX_LENGTH),
    /** Such as dates: texts without lower-case letters and spaces. */
    isCode: texts.every((text) => /^[^\p{Ll}\s]*$/u.test(text)),
  };
}

/** Longer texts are descriptions, which nobody sorts by. */
const MAX_LENGTH = 60;

/** A value that is not inherited, as `constructor` is. */
export const ownValue = (record: Row, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** The values that the texts of a CSV column stand for, and null for a blank one. */
function typed(given: readonly unknown[], areNumbers: boolean): unknown[] {
  const values = given.map((text) => (String(text).trim() ? String(text) : null));
  if (values.every((text) => text === null || /^\s*(?:true|false)\s*$/i.test(text)))
    return values.map((text) => text && /^\s*t/i.test(text));
  return areNumbers ? values.map((text) => text && Number(text)) : values;
}

const TYPES: readonly (readonly [string, (value: unknown) => boolean])[] = [
  ['z.string()', (value) => typeof value === 'string'],
  ['z.int()', Number.isSafeInteger],
  ['z.number()', (value) => typeof value === 'number'],
  ['z.boolean()', (value) => typeof value === 'boolean'],
];

function schemaOf(values: readonly unknown[]): string {
  const present = values.filter((value) => value !== null && value !== undefined);
  const nullable = values.includes(null) ? '.nullable()' : '';
  return typeOf(present) + nullable + (values.includes(undefined) ? '.optional()' : '');
}

/** Objects with more names than this are dictionaries rather than records. */
const MAX_NAMES = 50;

function typeOf(values: readonly unknown[]): string {
  if (values.length === 0) return 'z.unknown()';
  const [scalar] = TYPES.find(([, isType]) => values.every(isType)) ?? [];
  if (scalar) return scalar;
  if (values.every(Array.isArray)) return `z.array(${schemaOf(values.flat())})`;
  const names = values.every(isObject) ? namesIn(values) : [];
  if (names.length === 0 || names.length > MAX_NAMES) return 'z.unknown()';
  const valuesOf = (name: string) => values.map((value) => ownValue(value as Row, name));
  const fields = names.map((name) => `${property(name, schemaOf(valuesOf(name)))},`);
  return block('z.looseObject({', fields, '})');
}

/** The names of the fields of all records, in the order in which they occur. */
export const namesIn = (records: readonly Row[]): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record))),
];

/** The names of fields with degrees. */
export const LATITUDE = /^lat(?:itude)?(?:_deg)?$/i;
export const LONGITUDE = /^(?:lon|lng|long|longitude)(?:_deg)?$/i;

/** A number as the definition reads it; `007` is a text. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i;

const areNumbers = (texts: readonly string[]): boolean => texts.every((text) => NUMBER.test(text));

/** A number that can have a decimal comma, separators of thousands, and a unit. */
const AMOUNT =
  /^(?:CHF|EUR|GBP|USD)?[-−\s\p{Sc}]*(?:\d{1,3}([.,'’\s])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?|\d+(?:[.,]\d+)?|[.,]\d+)\s?(?:[\p{Sc}%‰]|°\p{L}?)?(?:\s\p{L}{1,3})?$/u;

/** A date with the year after the day and the month, and possibly a time. */
const DATE =
  /^(?:(?:\d{1,2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)[-/. ,]{1,2}){2}(?:(?:1\d|20)\d\d|(?<=[/.])\d\d)(?:[ ,T]+\d.*)?$/iu;

const THOUSANDS = /^(?:0|-?[1-9]\d{0,2}(?:\.\d{3})*)$/;

/** What people write into a cell that has no value. */
const NO_VALUE = /^(?:n\/?a|null|none|unknown|[-–—?]+)$/i;

/**
 * Finds out whether texts stand for numbers or dates in a notation that no definition reads.
 * @param all all texts of a field, in CSV or in a format that has numbers
 * @returns what the notation is, as a sentence
 */
export function notationOf(name: string, all: readonly string[], isCsv: boolean) {
  const texts = all.filter((text) => !NO_VALUE.test(text));
  const firstOf = (every: RegExp, some: RegExp) =>
    texts.every((text) => every.test(text)) && texts.find((text) => some.test(text));
  if (areNumbers(texts)) {
    const changed = isCsv && texts.find(isChangedNumber);
    if (changed) return `JavaScript can’t hold the number ${changed}.`;
    const isAngle = LATITUDE.test(name) || LONGITUDE.test(name);
    const dotted = isCsv && !isAngle && firstOf(THOUSANDS, /\./);
    if (dotted) return `${dotted} can mean thousands. ${DECIMAL_HELP}`;
    const noValue = isCsv && texts.length > 0 && all.find((text) => NO_VALUE.test(text));
    return noValue && `${noValue} is not a number. If it means no value, leave the cell empty.`;
  }
  const amount = firstOf(AMOUNT, /[^\d.-]|\..*\.|^-?\.|\.$/);
  if (amount) return `${amount} is not written as a number, such as 1234.5.`;
  const date = firstOf(DATE, DATE);
  return date && `${date} is not written as a date, such as 2024-12-31.`;
}

const DECIMAL_HELP = 'If the dot is a decimal point, change z.string() to z.number() in api.mjs.';
