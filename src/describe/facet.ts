import type { ColumnValues } from '../core/columns.ts';
import { type Filter, textMatcher } from '../core/filter.ts';

/** What a page offers to narrow a listing by one field. */
export interface Facet {
  readonly title: string;
  readonly field: string;
  /** The filters that it sets, of which each choice clears those that it has no value for. */
  readonly filters: readonly string[];
  /** How the values of the field are compared with the choices; absent: these are ranges of numbers. */
  readonly filter?: Filter;
  readonly choices: readonly Choice[];
  /** The choice of no value, for which the last filter is; absent: there is none, or all records have none. */
  readonly none?: Choice | undefined;
  /** The type of the fields in HTML for a range of dates or times by its first two filters; absent: it has none. */
  readonly dates?: 'date' | 'datetime-local';
}

/** A choice of a facet: the values of its first filters, or of all, and how it is shown. */
export interface Choice {
  readonly values: readonly string[];
  readonly label: string;
  /** How many records it selects; absent: it is not known. */
  readonly count?: number;
}

/** The filter by whether there is a value. */
export const nullFilter = ({ filters, none }: Facet): string => (none && filters.at(-1)) ?? '';

/** What a value of the match `isnull` selects. */
export const nullText = (value: string): string =>
  /^(?:true|1)$/i.test(value) ? 'No value' : 'With a value';

/**
 * A facet with the counts of some records.
 * @param column the values of its field
 * @param marks as `findRows` returns them
 */
export function countChoices(facet: Facet, column: ColumnValues, marks: Uint8Array | null): Facet {
  const amounts = new Map<string | number, number>();
  for (const [row, value] of column.entries()) {
    if (value === undefined || (marks && marks[row] !== 1)) continue;
    amounts.set(value, (amounts.get(value) ?? 0) + 1);
  }
  const countOf = ({ values }: Choice): number => {
    const matches = choiceMatcher(facet, values);
    return [...amounts].reduce((sum, [value, amount]) => sum + (matches(value) ? amount : 0), 0);
  };
  const choices = facet.choices.map((choice) => ({ ...choice, count: countOf(choice) }));
  return { ...facet, choices };
}

/** Returns the function that tells whether a choice selects a value. */
function choiceMatcher({ filter }: Facet, values: readonly string[]) {
  if (filter) {
    const matches = textMatcher({ ...filter, terms: values });
    return (value: string | number) => matches(String(value));
  }
  const [least = NaN, greatest = NaN] = values.map(Number);
  return (value: string | number) => Number(value) >= least && Number(value) <= greatest;
}

/** A facet whose counts are not known. */
export const withoutCounts = (facet: Facet): Facet => ({
  ...facet,
  choices: facet.choices.map(withoutCount),
  none: facet.none && withoutCount(facet.none),
});

const withoutCount = ({ values, label }: Choice): Choice => ({ values, label });

/** True if a request has the values of a choice for some filters of its facet, and for no other of them. */
export const isChosen = (
  filters: readonly string[],
  { values }: Choice,
  given: ReadonlyMap<string, string>,
): boolean => filters.every((name, index) => (given.get(name) ?? '') === (values[index] ?? ''));
