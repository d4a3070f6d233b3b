import { isObject } from '../util/object.ts';
import { areNumbers, notationOf } from './notation.ts';
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
