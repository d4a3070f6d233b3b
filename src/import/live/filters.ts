import { FILTER_MATCHES } from '../../api/filter.ts';
import { type Filter, matcherOf, textAt } from '../../core/filter.ts';
import type { GuessedField, Row } from '../field.ts';
import { type GuessedFilter, nameFrom } from '../guess.ts';
import { type Findings, valueTypeOf } from './findings.ts';
import type { Page } from './listing.ts';

/** The ends of the names of filters, by what they compare. */
const ENDS = {
  text: ['', '__in', '__icontains'],
  boolean: [''],
  number: ['', '__in', '__gte', '__lte', '__gt', '__lt'],
};

/** The filters that a field can have, each with the name of the field. */
export function possibleFilters(field: GuessedField): [string, string][] {
  const type = valueTypeOf(field);
  const ends = type === 'text' || type === 'boolean' ? ENDS[type] : ENDS.number;
  return ends.map((end) => [nameFrom(field.name, 'field') + end, field.name]);
}

/** Finds the filters that select as many records as they should, but not all. */
export async function findFilters(
  findings: Findings,
  named: readonly (readonly [string, string?])[],
) {
  const filters = new Map<string, GuessedFilter>();
  for (const [name, given] of named) {
    const [, start = name, end = 'exact'] = /^(.+)__([a-z]+)$/.exec(name) ?? [];
    const field = given ?? start;
    const known = findings.fields.find((one) => one.name === field);
    const type = (known && valueTypeOf(known)) ?? 'text';
    const match = FILTER_MATCHES[end as keyof typeof FILTER_MATCHES] ?? 'equals';
    // Without an end, a filter can also look for a part of a text.
    const matches = end === 'exact' && type === 'text' ? ([match, 'contains'] as const) : [match];
    const candidates = matches.map((one) => ({
      ...{ fields: [field], match: one },
      ...(type !== 'text' && { type }),
    }));
    const found = await findFilter(findings, name, candidates);
    if (found) filters.set(name, { field, match: found.match });
  }
  return filters;
}

/** Finds which of some filters a parameter is, if any. */
async function findFilter<F extends Filter>(
  { ask, records }: Findings,
  name: string,
  filters: readonly F[],
): Promise<F | undefined> {
  let left = filters;
  const proven = new Set<F>();
  for (const value of exampleValues(filters, records)) {
    const select = (filter: F) => records.filter(matcherOf({ [name]: filter }, { [name]: value }));
    const counts = new Map(left.map((filter) => [filter, select(filter).length]));
    // An answer with all records can also mean that the parameter is ignored.
    const isProof = (filter: F) => counts.get(filter) !== records.length;
    if (!left.some(isProof)) continue;
    const count = countOf(await ask({ [name]: value }));
    left = left.filter((filter) => counts.get(filter) === count);
    for (const filter of left.filter(isProof)) proven.add(filter);
    if (left.length === 0 || filters.length === 1) break;
  }
  return left.find((filter) => proven.has(filter));
}

/** The number of records that match a request; undefined if the answer does not have it. */
const countOf = (page: Page | undefined): number | undefined =>
  page?.count ?? (page?.next === undefined ? page?.records.length : undefined);

/** Values that some records have, and for a text also a part of one. */
function exampleValues([filter]: readonly Filter[], records: readonly Row[]): string[] {
  const { fields: [field = ''] = [], match, type } = filter ?? {};
  const all = [...new Set(records.flatMap((record) => textAt(record, field) ?? []))];
  const texts = all
    .filter((text) => text.trim() === text && text !== '' && !text.includes(','))
    .sort();
  const [first = '', middle = '', last = ''] = [texts[0], texts[texts.length >> 1], texts.at(-1)];
  if (middle === '') return [];
  if (match === 'in') return [[first, middle].join(',')];
  return type === undefined
    ? [middle, middle.slice(0, (middle.length + 1) >> 1)]
    : [middle, first, last];
}

/** More text fields have too many combinations. */
const MAX_SEARCHED = 8;

/** Finds the fields that `search` looks in: those in which each of some words is in as many records as the live API finds. */
export async function findSearch({ ask, fields, records, notes }: Findings): Promise<string[]> {
  if (countOf(await ask({ search: 'qzxwvkjq' })) !== 0) return [];
  const texts = fields.filter((field) => valueTypeOf(field) === 'text').slice(0, MAX_SEARCHED);
  const valuesOf = (field: string) =>
    records.map((record) => textAt(record, field)?.toLowerCase() ?? '');
  const columns = texts.map(({ name }) => ({ name, values: valuesOf(name) }));
  const rowsWith = (word: string, values: readonly string[]) =>
    values.flatMap((value, row) => (value.includes(word) ? [row] : []));
  let sets = Array.from({ length: 2 ** columns.length }, (_, bits) =>
    columns.filter((_, index) => (bits >> index) & 1),
  );
  for (const word of columns.flatMap(({ values }) => exampleWords(values))) {
    const count = countOf(await ask({ search: word }));
    const rows = new Map(columns.map((column) => [column, rowsWith(word, column.values)]));
    sets = sets.filter((set) => new Set(set.flatMap((one) => rows.get(one) ?? [])).size === count);
  }
  const [found] = sets.sort((a, b) => a.length - b.length);
  if (!found) notes.push('The live API has `search`. The fields that it looks in were not found.');
  return (found ?? []).map(({ name }) => name);
}

/** A word of the first, a middle and the last text that has one. */
function exampleWords(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.match(/[a-z\d]{3,}/)?.[0] ?? []);
  return [0, words.length >> 1, words.length - 1].flatMap((index) => words[index] ?? []);
}
