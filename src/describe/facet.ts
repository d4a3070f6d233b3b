import type { ColumnValues } from '../core/columns.ts';
import { type Filter, textMatcher } from '../core/filter.ts';

/** What a page offers to narrow a listing by one field. */
export interface Facet {
  readonly title: string;
  readonly field: string;
  /** The filters that its choices set. */
  readonly filters: readonly string[];
  /** How the values of the field are compared; absent: the choices are ranges of numbers. */
  readonly filter?: Filter;
  readonly choices: readonly Choice[];
}

/** A choice of a facet: the value of each of its filters, and how it is shown. */
export interface Choice {
  readonly values: readonly string[];
  readonly label: string;
  /** How many records it selects; absent: it is not known. A number between two ranges is in both. */
  readonly count?: number;
}

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
  choices: facet.choices.map(({ values, label }) => ({ values, label })),
});

/** The values of a facet's filters in a request; null if it sets none of them. */
export function givenValues({ filters }: Facet, values: ReadonlyMap<string, string>) {
  const given = filters.map((name) => values.get(name) ?? '');
  return given.some((value) => value !== '') ? given : null;
}
