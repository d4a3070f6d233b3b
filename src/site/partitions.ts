import { encodedNames, isHashName } from '../core/file-name.ts';
import { type Filter, type Filters, isFilterValue, matcherOf, textsAt } from '../core/filter.ts';
import { partitionFilters, partitionKey } from '../core/listing.ts';
import type { Keyed } from '../core/ordering.ts';

/** The partitions of a collection: the records that match each prerendered combination of filters. */
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
  const own = names.flatMap((name) => filters[name] ?? []);
  /** Records with the same values of the filters: either all of them match, or none does. */
  const groups = new Map<string, { values: string[][]; indices: number[] }>();
  for (const [index, { value }] of records.entries()) {
    const values = own.map((filter) =>
      textsAt(value, filter.fields[0] ?? '', filter).filter(Boolean),
    );
    const id = JSON.stringify(values);
    const group = groups.get(id) ?? { values, indices: [] };
    group.indices.push(index);
    groups.set(id, group);
  }
  const all = [...groups.values()];
  const columns = own.map((filter, place) =>
    columnOf(
      filter,
      all.flatMap(({ values }) => values[place] ?? []),
    ),
  );
  const keys = new Set(all.flatMap(({ values }) => keysOf(values, columns)));
  const members = [...keys].sort().map((key) => {
    const matches = matcherOf(filters, partitionFilters(names, key));
    const found = all.filter(({ indices: [first = 0] }) => matches(records[first]?.value ?? {}));
    return [key, Uint32Array.from(found.flatMap(({ indices }) => indices))] as const;
  });
  const named = columns.map((column, place) => [names[place] ?? '', column] as const);
  return {
    members: new Map(members),
    valueFileNames: Object.fromEntries(
      named.flatMap(([name, { fileNames }]) =>
        fileNames.length > 0 ? [[name, Object.fromEntries(fileNames)]] : [],
      ),
    ),
    omitted: Object.fromEntries(named.map(([name, { omitted }]) => [name, omitted])),
  };
}

type Column = ReturnType<typeof columnOf>;

/** The values of a filter that are rendered, with the names of those that are not the names; and the others. */
function columnOf(filter: Filter, texts: readonly string[]) {
  const values = [...new Set(texts)].sort();
  const names = encodedNames(values);
  const rendered = new Set(values.filter((value) => isRenderable(filter, value, names.get(value))));
  return {
    rendered,
    fileNames: [...names].filter(([value]) => rendered.has(value)),
    omitted: values.filter((value) => !rendered.has(value)),
  };
}

/** True for a well-formed value that a request can have, with a name that is no hash, so that it can be read from the name. */
const isRenderable = (filter: Filter, value: string, name = value): boolean =>
  !/\p{Surrogate}/u.test(value) &&
  isFilterValue(filter, value) &&
  value === value.trim() &&
  !isHashName(name);

/** The keys of the partitions that some values name: one for each combination of filters. */
const keysOf = (values: readonly string[][], columns: readonly Column[]): string[] =>
  values
    .reduce<string[][]>(
      (all, own, place) =>
        ['', ...own.filter((value) => columns[place]?.rendered.has(value))].flatMap((value) =>
          all.map((some) => [...some, value]),
        ),
      [[]],
    )
    .slice(1)
    .map(partitionKey);
