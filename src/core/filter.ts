/**
 * How the value of a filter is compared with a record.
 * - `equals`: the field has the value; a list has an element with it
 * - `in`: the same with one of the values, which have commas between them
 * - `contains`: the field contains the value; case is ignored
 * - `min` and `max`: the field is the value or more, or the value or less
 * - `above` and `below`: the field is more, or less
 * - `search`: each term of the value, split at white space and commas, is contained in one of the
 *   fields; case is ignored
 */
export type Match = 'equals' | 'in' | 'contains' | 'min' | 'max' | 'above' | 'below' | 'search';

/** What the compared values are if they are no plain texts. */
export type ValueType = 'number' | 'boolean' | 'date' | 'date-time';

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

/** The values of filters by their names; an empty one stands for an absent filter. */
export type FilterValues = Readonly<Record<string, string>>;

/** A published record. */
type Fields = Readonly<Record<string, unknown>>;

/** The most characters of a filter's value, and of a list of values. */
const [MAX_VALUE, MAX_LIST] = [200, 4000];

export const maxLength = ({ match }: Pick<Filter, 'match'>): number =>
  match === 'in' ? MAX_LIST : MAX_VALUE;

/** True for a value that a filter can have. A database could not hold U+0000. */
export const isFilterValue = (filter: Filter, value: string): boolean =>
  !value.includes('\0') &&
  [...value].length <= maxLength(filter) &&
  termsIn(filter, value).every((term) => comparable(filter, term) !== undefined);

/** Texts of which a record must have one in one of some fields. */
export interface FilterTerm extends Filter {
  readonly terms: readonly string[];
}

/** What a record must match: the value of each filter that has one, and each term of a search by itself. */
export const termsOf = (filters: Filters, values: FilterValues): FilterTerm[] =>
  Object.entries(filters).flatMap(([name, filter]) => {
    // A filter may be called `constructor`, which every object has.
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
    if (value === '') return [];
    const terms = termsIn(filter, value);
    const separate = filter.match === 'search' ? terms.map((term) => [term]) : [terms];
    return separate.map((own) => ({ ...filter, terms: own }));
  });

function termsIn({ match }: Filter, value: string): string[] {
  if (match === 'search') return value.split(/[\s,]+/).filter(Boolean);
  return match === 'in' ? value.split(/\s*,\s*/).filter(Boolean) : [value];
}

/** Returns the function that tells whether the text of a field, as `textAt` returns it, matches a term that is no range. */
export function textMatcher(term: FilterTerm): (text: string) => boolean {
  const { match, terms, isList } = term;
  if (match === 'equals' || match === 'in') {
    const wanted = wantedTexts(term);
    if (isList) return (text) => wanted.some((one) => text.includes(one));
    const values = new Set(wanted);
    return (text) => values.has(comparable(term, text) ?? '');
  }
  const lower = terms.map((one) => one.toLowerCase());
  return (text) => lower.some((one) => text.toLowerCase().includes(one));
}

/** The texts that equal the terms, in the form in which texts are compared; of a list, parts of its text. */
export const wantedTexts = (term: FilterTerm): string[] =>
  term.terms.map((one) => {
    const text = comparable(term, one) ?? '';
    return term.isList ? `\n${JSON.stringify(text)}\n` : text;
  });

/** True if a match compares values by size. */
export const isRange = (match: Match): match is keyof typeof RANGES => Object.hasOwn(RANGES, match);

const RANGES = {
  min: (value: number, bound: number) => value >= bound,
  max: (value: number, bound: number) => value <= bound,
  above: (value: number, bound: number) => value > bound,
  below: (value: number, bound: number) => value < bound,
};

/** Returns the function that tells whether a value, as `comparableNumber` returns it, is in the range of a term. */
export function rangeMatcher(term: FilterTerm): (value: number) => boolean {
  const bound = comparableNumber(term, term.terms[0] ?? '');
  const compare = RANGES[term.match as keyof typeof RANGES];
  return (value) => compare(value, bound);
}

/** The number by which a text is compared by size; NaN, which is in no range, where there is none. */
export const comparableNumber = (filter: Pick<Filter, 'type'>, text: string): number =>
  Number(comparable(filter, text) ?? Number.NaN);

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[-+]\d\d(?::?\d\d)?)?)?$/;

/**
 * A text in the form in which it is compared: equal values have the same. Numbers are as JavaScript writes them,
 * times are in microseconds from 1970, in UTC if they have no offset.
 * @returns undefined for a text that is no value of the type
 */
export function comparable({ type }: Pick<Filter, 'type'>, text: string): string | undefined {
  if (type === undefined) return text;
  if (type === 'boolean')
    return /^(?:true|1)$/i.test(text) ? 'true' : /^(?:false|0)$/i.test(text) ? 'false' : undefined;
  const isPossible = type === 'number' ? NUMBER.test(text) : type !== 'date' || DATE.test(text);
  if (!isPossible) return undefined;
  const number = type === 'number' ? Number(text) : microseconds(text);
  return Number.isFinite(number) ? String(number) : undefined;
}

/** NaN for a text that is no time. */
function microseconds(text: string): number {
  const [, date = '', time = '00:00', second = '00', fraction = '', zone = 'Z'] =
    TIME.exec(text) ?? [];
  const midnight = Date.parse(`${date}T00:00Z`);
  // JavaScript takes 30 February for 2 March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return NaN;
  const offset = zone.replace(
    /^(...):?(..)?$/,
    (_, hours, minutes = '00') => `${hours}:${minutes}`,
  );
  const start = Date.parse(`${date}T${time}:${second}${offset}`);
  return start * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/** Returns the function that tells whether a record matches every filter that has a value. */
export function matcherOf(filters: Filters, values: FilterValues): (record: Fields) => boolean {
  const matchers = termsOf(filters, values).map((term) => {
    const isInRange = isRange(term.match) && rangeMatcher(term);
    const matchesText = isInRange
      ? (text: string) => isInRange(comparableNumber(term, text))
      : textMatcher(term);
    return (record: Fields) =>
      term.fields.some((field) => {
        const text = textAt(record, field, term);
        return text !== undefined && matchesText(text);
      });
  });
  return (record) => matchers.every((matchesTerm) => matchesTerm(record));
}

/**
 * The value of a field as a text; undefined where there is none, or an object. That of a list has each element as
 * JSON on a line, with a line end before the first too.
 * @param field its name, after the names of the objects that hold it: `country.code`
 */
export function textAt(
  record: Fields,
  field: string,
  filter: Pick<Filter, 'isList'> = {},
): string | undefined {
  const texts = textsAt(record, field, filter);
  return filter.isList
    ? ['', ...texts.map((text) => JSON.stringify(text)), ''].join('\n')
    : texts[0];
}

/** The texts of a field that equal values of a filter: that of its value, or of each element of a list. */
export function textsAt(
  record: Fields,
  field: string,
  { isList }: Pick<Filter, 'isList'>,
): string[] {
  const value = field.split('.').reduce<unknown>(readField, record);
  return [isList && Array.isArray(value) ? value : [value]]
    .flat()
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
    .map(String);
}

const readField = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, name)
    ? (object as Fields)[name]
    : undefined;
