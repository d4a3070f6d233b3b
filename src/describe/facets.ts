import type { PublishedCollection } from '../content/check/record.ts';
import type { ColumnValues } from '../core/columns.ts';
import {
  comparableNumber,
  type Filter,
  isFilterValue,
  MATCHES,
  storedText,
  textAt,
  textsAt,
  valueAt,
} from '../core/filter.ts';
import type { CollectionGrid } from '../core/grid.ts';
import { byCode } from '../core/ordering.ts';
import { ALWAYS_LISTED } from '../site/collection-parts.ts';
import { formatAmount, readableName } from '../util/text.ts';
import type { FieldTexts } from './described.ts';
import { type Choice, countChoices, type Facet, nullText } from './facet.ts';
import { visibleText } from './label.ts';

/** The most different texts of a field that are offered, the most numbers or dates, and about how many ranges. */
const [MAX_TEXTS, MAX_VALUES, RANGES] = [ALWAYS_LISTED, 12, 10];

/** A filter of a field, by its name. */
type NamedFilter = readonly [name: string, filter: Filter];

/**
 * The facets of a collection, with the counts of all its records.
 * @param fields what people see of its fields
 */
export function facetsOf(
  grid: CollectionGrid,
  collection: PublishedCollection,
  fields: FieldTexts,
): Facet[] {
  const filters = Object.entries(grid.filters ?? {}).filter(([, { match }]) => match !== 'search');
  const filtered = new Set(filters.flatMap(([, filter]) => filter.fields));
  return [...filtered].flatMap((field) => {
    const own = filters.filter(([, filter]) => filter.fields[0] === field);
    const range = rangeFacet(collection, field, own);
    const values = range?.dates ? undefined : valueFacet(grid, collection, field, own);
    const empty: Facet = { title: readableName(field), field, filters: [], choices: [] };
    const facet = values ?? range ?? empty;
    return withNulls({ ...facet, title: fields.get(field)?.label ?? facet.title }, collection, own);
  });
}

/** A facet with the choice of no value; nothing if it has no choice. */
function withNulls(facet: Facet, { records }: PublishedCollection, own: readonly NamedFilter[]) {
  const [name] = own.find(([, { match }]) => match === 'isnull') ?? [];
  const isAlone = facet.choices.length === 0 && !facet.dates;
  const isNull = ({ value }: (typeof records)[number]) => valueAt(value, facet.field) == null;
  const empty = name ? records.filter(isNull).length : 0;
  if (!name || empty === 0 || empty === records.length) return isAlone ? [] : facet;
  const values = [...facet.filters.map(() => ''), 'true'];
  const none = { values, label: nullText('true'), count: empty };
  return { ...facet, filters: [...facet.filters, name], none };
}

/** The texts of a field of all records. */
const columnOf = ({ records }: PublishedCollection, field: string, filter: Filter): ColumnValues =>
  records.map(({ value }) => textAt(value, field, filter));

function valueFacet(
  { partitions }: CollectionGrid,
  collection: PublishedCollection,
  field: string,
  own: readonly NamedFilter[],
): Facet | undefined {
  const { records, labels } = collection;
  const rankOf = ([name, { match }]: NamedFilter) =>
    4 * Number(partitions?.filters.includes(name) ?? false) +
    2 * Number(labels.has(name)) +
    Number(match === 'equals');
  // The store may have a column of numbers in place of the texts that `contains` reads.
  const hasRanges = own.some(([, { match }]) => MATCHES[match].form === 'numbers');
  const [best] = own
    .filter(([, { match }]) => match === 'equals' || (match === 'contains' && !hasRanges))
    .sort((a, b) => rankOf(b) - rankOf(a));
  if (!best) return undefined;
  const [name, filter] = best;
  /** The first text of each value: "9.5" and "9.50" are one. */
  const texts = new Map<string, string>();
  for (const text of records.flatMap(({ value }) => textsAt(value, field, filter))) {
    const id = filter.type ? storedText(filter, text) : text;
    texts.set(id, texts.get(id) ?? text);
  }
  const isSorted = !['boolean', 'uuid', undefined].includes(filter.type);
  const most = Math.min(isSorted ? MAX_VALUES : MAX_TEXTS, records.length / 2);
  if (texts.size < 2 || texts.size > most) return undefined;
  const choices = [...texts.values()]
    .filter((text) => text !== '' && text === visibleText(text) && isFilterValue(filter, text))
    .map((value) => {
      const label = [...(labels.get(name)?.get(value) ?? [])].join(' or ') || value;
      return { values: [value], label };
    });
  const facet = { title: readableName(name), field, filters: [name], filter, choices };
  const counted = countChoices(facet, columnOf(collection, field, filter), null);
  const byCount = (a: Choice, b: Choice) =>
    (b.count ?? 0) - (a.count ?? 0) || byCode(a.label, b.label);
  const sizeOf = ({ values: [text = ''] }: Choice) => comparableNumber(filter, text);
  const bySize = (a: Choice, b: Choice) => sizeOf(a) - sizeOf(b);
  return { ...counted, choices: counted.choices.toSorted(isSorted ? bySize : byCount) };
}

