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
  { fetchPage, records }: Findings,
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
    const count = countOf(await fetchPage({ [name]: value }));
    left = left.filter((filter) => counts.get(filter) === count);
    for (const filter of left.filter(isProof)) proven.add(filter);
    if (left.length === 0) break;
  }
  return left.find((filter) => proven.has(filter));
}

/** The number of records that match a request; undefined if the answer does not have it. */
const countOf = (page: Page | undefined): number | undefined =>
  page?.count ?? (page?.next === undefined ? page?.records.length : undefined);

/** Values that distinguish filters: those of records, and of a text also its parts and its other case. */
function exampleValues([filter]: readonly Filter[], records: readonly Row[]): string[] {
  const { fields: [field = ''] = [], match, type } = filter ?? {};
  const all = new Set(records.flatMap((record) => textAt(record, field) ?? []));
  const texts = [...all].filter(
    (text) => text.trim() === text && text !== '' && !text.includes(','),
  );
  // Databases differ in how they ignore the case of other letters.
  const latin = texts.filter((text) => /^[ -~]+$/.test(text));
  const sorted = (latin.length > 0 ? latin : texts).sort();
  const [first = '', middle = ''] = [sorted[0], sorted[sorted.length >> 1]];
  if (middle === '') return [];
  if (match === 'in') return [`${first},${middle}`];
  if (type !== undefined) return [middle, first];
  const upper = middle.toUpperCase();
  const otherCase = upper === middle ? middle.toLowerCase() : upper;
  return [middle, middle.slice(0, (middle.length + 1) >> 1), middle.slice(1), otherCase].filter(
    Boolean,
  );
}

/** More text fields have too many combinations. */
const MAX_SEARCHED = 8;

/** Finds the fields that `search` looks in: those in which each of some words is in as many records as the live API finds. */
export async function findSearch({
  fetchPage,
  fields,
  records,
  notes,
}: Findings): Promise<string[]> {
  if (countOf(await fetchPage({ search: 'qzxwvkjq' })) !== 0) return [];
  const texts = fields.filter((field) => valueTypeOf(field) === 'text').slice(0, MAX_SEARCHED);
  const columns = texts.map(({ name }) =>
    records.map((record) => textAt(record, name)?.toLowerCase() ?? ''),
  );
  // The fields of a set are the bits of a number.
  let sets = Array.from({ length: 2 ** columns.length }, (_, bits) => bits);
  const words = columns.flatMap(exampleWords);
  for (const word of words) {
    const count = countOf(await fetchPage({ search: word }));
    const tally = new Map<number, number>();
    for (const row of records.keys()) {
      const bits = columns.reduce(
        (sum, one, index) => sum | (one[row]?.includes(word) ? 1 << index : 0),
        0,
      );
      tally.set(bits, (tally.get(bits) ?? 0) + 1);
    }
    const found = (set: number) =>
      [...tally].reduce((sum, [bits, rows]) => sum + (bits & set ? rows : 0), 0);
    sets = sets.filter((set) => found(set) === count);
  }
  const namesOf = (set = 0) =>
    texts.filter((_, index) => set & (1 << index)).map(({ name }) => name);
  const [names = []] = sets.map(namesOf).sort((a, b) => a.length - b.length);
  if (names.length === 0)
    notes.push('The live API has `search`. The fields that it looks in were not found.');
  return names;
}

/** A word of the first, a middle and the last text that has one, and a part of the middle one. */
function exampleWords(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.match(/[\p{L}\d]{3,}/u)?.[0] ?? []);
  const [first, middle, last] = [words[0], words[words.length >> 1], words.at(-1)];
  return [first, middle, last, middle?.slice(1)].filter((word) => word !== undefined);
}
