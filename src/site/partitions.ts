import { encodedNames, isHashName } from '../core/file-name.ts';
import { type Filters, isFilterValue, matcherOf, textAt } from '../core/filter.ts';
import { partitionFilters, partitionKey } from '../core/listing.ts';
import type { Keyed } from '../core/ordering.ts';

/** The partitions of a collection: the records that match each pre-rendered combination of filters. */
export interface PartitionedRecords {
  /** The indices of the matching records, by the keys of the partitions. */
  readonly members: ReadonlyMap<string, Uint32Array>;
  /** The names of the rendered values that are not their own names, by filter and value. */
  readonly valueFileNames: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Values that occur, but can't be rendered, by filter. */
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
  const encoded = columns.map(encodedNames);
  const rendered = columns.map(
    (values, place) =>
      new Set(values.filter((value) => isRenderable(value, encoded[place]?.get(value)))),
  );
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
  const valueFileNames = names.map((name, place) => {
    const pairs = [...(encoded[place] ?? [])].filter(([value]) => rendered[place]?.has(value));
    return [name, Object.fromEntries(pairs)] as const;
  });
  return {
    members: new Map(members),
    valueFileNames: Object.fromEntries(
      valueFileNames.filter(([, all]) => Object.keys(all).length > 0),
    ),
    omitted: Object.fromEntries(omitted),
  };
}

/** True for a well-formed value that a request can have, with a name that is no hash, so that it can be read from the name. */
const isRenderable = (value: string, name = value): boolean =>
  value !== '' &&
  !/\p{Surrogate}/u.test(value) &&
  isFilterValue(value) &&
  value === value.trim() &&
  !isHashName(name);

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
