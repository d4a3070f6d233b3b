import { type Filters, isFileValue, matcherOf, textAt } from '../core/filter.ts';
import { partitionFilters, partitionKey } from '../core/listing.ts';
import type { Keyed } from '../core/ordering.ts';

/** The partitions of a collection: the records that match each pre-rendered combination of filters. */
export interface PartitionedRecords {
  /** The indices of the matching records, by the keys of the partitions. */
  readonly members: ReadonlyMap<string, Uint32Array>;
  /** Values that occur, but can't be part of a file's name, by filter. */
  readonly omitted: Readonly<Record<string, readonly string[]>>;
}

/**
 * Partitions a collection by each value of some filters, and each combination, that occurs in a record.
 * @param filters all filters of the collection
 * @param names those to partition it by, sorted
 */
export function partitionRecords(
  records: readonly Keyed[],
  filters: Filters,
  names: readonly string[],
): PartitionedRecords {
  const fields = names.map((name) => filters[name]?.fields[0] ?? '');
  /** Records with the same values of the filters: either all of them match, or none does. */
  const groups = new Map<string, { values: string[]; indices: number[] }>();
  for (const [index, { value }] of records.entries()) {
    const values = fields.map((field) => textAt(value, field) ?? '');
    const id = JSON.stringify(values);
    const group = groups.get(id) ?? { values, indices: [] };
    group.indices.push(index);
    groups.set(id, group);
  }
  const all = [...groups.values()];
  const columns = names.map((_, place) => [
    ...new Set(all.map(({ values }) => values[place] ?? '')),
  ]);
  const rendered = columns.map(fileValues);
  const keys = new Set(all.flatMap(({ values }) => keysOf(values, rendered)));
  const members = [...keys].sort().map((key) => {
    const matches = matcherOf(filters, partitionFilters(names, key));
    const found = all.filter(({ indices: [first = 0] }) => matches(records[first]?.value ?? {}));
    return [key, Uint32Array.from(found.flatMap(({ indices }) => indices))] as const;
  });
  const omitted = names.map((name, place) => {
    const values = columns[place]?.filter((value) => value !== '' && !rendered[place]?.has(value));
    return [name, values?.sort() ?? []] as const;
  });
  return { members: new Map(members), omitted: Object.fromEntries(omitted) };
}

/** The values that can be part of a file's name; of those that differ only in case, the first one. */
function fileValues(values: readonly string[]): Set<string> {
  const descending = values.filter(isFileValue).sort().reverse();
  return new Set(new Map(descending.map((value) => [value.toLowerCase(), value])).values());
}

/** The keys of the partitions that some values name: one for each combination of filters. */
const keysOf = (values: readonly string[], rendered: readonly ReadonlySet<string>[]): string[] =>
  values
    .reduce<string[][]>(
      (all, value, place) => [
        ...all.map((some) => [...some, '']),
        ...(rendered[place]?.has(value) ? all.map((some) => [...some, value]) : []),
      ],
      [[]],
    )
    .slice(1)
    .map(partitionKey);