/** The ranges between a least and a greatest number, or the fields for such a range of dates. */
function rangeFacet(
  collection: PublishedCollection,
  field: string,
  own: readonly NamedFilter[],
): Facet | undefined {
  const find = (match: string) => own.find(([, filter]) => filter.match === match);
  const [min, max] = [find('min'), find('max')];
  if (!min || !max) return undefined;
  const [name, filter] = min;
  const column = columnOf(collection, field, filter);
  const all = column.map((text) => comparableNumber(filter, String(text)));
  const numbers = all.filter(Number.isFinite);
  if (new Set(numbers).size < 2) return undefined;
  const filters = [name, max[0]];
  const facet = { title: readableName(field), field, filters, choices: [] };
  if (filter.type !== 'number')
    return { ...facet, dates: filter.type === 'date' ? 'date' : 'datetime-local' };
  const choices = rangesOf(numbers.sort((a, b) => a - b));
  return countChoices({ ...facet, choices }, column, null);
}

/**
 * Ranges that contain each of some sorted numbers once: each of a few whole ones by itself; else about `RANGES` of
 * equal width, or with about equal counts where one of equal width would have most of the numbers. No range but the
 * last contains its upper limit, so each asks for the numbers up to the greatest one in it.
 */
function rangesOf(sorted: readonly number[]): Choice[] {
  const isWhole = sorted.every(Number.isSafeInteger);
  /** @param end the limit that is not in the range */
  const range = (least: number, greatest: number, end = greatest): Choice => ({
    values: [String(least), String(greatest)],
    label: [...new Set([least, end].map(formatAmount))].join(end === greatest ? '–' : ' to under '),
  });
  const different = new Set(sorted);
  if (isWhole && different.size <= MAX_VALUES)
    return Array.from(different, (one) => range(one, one));
  const even = evenLimits(sorted);
  const [first = 0, second = 0] = even;
  const isSkewed = quantile(sorted, 0.75) - quantile(sorted, 0.25) < second - first;
  const limits = isSkewed ? quantileLimits(sorted) : even;
  const last = limits.pop() ?? 0;
  return limits.map((least, index) => {
    const { [index + 1]: next } = limits;
    if (next === undefined) return range(least, last);
    const greatest = sorted.findLast((one) => one < next) ?? least;
    return isWhole ? range(least, next - 1) : range(least, Math.max(least, greatest), next);
  });
}

/** Round numbers that divide the range of sorted numbers into about `RANGES` equal bands. */
function evenLimits(sorted: readonly number[]): number[] {
  const [least = 0, greatest = 0] = [sorted[0], sorted.at(-1)];
  const power = 10 ** Math.floor(Math.log10((greatest - least) / RANGES));
  const step = power * ([1, 2, 5].find((one) => one * power * RANGES >= greatest - least) ?? 10);
  const [first, last] = [Math.floor(least / step), Math.ceil(greatest / step)];
  // Not sums, in which errors of rounding grow.
  const limits = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(15)),
  );
  // Long numbers can be equal after rounding.
  return [...new Set(limits)];
}

/** Some of sorted numbers, which divide them into up to `RANGES` parts with about equal counts. */
function quantileLimits(sorted: readonly number[]): number[] {
  const starts = Array.from({ length: RANGES }, (_, index) => quantile(sorted, index / RANGES));
  return [...new Set(starts), quantile(sorted, 1)];
}

/** The number that a share of sorted numbers is up to. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.round(share * (sorted.length - 1))] ?? 0;
