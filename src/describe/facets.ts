import type { PublishedCollection } from '../content/check/record.ts';
import type { ColumnValues } from '../core/columns.ts';
import { type Filter, isFilterValue, textAt, textsAt } from '../core/filter.ts';
import type { CollectionGrid } from '../core/grid.ts';
import { byCode } from '../core/ordering.ts';
import type { FieldTexts } from './described.ts';
import { spaced } from './endpoint.ts';
import { type Choice, countChoices, type Facet } from './facet.ts';

/** The most different texts of a field that are offered, the most numbers or dates, and about how many ranges. */
const [MAX_TEXTS, MAX_VALUES, RANGES] = [300, 12, 10];

/**
 * The facets of a collection, with the counts of all its records.
 * @param fields what people see of its fields
 */
export function facetsOf(
  grid: CollectionGrid,
  collection: PublishedCollection,
  fields: FieldTexts,
): Facet[] {
  const { filters = {} } = grid;
  const names = Object.keys(filters).filter((name) => filters[name]?.match !== 'search');
  const filtered = [...new Set(names.flatMap((name) => filters[name]?.fields ?? []))];
  return filtered.flatMap((field) => {
    const own = names.filter((name) => filters[name]?.fields[0] === field);
    const facet =
      valueFacet(grid, collection, field, own) ?? rangeFacet(grid, collection, field, own);
    return facet ? { ...facet, title: fields.get(field)?.label ?? facet.title } : [];
  });
}

/** The texts of a field of all records. */
const columnOf = ({ records }: PublishedCollection, field: string, filter: Filter): ColumnValues =>
  records.map(({ value }) => textAt(value, field, filter));

function valueFacet(
  { filters = {}, partitions }: CollectionGrid,
  collection: PublishedCollection,
  field: string,
  own: readonly string[],
): Facet | undefined {
  const { records, labels } = collection;
  const rankOf = (name: string) =>
    (partitions?.filters.includes(name) ? 4 : 0) +
    (labels.has(name) ? 2 : 0) +
    (filters[name]?.match === 'equals' ? 1 : 0);
  const [name = ''] = own
    .filter((one) => ['equals', 'contains'].includes(filters[one]?.match ?? ''))
    .sort((a, b) => rankOf(b) - rankOf(a));
  const filter = filters[name];
  if (!filter) return undefined;
  const texts = new Set(records.flatMap(({ value }) => textsAt(value, field, filter)));
  const isSorted = filter.type !== undefined && filter.type !== 'boolean';
  const most = Math.min(isSorted ? MAX_VALUES : MAX_TEXTS, records.length / 2);
  if (texts.size < 2 || texts.size > most) return undefined;
  const values = [...texts].filter(
    (text) => text !== '' && text === text.trim() && isFilterValue(filter, text),
  );
  const choices = values.map((value) => {
    const label = [...(labels.get(name)?.get(value) ?? [])].join(' or ') || value;
    return { values: [value], label };
  });
  const facet = { title: spaced(name), field, filters: [name], filter, choices };
  const counted = countChoices(facet, columnOf(collection, field, filter), null);
  const byCount = (a: Choice, b: Choice) =>
    (b.count ?? 0) - (a.count ?? 0) || byCode(a.label, b.label);
  const compare = isSorted ? (a: Choice, b: Choice) => byValue.compare(a.label, b.label) : byCount;
  return { ...counted, choices: counted.choices.toSorted(compare) };
}

/** Numbers by their size, and dates. */
const byValue = new Intl.Collator('en', { numeric: true });

function rangeFacet(
  { filters = {} }: CollectionGrid,
  collection: PublishedCollection,
  field: string,
  own: readonly string[],
): Facet | undefined {
  const nameOf = (match: string) =>
    own.find((name) => filters[name]?.match === match && filters[name]?.type === 'number');
  const [min, max] = [nameOf('min'), nameOf('max')];
  const filter = filters[min ?? ''];
  if (!filter || min === undefined || max === undefined) return undefined;
  const column = columnOf(collection, field, filter);
  const numbers = column.flatMap((text) => (text === undefined ? [] : Number(text)));
  const limits = rangeLimits(numbers);
  const choices = limits.slice(1).map((end, index) => {
    const values = [String(limits[index]), String(end)];
    return { values, label: values.join('–') };
  });
  if (choices.length < 2) return undefined;
  return countChoices({ title: spaced(field), field, filters: [min, max], choices }, column, null);
}

/** Round numbers that divide a range of numbers into about `RANGES` equal bands. */
function rangeLimits(numbers: readonly number[]): number[] {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [least = 0, greatest = 0] = [sorted[0], sorted.at(-1)];
  if (greatest <= least) return [];
  const power = 10 ** Math.floor(Math.log10((greatest - least) / RANGES));
  const step = power * ([1, 2, 5].find((one) => one * power * RANGES >= greatest - least) ?? 10);
  const [first, last] = [Math.floor(least / step), Math.ceil(greatest / step)];
  // Not sums, in which errors of rounding grow.
  const limits = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
  return [...new Set(limits)];
}
