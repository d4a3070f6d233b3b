import type { DescribedCollection } from '../describe/described.ts';
import { labelField } from '../describe/field.ts';
import type { Column, TableRow } from './view/record-table.ts';
import { UUID } from './view/text-value.ts';

/**
 * The columns of a collection's table: first the one that names a record, then those that sort and filter the
 * records. Last come those with the same value in every row, and UUIDs.
 * @param rows the first records
 */
export function columnsOf(described: DescribedCollection, rows: readonly TableRow[]): Column[] {
  const { collection, metadata, fields } = described;
  const first = labelField(metadata.record, metadata.label);
  const { defaultSort, sorts = {}, filters = {} } = collection;
  const filtered = Object.values(filters).flatMap(({ match, fields }) =>
    match === 'search' ? [] : fields,
  );
  const rankOf = (name: string): number => {
    if (name === first) return 0;
    const values = new Set(rows.map((row) => String(row[name] ?? '')));
    if ([...values].some((value) => UUID.test(value))) return 6;
    if (name === defaultSort?.field) return 1;
    if (filtered.includes(name)) return 2;
    if (rows.length > 1 && values.size === 1) return 5;
    return collection.orderings.some((one) => sorts[one]?.field === name) ? 3 : 4;
  };
  const names = [...new Set(rows.flatMap(Object.keys))];
  const ranks = new Map(names.map((name) => [name, rankOf(name)]));
  return names
    .sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
    .map((name) => ({ name, ...fields.get(name) }));
}
