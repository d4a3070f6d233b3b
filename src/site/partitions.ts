import { filtersOf } from '../api/definition.ts';
import type { PublishedCollection } from '../content/check/record.ts';
import { type Filters, isFileValue, matcherOf, textAt } from '../core/filter.ts';
import { partitionKey } from '../core/listing.ts';

/** The partitions of a collection: the records that match each pre-rendered combination of filters. */
export interface PartitionedRecords {
  /** The indices of the matching records, by the keys of the partitions. */
  readonly members: ReadonlyMap<string, Uint32Array>;
  /** Values that occur, but can't be part of a file's name, by filter. */
  readonly omitted: Readonly<Record<string, readonly string[]>>;
}

/** What the records of a collection have in the field of one filter. */
interface Column {
  readonly name: string;
  /** The value of each record; empty where it has none. */
  readonly values: readonly string[];
  /** The indices of the records that match each value that can be pre-rendered. */
  readonly matching: ReadonlyMap<string, ReadonlySet<number>>;
}

/**
 * Partitions a collection by each value of some filters, and each combination, that occurs in a record.
 * @param names the filters, sorted
 */
export function partitionRecords(
  { definition, records }: PublishedCollection,
  names: readonly string[],
): PartitionedRecords {
  const filters = filtersOf(definition);
  const columns = names.map((name) => columnOf(records, filters, name));
  // One record for each combination of values.
  const examples = new Map(
    records.map((_, index) => [columns.map(({ values }) => values[index]).join('\0'), index]),
  );
  const keys = new Set([...examples.values()].flatMap((index) => keysOf(columns, index)));
  const members = [...keys].sort().map((key) => [key, membersOf(columns, key)] as const);
  const omitted = columns.map(({ name, values, matching }): [string, string[]] => {
    const others = new Set(values.filter((value) => value !== '' && !matching.has(value)));
    return [name, [...others].sort()];
  });
  return { members: new Map(members), omitted: Object.fromEntries(omitted) };
}

function columnOf(records: PublishedCollection['records'], filters: Filters, name: string): Column {
  const [field = ''] = filters[name]?.fields ?? [];
  const values = records.map(({ value }) => textAt(value, field) ?? '');
  /** The records with each value. */
  const groups = new Map<string, number[]>();
  for (const [index, value] of values.entries()) {
    const group = groups.get(value);
    if (group) group.push(index);
    else groups.set(value, [index]);
  }
  const matching = fileValues([...groups.keys()]).map((value) => {
    const matches = matcherOf(filters, { [name]: value });
    // All records of a group match, or none does.
    const found = [...groups.values()].filter(([first = 0]) =>
      matches(records[first]?.value ?? {}),
    );
    return [value, new Set(found.flat())] as const;
  });
  return { name, values, matching: new Map(matching) };
}

/** The values that can be part of a file's name; of those that differ only in case, the first one. */
function fileValues(values: readonly string[]): string[] {
  const byName = new Map(
    values
      .filter(isFileValue)
      .sort()
      .reverse()
      .map((value) => [value.toLowerCase(), value]),
  );
  return [...byName.values()];
}

/** The keys of the partitions that a record's own values name: one for each combination of filters. */
const keysOf = (columns: readonly Column[], index: number): string[] =>
  columns
    .reduce<string[][]>(
      (all, { values, matching }) => {
        const { [index]: value = '' } = values;
        return all.flatMap((some) =>
          matching.has(value)
            ? [
                [...some, ''],
                [...some, value],
              ]
            : [[...some, '']],
        );
      },
      [[]],
    )
    .filter((values) => values.some((value) => value !== ''))
    .map(partitionKey);

/** The records that match every filter of a partition, in the order of the content. */
function membersOf(columns: readonly Column[], key: string): Uint32Array {
  const values = key.split('/');
  const sets = columns.flatMap(({ matching }, index) => matching.get(values[index] ?? '') ?? []);
  const [smallest = new Set<number>(), ...others] = sets.sort((a, b) => a.size - b.size);
  const shared = [...smallest].filter((index) => others.every((set) => set.has(index)));
  return Uint32Array.from(shared).sort();
}
