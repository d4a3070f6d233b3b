import { isDecimal } from '../api/decimal.ts';
import { NUMBER, TRUE_OR_FALSE, timeForm } from '../content/convert.ts';
import { isChangedNumber } from '../content/number.ts';
import { isObject, ownValue } from '../core/object.ts';
import { block } from '../util/source.ts';
import { property } from './source.ts';

/** A record as it is in a file; in a CSV file each value is a text. */
export type Row = Readonly<Record<string, unknown>>;

/** A field, with what its use depends on. */
export type GuessedField = ReturnType<typeof fieldOf>;

type Use = 'key' | 'number' | 'text';

/** More different values than this are not counted. */
export const MAX_DISTINCT = 60;

/**
 * @param areTexts whether the values are texts of a CSV file, which stand for other values
 * @param use what is known of the field: a key keeps 1.0 as text, a converted column has numbers, and a column with
 * ambiguous numbers, or of a type for texts, is text
 */
export function fieldOf(name: string, records: readonly Row[], areTexts: boolean, use?: Use) {
  const given = records.map((record) => ownValue(record, name));
  const texts = given
    .filter((value) => typeof value === 'string')
    .map((text) => text.trim())
    .filter(Boolean);
  const areNumbers = areTexts && use !== 'text' && texts.every(isNumber);
  const code = areNumbers ? findCode(name, texts, use) : undefined;
  const areBooleans = texts.every((text) => TRUE_OR_FALSE.test(text));
  const isTrue = (text: string) => /^\s*t/i.test(text);
  const isDecimalText = use !== 'key' && use !== 'text' && isDecimalField(name, given, areTexts);
  const areParsed = areNumbers && !code && !isDecimalText;
  const convert = areParsed ? Number : areBooleans ? isTrue : String;
  const typed = (text: unknown) => (String(text).trim() ? convert(String(text)) : null);
  const values = areTexts ? given.map(typed) : given;
  const present = values.filter(isPresent);
  const type = isDecimalText ? DECIMAL_TEXT : typeOf(present);
  const isLong = texts.some(({ length }) => length > MAX_LENGTH);
  const distinct = new Set<unknown>();
  for (const value of present) if (distinct.add(value).size > MAX_DISTINCT) break;
  return {
    name,
    type,
    /** The type, and whether there may be none. */
    schema: schemaOf(values, type),
    mayBeEmpty: present.length < values.length,
    /** The different values; of more than `MAX_DISTINCT`, only some. */
    distinct,
    /** A number that would be published in another form. If there is one, the field is text. */
    code,
    /** One of the texts, if their order is not that of the numbers or dates that they stand for, or other values are no texts. */
    unsorted: isLong ? undefined : findUnsorted(texts, type),
    isLong,
    /** Whole numbers that are years. */
    isYear: type === INTEGER && areYears(name, present),
    /** Such as dates: texts without lower-case letters and spaces, or without letters. */
    isCode: texts.every((text) => /^(?:[^\p{Ll}\s]*|\P{L}*)$/u.test(text)),
  };
}

const areYears = (name: string, values: readonly unknown[]): boolean => {
  const years = YEAR_NAME.test(name) ? /^[12]\d{3}$/ : YEAR;
  return values.every((value) => years.test(String(value)));
};

/** Other numbers are rarely years. */
export const YEAR = /^(?:(?:1[5-9]|20)\d\d|2100)$/;

const YEAR_NAME = /year(?!s|ly)|jahr|jaar|ann[eé]e|(?:^|[^a-z])(?:yr|a[nñ]o|anno|rok)(?:[^a-z]|$)/i;

/** Longer texts are descriptions, which nobody sorts by. */
const MAX_LENGTH = 60;

export const [TEXT, BOOLEAN, DATE] = ['z.string()', 'z.boolean()', 'z.iso.date()'];
export const [INTEGER, DECIMAL, DECIMAL_TEXT] = ['z.int()', 'z.number()', 'decimal()'];

/** The form of a date. A day that does not exist is a mistake in the data. */
const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)$/;
export const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/** Is a text a date or a time, so that a schema tells that it is one? */
export const isIso = (text: string): boolean =>
  [ISO_DATE, ISO_TIME, LOCAL_TIME].some((form) => form.test(text));

const isTextLike = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value);

const TYPES: readonly (readonly [string, (value: unknown) => boolean])[] = [
  [DATE, isTextLike(ISO_DATE)],
  ['z.iso.datetime({ offset: true })', isTextLike(ISO_TIME)],
  ['z.iso.datetime({ local: true })', isTextLike(LOCAL_TIME)],
  [TEXT, isTextLike(/^/)],
  [INTEGER, Number.isSafeInteger],
  [DECIMAL, (value) => typeof value === 'number'],
  [BOOLEAN, (value) => typeof value === 'boolean'],
];

const isPresent = (value: unknown): boolean => value !== null && value !== undefined;

function schemaOf(values: readonly unknown[], type = typeOf(values.filter(isPresent))): string {
  const nullable = values.includes(null) ? '.nullable()' : '';
  return type + nullable + (values.includes(undefined) ? '.optional()' : '');
}

/** Objects with more names than this are dictionaries rather than records. */
const MAX_NAMES = 50;

