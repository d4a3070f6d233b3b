import { fold } from './fold.ts';
import type { KeyField } from './key.ts';
import { ownValue } from './object.ts';

/**
 * How the value of a filter is compared with a record.
 * - `equals`: the field has the value; a list has an element with it
 * - `in`: the same with one of the values, which have commas between them
 * - `contains`: the field contains the value; case is ignored
 * - `min` and `max`: the field is the value or more, or the value or less
 * - `above` and `below`: the field is more, or less
 * - `isnull`: the field is null or absent, or with `false` it has a value, such as an empty text or list
 * - `search`: each term of the value, split at white space and commas, is contained in one of the
 *   fields; case and accents are ignored, as `fold` does
 */
export type Match =
  | 'equals'
  | 'in'
  | 'contains'
  | 'min'
  | 'max'
  | 'above'
  | 'below'
  | 'isnull'
  | 'search';

/** What the compared values are if they are no plain texts. */
export type ValueType = 'number' | 'boolean' | 'date' | 'date-time' | 'uuid';

/** A parameter that selects records by published fields. */
export interface Filter {
  /** The fields that are compared, such as `country.code`; only `search` compares more than one. */
  readonly fields: readonly string[];
  readonly match: Match;
  /** Absent: text. */
  readonly type?: ValueType;
  /** True if the field is a list, whose elements are compared. */
  readonly isList?: true;
}

/** Filters by the names of their parameters. */
export type Filters = Readonly<Record<string, Filter>>;

/** The name of the filter that selects a record by its key, where there is one. */
export const findKeyFilter = (filters: Filters, key: KeyField | undefined): string | undefined =>
  Object.entries(filters).find(
    ([, { match, fields }]) => match === 'equals' && fields[0] === key,
  )?.[0];

/** The form of a column that a match reads, as `StoredColumns` describes it. */
export type ColumnForm = 'caseless' | 'folded' | 'exact' | 'numbers' | 'nulls';

/** How a match splits the value of a filter, and compares its terms. */
interface Comparison {
  /** Returns lists of terms: a record must match each list, by one of its terms. */
  readonly split: (value: string) => string[][];
  /** True if commas separate values. */
  readonly takesList?: true;
  readonly form: ColumnForm;
  /** Of texts that contain others: what is compared. */
  readonly convert?: (text: string) => string;
  /** Of numbers. */
  readonly compare?: (value: number, bound: number) => boolean;
}

const whole = (value: string) => [[value]];
// Equal values and words are merged. A pattern that splits at white space would take quadratic time.
const listed = (value: string) => [[...new Set(value.match(/[^\s,](?:[^,]*[^\s,])?/g))]];
// A word may have nothing but points: no term is empty.
const words = (value: string) => [...new Set(fold(value).match(/[^\s,]+/g))].map((one) => [one]);

/** All that depends on the match of a filter when records and columns are compared. */
export const MATCHES: Readonly<Record<Match, Comparison>> = {
  equals: { split: whole, form: 'exact' },
  in: { split: listed, form: 'exact', takesList: true },
  contains: { split: whole, form: 'caseless', convert: (text) => text.toLowerCase() },
  min: { split: whole, form: 'numbers', compare: (value, bound) => value >= bound },
  max: { split: whole, form: 'numbers', compare: (value, bound) => value <= bound },
  above: { split: whole, form: 'numbers', compare: (value, bound) => value > bound },
  below: { split: whole, form: 'numbers', compare: (value, bound) => value < bound },
  isnull: { split: whole, form: 'nulls' },
  search: { split: words, form: 'folded', convert: fold },
};

/** The values of filters by their names; an empty one stands for an absent filter. */
export type FilterValues = Readonly<Record<string, string>>;

/** A published record. */
type Fields = Readonly<Record<string, unknown>>;

/** The most characters of a filter's value, and of a list of values. */
const [MAX_VALUE, MAX_LIST] = [200, 4000];

export const maxLength = ({ match }: Pick<Filter, 'match'>): number =>
  MATCHES[match].takesList ? MAX_LIST : MAX_VALUE;

/** The most different words of a search: each takes about as long as a search of one. */
export const MAX_WORDS = 8;

/** True for a value that a filter can have. A database could not hold U+0000. */
export function isFilterValue(filter: Filter, value: string): boolean {
  if (value.includes('\0') || [...value].length > maxLength(filter)) return false;
  const lists = MATCHES[filter.match].split(value);
  const isComparable = (term: string) => comparable(filter, term) !== undefined;
  return lists.length <= MAX_WORDS && lists.flat().every(isComparable);
}

/** Texts of which a record must have one in one of some fields. */
export interface FilterTerm extends Filter {
  readonly terms: readonly string[];
}

/** What a record must match: the value of each filter that has one, and each term of a search by itself. */
export const termsOf = (filters: Filters, values: FilterValues): FilterTerm[] =>
  Object.entries(filters).flatMap(([name, filter]) => {
    const value = ownValue(values, name) ?? '';
    const split = value === '' ? [] : MATCHES[filter.match].split(value);
    return split.map((terms) => ({ ...filter, terms }));
  });

/** Returns the function that tells whether the text of a field, as `textAt` returns it, matches a term; `numberMatcher` is for numbers. */
export function textMatcher(term: FilterTerm): (text: string) => boolean {
  const matches = storedMatcher(term);
  return (text) => matches(`\0${storedText(term, text)}\0`);
}

