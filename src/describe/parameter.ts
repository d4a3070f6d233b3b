import type { JsonSchema } from '../api/json-schema.ts';
import type { Endpoint } from '../core/endpoint.ts';
import { type CollectionGrid, parseOrdering } from '../core/grid.ts';
import { filtersKey } from '../core/listing.ts';
import { ownValue } from '../core/object.ts';
import type { Sort } from '../core/ordering.ts';
import { type DescribedParameter, describeParameters } from '../site/parameter.ts';
import { formatNumber, readableName } from '../util/text.ts';
import type { Described, FieldTexts } from './described.ts';
import { describeType } from './field.ts';

/** A parameter with its description, and with what people see in place of its values. */
export interface LabelledParameter extends DescribedParameter {
  /** How a value is shown: an order in words, or that of a filter with its number of records: `Colorado (43)`. */
  labelOf(value: string): string;
}

const labelOrder = new Intl.Collator('en', { numeric: true });

/** The parameters of an endpoint, in the order in which they are checked. Values of filters are in that of their labels. */
function labelledParameters(
  { about, grid, examples }: Described,
  endpoint: Endpoint,
): LabelledParameter[] {
  const collection: Partial<CollectionGrid> =
    endpoint.kind === 'collection' ? endpoint.collection : {};
  const { name: listed = '', partitions } = collection;
  const { labels = {}, record } = about.collections.find(({ name }) => name === listed) ?? {};
  const orderingLabel = (value: string) =>
    orderingText(collection, value, record, examples[listed]?.fields);
  return describeParameters(grid, endpoint).map((parameter) => {
    const { name, kind, prerendered } = parameter;
    if (kind === 'ordering')
      return { ...parameter, labelOf: orderingLabel, defaultText: orderingLabel('') };
    const labelOf = (value: string): string => {
      const count = partitions?.counts[filtersKey(partitions.filters, { [name]: value })];
      const label = ownValue(ownValue(labels, name) ?? {}, value)?.join(' or ') ?? value;
      return count === undefined ? value : `${label} (${formatNumber(count)})`;
    };
    const byLabel = (a: string, b: string) => labelOrder.compare(labelOf(a), labelOf(b));
    return kind === 'filter'
      ? { ...parameter, labelOf, prerendered: prerendered.toSorted(byLabel) }
      : { ...parameter, labelOf };
  });
}

/**
 * An order in words: `createdAt, newest first`.
 * @param ordering a value of the parameter; empty for the default order
 * @param record the schema of a record
 * @param fields what people see of its fields
 */
function orderingText(
  { sorts = {}, defaultSort }: Partial<CollectionGrid>,
  ordering: string,
  record: JsonSchema = {},
  fields: FieldTexts = new Map(),
): string {
  const given = ordering ? parseOrdering({ sorts }, ordering) : defaultSort && [defaultSort];
  const texts = given?.map((sort) => {
    const type = describeType(record, Object(Object(record.properties)[sort.field]));
    return `${fields.get(sort.field)?.label ?? readableName(sort.field)}, ${directionText(sort, type)}`;
  });
  return texts?.join('; ') ?? 'Original order';
}

function directionText({ kind, descending }: Sort, type: string): string {
  if (type.startsWith('date')) return descending ? 'newest first' : 'oldest first';
  if (kind === 'number') return descending ? 'highest first' : 'lowest first';
  return descending ? 'Z to A' : 'A to Z';
}

/** The parameters in an order for people: the format comes last, because it matters least. */
export const parametersForPage = (described: Described, endpoint: Endpoint) =>
  labelledParameters(described, endpoint)
    // Where a collection has no orderings, every value is an error.
    .filter((one) => one.kind !== 'ordering' || one.prerendered[0] || one.composed[0])
    .sort((a, b) => Number(a.kind === 'format') - Number(b.kind === 'format'));