function typeOf(values: readonly unknown[]): string {
  if (values.length === 0) return 'z.unknown()';
  const [scalar] = TYPES.find(([, isType]) => values.every(isType)) ?? [];
  if (scalar) return scalar;
  if (values.every(Array.isArray)) return `z.array(${schemaOf(values.flat())})`;
  const names = values.every(isObject) ? namesIn(values) : [];
  const isGeometry = names.includes('type') && names.includes('coordinates');
  if (names.length === 0 || names.length > MAX_NAMES || isGeometry) return 'z.unknown()';
  const valuesOf = (name: string) => values.map((value) => ownValue(value as Row, name));
  const fields = names.map((name) => `${property(name, schemaOf(valuesOf(name)))},`);
  return block('z.strictObject({', fields, '})');
}

export const isTime = ({ type }: GuessedField): boolean => type.startsWith('z.iso.');

/** The names of the fields of all records, in the order in which they occur. */
export const namesIn = (records: readonly Row[]): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record))),
];

/** A number as content is read; `007` is a text, and `+49123` can be a phone number. */
export const isNumber = (text: string): boolean => NUMBER.test(text) && !text.startsWith('+');

/**
 * Finds a number that is rather a name, such as the version 3.10, which as a number would be 3.1, or that is not
 * the number that it looks like, such as 1.899 with a dot between thousands.
 */
function findCode(name: string, texts: readonly string[], use?: Use): string | undefined {
  const find = (pattern: RegExp) => texts.find((text) => pattern.test(text));
  const areAll = (pattern: RegExp, some = texts) => some.every((text) => pattern.test(text));
  const decimals = new Set(texts.map((text) => /\.(\d+)/.exec(text)?.[1]?.length));
  const isMixed = decimals.size > 1 && use !== 'number';
  const isVersion = isMixed && !PRICE.test(name);
  const exponents = texts.filter((text) => /e/i.test(text));
  return (
    texts.find(isChangedNumber) ??
    (areAll(/^-?\d+$/) ? texts.find((text) => !Number.isSafeInteger(Number(text))) : undefined) ??
    // The `.0` of a whole number is Python's.
    (isVersion ? find(/\.\d{1,2}0$/) : undefined) ??
    (isMixed && areAll(/^(?:0|-?[1-9]\d{0,2}(?:\.\d{3})?)$/) ? find(/\./) : undefined) ??
    (areAll(/^\d+e\d+$/i, exponents) ? exponents[0] : undefined) ??
    (use === 'key' ? find(/[.e]/i) : undefined)
  );
}

const PRICE = /price|cost|amount/i;

/** Is a field a decimal number as text: of a CSV file only a price in cents, because most decimals are measures? */
function isDecimalField(name: string, given: readonly unknown[], areTexts: boolean): boolean {
  const values = given.filter((value) => isPresent(value) && !(areTexts && value === ''));
  const isName = areTexts ? PRICE.test(name) : !isDegrees(name);
  const isText = (value: unknown) =>
    typeof value === 'string' && isDecimal(value) && (!areTexts || /\.\d\d$/.test(value));
  return isName && values.length > 0 && values.every(isText);
}

/** A number, possibly with a sign or a currency before it and anything after it. */
const AMOUNT = /^(?:[-–−+~<>≤≥#(.\s\p{Sc}]|CHF|EUR|GBP|USD|US(?=\$))*(?!(?<!\.)0\d)\d/u;

/** A date with the year after the month, and possibly a weekday and a time. */
export const YEAR_LAST =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*\.?,? )?(?:(?:\d{1,2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)[-/. ,]{1,2}){1,2}(?:(?:1\d|20)\d\d|(?<=[/.]|\p{L}-)\d\d|\d?\d:.* \d{4}.*)(?:[ ,T:]+\d.*)?$/iu;

/** The beginning of a date without a time zone, or of a time of day, with a fixed number of digits. */
const ISO_START =
  /^(?:\d{4}-\d\d(?!-\d\d[ T]\d:|.*:\d\d(?:[.,]\d+)? ?(?:[-+]\d\d|[A-Z]))|\d\d:\d\d(?!.*[AP]\.?M))/i;

/** The end of a time with AM or PM: 12:30 AM is before 01:30 AM. */
const HALF_DAY = /\d ?[AP]\.?M\.?$/i;

/** What people write into a cell that has no value. */
export const NO_VALUE = /^(?:#?n\/?a|n\.a\.|nan|nil|none|null|unknown|\\n|[-–—?.]+)$/i;

/** Finds one of the texts, if their order is not that of the numbers or dates that most of them stand for. */
function findUnsorted(all: readonly string[], type: string): string | undefined {
  if (type !== TEXT) return type === 'z.unknown()' ? all[0] : undefined;
  const texts = all.filter((text) => !NO_VALUE.test(text));
  const areMost = (some: readonly string[]) => some.length > 0 && some.length >= 0.7 * texts.length;
  const amounts = texts.filter((text) => AMOUNT.test(text));
  const forms = new Set(amounts.map(timeForm));
  // Negative numbers have the reverse order.
  const isSafe = forms.size === 1 && !amounts.some((text) => /^[-–−]/.test(text));
  const isUnsorted =
    (texts.length > 0 && texts.length < all.length && texts.every(isNumber)) ||
    areMost(texts.filter((text) => YEAR_LAST.test(text) || HALF_DAY.test(text))) ||
    (areMost(amounts) && !isSafe && !amounts.every((text) => ISO_START.test(text)));
  return isUnsorted ? (all.find((text) => !isNumber(text)) ?? all[0]) : undefined;
}

/** The names of fields with degrees. */
export const LATITUDE = /^lat(?:itude)?(?:_deg)?$/i;
export const LONGITUDE = /^(?:lon|lng|long|longitude)(?:_deg)?$/i;

export const isDegrees = (name: string): boolean => LATITUDE.test(name) || LONGITUDE.test(name);