/** The same for a text of a column with the U+0000 on both sides. The number of values makes no difference. */
export function storedMatcher(term: FilterTerm, parts = wantedParts(term)) {
  const { convert } = MATCHES[term.match];
  if (convert) return (text: string) => parts.some((part) => text.includes(part));
  const texts = new Set(parts);
  if (!term.isList) return (text: string) => texts.has(text);
  // Faster than to split the text.
  return (text: string) => {
    let start = text.indexOf('\n');
    for (let end = start; end !== -1; start = end) {
      end = text.indexOf('\n', start + 1);
      if (texts.has(text.slice(start, end + 1))) return true;
    }
    return false;
  };
}

/** What no value of a filter can have: U+0000, and half of a character. */
const UNREQUESTABLE = /[\0\p{Surrogate}]/gu;

/** The text of a field, as `textAt` returns it, in the form that a filter reads. */
export function storedText(filter: Filter, text: string): string {
  const { convert } = MATCHES[filter.match];
  // A lower-cased text has no `A`.
  if (convert) return convert(text).replace(UNREQUESTABLE, 'A');
  // The UUIDs of a list have hyphens: only their letters differ.
  if (filter.isList) return filter.type === 'uuid' ? text.toLowerCase() : text;
  return text.search(UNREQUESTABLE) < 0 ? (comparable(filter, text) ?? '') : '';
}

/** Parts of stored texts, which are between two U+0000, that match a term. */
export const wantedParts = (term: FilterTerm): string[] =>
  term.terms.map((one) => {
    const { convert } = MATCHES[term.match];
    if (convert) return convert(one);
    const text = comparable(term, one) ?? '';
    return term.isList ? `\n${JSON.stringify(text)}\n` : `\0${text}\0`;
  });

/** Returns the function that tells whether a value, as `comparableNumber` returns it, is in the range of a term. */
export function numberMatcher(term: FilterTerm): (value: number) => boolean {
  const bound = comparableNumber(term, term.terms[0] ?? '');
  const { compare } = MATCHES[term.match];
  return (value) => compare?.(value, bound) === true;
}

/** The number by which a text is compared by size; NaN, which is in no range, where there is none. */
export function comparableNumber({ type }: Pick<Filter, 'type'>, text: string): number {
  const isPossible = type === 'number' ? NUMBER.test(text) : type !== 'date' || DATE.test(text);
  if (!isPossible) return Number.NaN;
  const number = type === 'number' ? Number(text) : microseconds(text);
  return Number.isFinite(number) ? number : Number.NaN;
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;
const DATE = /^\d{4}-\d\d-\d\d$/;
// In a query, a `+` that is not encoded is a space. A leap second is 60. RFC 3339, 5.6 and 5.7
const TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::([0-5]\d|60)(?:[.,](\d+))?)?(Z|[-+ ]\d\d(?::?\d\d)?)?)?$/i;

/**
 * A text in the form in which it is compared: equal values have the same. Numbers are as JavaScript writes them,
 * times are in microseconds from 1970, in UTC if they have no offset, UUIDs in small letters with hyphens.
 * @returns undefined for a text that is no value of the type
 */
function comparable({ type }: Pick<Filter, 'type'>, text: string): string | undefined {
  if (type === undefined) return text;
  if (type === 'uuid') return canonicalUuid(text);
  if (type === 'boolean')
    return /^(?:true|1)$/i.test(text) ? 'true' : /^(?:false|0)$/i.test(text) ? 'false' : undefined;
  const number = comparableNumber({ type }, text);
  return Number.isNaN(number) ? undefined : String(number);
}

/** A UUID, which can have capitals and no hyphens, in small letters with hyphens; undefined for another text. RFC 9562, 4 */
export const canonicalUuid = (text: string): string | undefined =>
  UUID.exec(text.toLowerCase())?.slice(1).join('-');

const UUID = /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/;

/** NaN for a text that is no time. */
function microseconds(text: string): number {
  const [, date = '', time = '00:00', second = '00', fraction = '', zone = 'Z'] =
    TIME.exec(text) ?? [];
  const day = Number(date.slice(8));
  // JavaScript takes 30 February for 2 March.
  if (day > 28 && new Date(`${date}T00:00Z`).getUTCDate() !== day) return NaN;
  const offset = zone
    .replace(' ', '+')
    .replace(/^(...):?(..)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);
  const minute = Date.parse(`${date}T${time}${offset.toUpperCase()}`);
  return (minute + Number(second) * 1000) * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/** What the text of a field depends on. */
type TextKind = Partial<Pick<Filter, 'isList' | 'match'>>;

/**
 * The value of a field as a text; undefined where there is none, or an object. That of a list has each element as
 * JSON on a line, with a line end before the first too. For `isnull`, it is `true` or `false`.
 * @param field its name, after the names of the objects that hold it: `country.code`
 */
export function textAt(record: Fields, field: string, filter: TextKind = {}) {
  const texts = textsAt(record, field, filter);
  return filter.isList
    ? ['', ...texts.map((text) => JSON.stringify(text)), ''].join('\n')
    : texts[0];
}

/** The text that `search` looks in: of a list, each element on a line, because no term has white space. */
export const searchText = (record: Fields, field: string): string =>
  textsAt(record, field, { isList: true }).join('\n');

/** The texts of a field that equal values of a filter: that of its value, or of each element of a list. */
export function textsAt(record: Fields, field: string, { isList, match }: TextKind) {
  const value = valueAt(record, field);
  if (match === 'isnull') return [String((value ?? null) === null)];
  if (typeof value === 'string') return [value];
  return (isList && Array.isArray(value) ? value : [value])
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
    .map(String);
}

/** The value of a field, named as for `textAt`; undefined where there is none. */
export const valueAt = (record: Fields, field: string): unknown =>
  // Most fields are no fields of an object, and are read for every record.
  field.includes('.')
    ? field.split('.').reduce<unknown>(readField, record)
    : readField(record, field);

const readField = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null ? ownValue(object as Fields, name) : undefined;
