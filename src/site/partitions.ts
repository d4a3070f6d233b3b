import type { Collection } from '../api/definition.ts';
import { prerenderedFilters } from '../api/filter.ts';
import { encodedNames, isHashName } from '../core/file-name.ts';
import { type Filter, type Filters, isFilterValue, storedText, textsAt } from '../core/filter.ts';
import { partitionKey } from '../core/listing.ts';
import type { Keyed } from '../core/ordering.ts';
import { UsageError } from '../util/problem.ts';
import type { Steps } from '../util/progress.ts';
import { formatNumber } from '../util/text.ts';

/** The partitions of a collection: the records that match each prerendered combination of filters. */
export interface PartitionedRecords {
  /** The indices of the matching records, by the keys of the partitions. */
  readonly members: ReadonlyMap<string, Uint32Array>;
  /** The names of the prerendered values that are not their own names, by filter and value. */
  readonly valueFileNames: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Values that occur, but can't be prerendered, by filter. */
  readonly omitted: Readonly<Record<string, readonly string[]>>;
}

/** The most partitions of a collection. Each has several files. */
const MAX_PARTITIONS = 100_000;

/**
 * Partitions a collection by each value of its prerendered filters that occurs in a record, and by each combination of
 * these values that matches a record.
 * @param filters all filters of the collection
 * @throws UsageError where there are too many combinations
 */
export function* partitionRecords(
  definition: Pick<Collection, 'name' | 'prerender'>,
  records: readonly Keyed[],
  filters: Filters,
): Steps<PartitionedRecords> {
  const names = prerenderedFilters(definition);
  const isCombined = definition.prerender?.combine !== false;
  const own = names.flatMap((name) => filters[name] ?? []);
  /** Records with the same values of the filters: either all of them match, or none does. */
  const groups = new Map<string, { values: string[][]; indices: number[] }>();
  for (const [index, { value }] of records.entries()) {
    yield index;
    const values = own.map((filter) =>
      textsAt(value, filter.fields[0] ?? '', filter).filter(Boolean),
    );
    const id = JSON.stringify(values);
    const group = groups.get(id) ?? { values, indices: [] };
    group.indices.push(index);
    groups.set(id, group);
  }
  const all = [...groups.values()];
  const columns = own.map((filter, place) => {
    const texts = all.flatMap(({ values }) => values[place] ?? []);
    return columnOf(filter, texts);
  });
  const members = new Map<string, number[]>();
  for (const { values, indices } of all) {
    yield records.length;
    const matched = columns.map((column, place) => column.matching(values[place] ?? []));
    for (const key of keysOf(matched)) {
      const own = members.get(key) ?? [];
      members.set(key, own);
      for (const index of indices) own.push(index);
    }
    assertFew(members.size);
  }
  const named = columns.map((column, place) => [names[place] ?? '', column] as const);
  const keys = [...members.keys()].sort();
  return {
    members: new Map(keys.map((key) => [key, Uint32Array.from(members.get(key) ?? [])])),
    valueFileNames: Object.fromEntries(named.map(([name, { fileNames }]) => [name, fileNames])),
    omitted: Object.fromEntries(named.map(([name, { omitted }]) => [name, omitted])),
  };

  /** The keys of the partitions that some values of each filter name: one for each combination, or for each by itself. */
  function keysOf(lists: readonly string[][]): string[] {
    if (isCombined) assertFew(lists.reduce((product, { length }) => product * (1 + length), 1));
    const combinations = lists.reduce<string[][]>(
      (all, list) => {
        const open = isCombined ? all : all.filter((some) => some.every((value) => value === ''));
        const added = list.flatMap((value) => open.map((some) => [...some, value]));
        return [...all.map((some) => [...some, '']), ...added];
      },
      [[]],
    );
    // Without the combination that has no value.
    return combinations.slice(1).map(partitionKey);
  }

  function assertFew(combinations: number): void {
    if (combinations <= MAX_PARTITIONS) return;
    throw new UsageError(
      `The values of the prerendered filters of ${definition.name} (${names.join(', ')}) have more than ${formatNumber(MAX_PARTITIONS)} combinations. ` +
        'Remove filters from its `prerender.filters`, or set `combine: false` there: hosts with code answer them too.',
    );
  }
}

/** The values of a filter that are prerendered, with the names of those that are not the names; and the others. */
function columnOf(filter: Filter, texts: readonly string[]) {
  const values = [...new Set(texts)].sort();
  const names = encodedNames(values);
  const prerendered = new Set(values.filter((one) => isPrerenderable(filter, one, names.get(one))));
  const stored = Array.from(prerendered, (value) => ({ value, text: storedText(filter, value) }));
  const isMatch = (text: string, wanted: string) =>
    filter.match === 'contains' ? text.includes(wanted) : text === wanted;
  return {
    /** The prerendered values that match the texts of a record. */
    matching(own: readonly string[]): string[] {
      // Without a look at every other value.
      if (filter.match === 'equals' && !filter.type)
        return [...new Set(own)].filter((value) => prerendered.has(value));
      const texts = own.map((text) => storedText(filter, text));
      const found = stored.filter(({ text }) => texts.some((one) => isMatch(one, text)));
      return found.map(({ value }) => value);
    },
    fileNames: Object.fromEntries([...names].filter(([value]) => prerendered.has(value))),
    omitted: values.filter((value) => !prerendered.has(value)),
  };
}

/** True for a well-formed value that a request can have, with a name that is no hash, so that it can be read from the name. */
const isPrerenderable = (filter: Filter, value: string, name = value): boolean =>
  !/\p{Surrogate}/u.test(value) &&
  isFilterValue(filter, value) &&
  value === value.trim() &&
  !isHashName(name);
