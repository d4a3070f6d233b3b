import {
  comparableNumber,
  type Filters,
  type FilterValues,
  MATCHES,
  numberMatcher,
  termsOf,
  textAt,
  textMatcher,
} from '../../src/core/filter.ts';

/** Tells whether a record matches every filter that has a value, as a site tells it by its columns. */
export const matcherOf = (filters: Filters, values: FilterValues) => (record: object) =>
  termsOf(filters, values).every((term) =>
    term.fields.some((field) => {
      const text = textAt({ ...record }, field, term);
      if (text === undefined) return false;
      return MATCHES[term.match].form === 'numbers'
        ? numberMatcher(term)(comparableNumber(term, text))
        : textMatcher(term)(text);
    }),
  );
