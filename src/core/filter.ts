/**
 * How the value of a filter is compared with a record.
 * - `equals`: the field has the value
 * - `contains`: the field contains the value; case is ignored
 * - `search`: each term of the value, split at white space and commas, is contained in one of the
 *   fields; case is ignored
 */
export type Match = 'equals' | 'contains' | 'search';

/** A parameter that selects records by published fields. */
interface Filter {
  /** The fields that are compared, such as `country.code`; only `search` compares more than one. */
  readonly fields: readonly string[];
  readonly match: Match;
}

/** Filters by the names of their parameters. */
export type Filters = Readonly<Record<string, Filter>>;

/** The values of filters by their names; an empty one stands for an absent filter. */
export type FilterValues = Readonly<Record<string, string>>;

/** A published record. */
type Fields = Readonly<Record<string, unknown>>;

/** The longest value of a filter, in characters. */
export const MAX_FILTER_LENGTH = 200;

/** True for a value that a filter can have. A database could not hold U+0000. */
export const isFilterValue = (value: string): boolean =>
  !value.includes('\0') && [...value].length <= MAX_FILTER_LENGTH;

/** A text that a record must have in one of some fields. */
export interface FilterTerm extends Filter {
  readonly term: string;
}

/** What a record must match: the value of each filter that has one, and each term of a search by itself. */
export const termsOf = (filters: Filters, values: FilterValues): FilterTerm[] =>
  Object.entries(filters).flatMap(([name, filter]) => {
    // A filter may be called `constructor`, which every object has.
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
    const terms = filter.match === 'search' ? value.split(/[\s,]+/) : [value];
    return terms.filter((term) => term !== '').map((term) => ({ ...filter, term }));
  });

/** Returns the function that tells whether the text of a field matches. */
export function textMatcher({ match, term }: FilterTerm): (text: string) => boolean {
  if (match === 'equals') return (text) => text === term;
  const lower = term.toLowerCase();
  return (text) => text.toLowerCase().includes(lower);
}

/** Returns the function that tells whether a record matches every filter that has a value. */
export function matcherOf(filters: Filters, values: FilterValues): (record: Fields) => boolean {
  const matchers = termsOf(filters, values).map((term) => {
    const matchesText = textMatcher(term);
    return (record: Fields) =>
      term.fields.some((field) => {
        const text = textAt(record, field);
        return text !== undefined && matchesText(text);
      });
  });
  return (record) => matchers.every((matchesTerm) => matchesTerm(record));
}

/**
 * The value of a field as a text; undefined where there is none, or an object or a list.
 * @param field its name, after the names of the objects that hold it: `country.code`
 */
export function textAt(record: Fields, field: string): string | undefined {
  const value = field.split('.').reduce<unknown>(readField, record);
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

const readField = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, name)
    ? (object as Fields)[name]
    : undefined;
