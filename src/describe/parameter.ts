import type { JsonSchema } from '../api/json-schema.ts';
import { type Endpoint, type Parameter, parametersOf } from '../core/endpoint.ts';
import type { Filter, Match } from '../core/filter.ts';
import { type CollectionGrid, parseOrdering } from '../core/grid.ts';
import { filtersKey } from '../core/listing.ts';
import { ownValue } from '../core/object.ts';
import type { Sort } from '../core/ordering.ts';
import { supportedValues } from '../site/supported-values.ts';
import { formatNumber, inWords, readableName } from '../util/text.ts';
import type { Described, FieldTexts } from './described.ts';
import { exampleRequest } from './examples.ts';
import { describeType } from './field.ts';

/*
 * What the page and the OpenAPI document say about the parameters of an endpoint.
 */

/** A query parameter with its description. */
export type DescribedParameter = ReturnType<typeof describedParameters>[number];

/** What the parameters do, in sentences; names stand in backticks. */
const MEANINGS: Readonly<Record<Parameter['kind'], string>> = {
  filter: '',
  format:
    'The response format: every value means JSON. Where code runs, the links of a page keep it.',
  ordering:
    'The field to sort by. A leading `-` sorts in descending order. Null values come last, or first in descending order.',
  limit:
    'The number of records per page. Where `all` is supported, it returns every record from `offset` on.',
  offset: 'The number of records to skip before the page starts.',
  page_size: 'The number of records per page.',
  page: 'The number of the page: the first is 1. A page past the last one is an error.',
};

/** What is compared with the value of a filter, in words. */
const COMPARISONS: Readonly<Record<Exclude<Match, 'search'>, string>> = {
  equals: 'is exactly this value',
  in: 'is one of these values, separated by commas',
  contains: 'contains this text, ignoring case',
  min: 'is this value or greater',
  max: 'is this value or less',
  above: 'is greater than this value',
  below: 'is less than this value',
};

/** What a filter selects, as a sentence. */
function filterMeaning({ fields, match, isList }: Filter): string {
  const quoted = fields.map((field) => `\`${field}\``);
  const names = inWords(quoted, 'or');
  if (match === 'search')
    return `Selects the records that contain each of these words in ${names}, ignoring case and accents. White space and commas separate words.`;
  const field = isList ? `list ${names} has an element that` : names;
  return `Selects the records whose ${field} ${COMPARISONS[match]}.`;
}

/** What an absent or empty parameter means, where it has no default value. */
const DEFAULTS: Readonly<Partial<Record<Parameter['kind'], string>>> = {
  format: 'JSON',
  filter: 'all records',
};

const labelOrder = new Intl.Collator('en', { numeric: true });

/** The parameters of an endpoint, in the order in which they are checked. */
export function describedParameters({ about, grid, examples }: Described, endpoint: Endpoint) {
  const collection: Partial<CollectionGrid> =
    endpoint.kind === 'collection' ? endpoint.collection : {};
  const { name: listed = '', filters = {}, pagination, partitions } = collection;
  const { labels = {}, record } = about.collections.find(({ name }) => name === listed) ?? {};
  const example = exampleRequest(endpoint);
  return parametersOf(grid, endpoint).map((parameter) => {
    const { name, kind } = parameter;
    const filter = kind === 'filter' ? filters[name] : undefined;
    // A page without `page_size` has other links than with the default.
    const fallback = kind === 'page_size' ? String(pagination?.default) : parameter.fallback;
    /** How a value is shown: an order in words, or that of a filter with its number of records: `Colorado (43)`. */
    const labelOf = (value: string): string => {
      if (kind === 'ordering')
        return orderingText(collection, value, record, examples[listed]?.fields);
      const count = partitions?.counts[filtersKey(partitions.filters, { [name]: value })];
      const label = ownValue(ownValue(labels, name) ?? {}, value)?.join(' or ') ?? value;
      return count === undefined ? value : `${label} (${formatNumber(count)})`;
    };
    const supported = supportedValues(collection, parameter);
    const byLabel = (a: string, b: string) => labelOrder.compare(labelOf(a), labelOf(b));
    return {
      ...parameter,
      ...supported,
      prerendered: filter ? supported.prerendered.toSorted(byLabel) : supported.prerendered,
      meaning: filter ? filterMeaning(filter) : MEANINGS[kind],
      fallback,
      labelOf,
      /** What an absent or empty parameter means. */
      defaultText: kind === 'ordering' ? labelOf('') : (DEFAULTS[kind] ?? fallback),
      /** What a filter compares; undefined for another parameter. */
      filter,
      /** False where every host that has the site composes pages, so that all support the same values. */
      hasPages: grid.hostKind !== 'code',
      /** Its value in the example; absent or empty: it is not there. */
      example: example[name],
    };
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
  describedParameters(described, endpoint)
    // Where a collection has no orderings, every value is an error.
    .filter((one) => one.kind !== 'ordering' || one.prerendered[0] || one.composed[0])
    .sort((a, b) => Number(a.kind === 'format') - Number(b.kind === 'format'));
