import { type Endpoint, type Parameter, parametersOf } from '../core/endpoint.ts';
import { type Filter, MATCHES, type Match, type ValueType } from '../core/filter.ts';
import {
  bothDirections,
  type CollectionGrid,
  type Grid,
  hasQueryPages,
  pageSizes,
  windowNames,
} from '../core/grid.ts';
import { partitionKey } from '../core/listing.ts';
import { formatNumber, inWords } from '../util/text.ts';
import type { Described } from './described.ts';
import { exampleValue } from './examples.ts';

/*
 * What the page and the OpenAPI document say about the parameters of an endpoint.
 */

/** A query parameter with its description. */
export type DescribedParameter = ReturnType<typeof describedParameters>[number];

interface ParameterText {
  /** What the parameter does, in sentences; names stand in backticks. */
  readonly meaning: string;
  /** The values that every host supports, where they are not listed. */
  readonly renderedText?: string;
  /** The further values that hosts with code support, where they are not listed. */
  readonly composedText?: string;
}

const PARAMETER_TEXTS: Readonly<Record<Exclude<Parameter['kind'], 'filter'>, ParameterText>> = {
  format: { meaning: 'The response format: every value means JSON. The links of a page keep it.' },
  ordering: {
    meaning:
      'The field to sort by. A leading `-` sorts in descending order. Null values come last, or first in descending order.',
  },
  limit: {
    meaning: 'The number of records per page.',
    composedText: `a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`,
  },
  offset: {
    meaning: 'The number of records to skip before the page starts.',
    renderedText: '0 and the multiples of `limit` below `count`',
    composedText: `a whole number from 0 to ${Number.MAX_SAFE_INTEGER}; a page past the end is empty`,
  },
  page_size: {
    meaning: 'The number of records per page.',
    composedText: `a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`,
  },
  page: {
    meaning: 'The number of the page: the first is 1. A page past the last one is an error.',
  },
};

/** The same where `limit=all` is supported. */
const ALL_TEXTS: Readonly<Partial<Record<Parameter['kind'], Partial<ParameterText>>>> = {
  limit: {
    meaning: 'The number of records per page; `all` returns every record from `offset` on.',
  },
  offset: {
    renderedText: '0 and the multiples of `limit` below `count`; with `limit=all` only 0',
  },
};

const MEANINGS: Readonly<Record<Match, (fields: string, value: string) => string>> = {
  equals: (field, value) => `Selects the records whose ${field} is exactly this ${value}.`,
  in: (field) => `Selects the records whose ${field} is one of these values, separated by commas.`,
  contains: (field) => `Selects the records whose ${field} contains this text, ignoring case.`,
  min: (field, value) => `Selects the records whose ${field} is this ${value} or greater.`,
  max: (field, value) => `Selects the records whose ${field} is this ${value} or less.`,
  above: (field, value) => `Selects the records whose ${field} is greater than this ${value}.`,
  below: (field, value) => `Selects the records whose ${field} is less than this ${value}.`,
  search: (fields) =>
    `Selects the records that contain each of these words in ${fields}, ignoring case. White space and commas separate words.`,
};

const nounOf = ({ type }: Filter): string => (type ? NOUNS[type] : 'text');

const NOUNS: Readonly<Record<ValueType, string>> = {
  number: 'number',
  boolean: 'value',
  date: 'date',
  'date-time': 'time',
};

/** What a filter selects, as a sentence. Dates are later or earlier. */
function filterMeaning(filter: Filter): string {
  const { fields, match, type, isList } = filter;
  const names = inWords(fields.map(code), 'or');
  const field = isList ? `list ${names} has an element that` : names;
  const meaning = MEANINGS[match](field, nounOf(filter));
  return type?.startsWith('date')
    ? meaning.replace('greater', 'later').replace(/\bless\b/, 'earlier')
    : meaning;
}

/** The parameters of an endpoint, in the order in which they are checked. */
export const describedParameters = (described: Described, endpoint: Endpoint) =>
  parametersOf(described.grid, endpoint).map((parameter) => ({
    ...parameter,
    fallback: fallbackOf(endpoint, parameter),
    ...parameterText(endpoint, parameter),
    ...renderedValues(described, endpoint, parameter),
    /** What an absent or empty parameter means. */
    defaultText: defaultText(endpoint, parameter),
    /** The further values that hosts with code support, if they can be listed. */
    composed: composedValues(endpoint, parameter),
    /** What a filter compares; undefined for another parameter. */
    filter: listedCollection(endpoint).filters?.[parameter.name],
    /** False where every host that has the site composes pages, so that all support the same values. */
    hasPages: described.grid.layout !== 'chunks',
    /** A value that every host supports; empty where there is none. */
    example: exampleValue(endpoint, parameter),
  }));

/** The value that an absent parameter stands for. A page without `page_size` has other links than with the default. */
const fallbackOf = (endpoint: Endpoint, { kind, fallback }: Parameter): string =>
  kind === 'page_size' ? String(listedCollection(endpoint).pagination?.default) : fallback;

const listedCollection = (endpoint: Endpoint): Partial<CollectionGrid> =>
  endpoint.kind === 'collection' ? endpoint.collection : {};

function parameterText(endpoint: Endpoint, { name, kind }: Parameter): ParameterText {
  const { filters, sorts = {}, pagination } = listedCollection(endpoint);
  if (kind === 'filter') {
    const { [name]: filter } = filters ?? {};
    if (!filter) return { meaning: '' };
    // The values of a boolean are listed.
    const { takesList } = MATCHES[filter.match];
    const isOpen = filter.type !== 'boolean' || takesList;
    const composedText = takesList ? LISTS : `any ${nounOf(filter)}`;
    return { meaning: filterMeaning(filter), ...(isOpen && { composedText }) };
  }
  const hasLists = kind === 'ordering' && Object.keys(sorts).length > 1;
  const texts = { ...PARAMETER_TEXTS[kind], ...(pagination?.all !== false && ALL_TEXTS[kind]) };
  return { ...texts, ...(hasLists && { composedText: LISTS }) };
}

const LISTS = 'several values with commas between them';

function defaultText(endpoint: Endpoint, parameter: Parameter): string {
  const { kind } = parameter;
  if (kind === 'format') return 'JSON';
  if (kind === 'filter') return 'all records';
  if (kind !== 'ordering') return fallbackOf(endpoint, parameter);
  const { defaultSort: order } = listedCollection(endpoint);
  if (!order) return 'the order of the content files';
  return `by ${order.field}, ${order.descending ? 'descending' : 'ascending'}`;
}

const labelOrder = new Intl.Collator('en', { numeric: true });

function renderedValues(
  { about }: Described,
  endpoint: Endpoint,
  { name, kind, values }: Parameter,
) {
  const { name: collection, partitions } = listedCollection(endpoint);
  const { filters = [], counts = {} } = partitions ?? {};
  const labels = about.collections.find((one) => one.name === collection)?.labels?.[name] ?? {};
  /** How a value is shown; that of a filter with its number of records, such as `Colorado (43)`. */
  const labelOf = (value: string): string => {
    const count = counts[partitionKey(filters.map((one) => (one === name ? value : '')))];
    const label = Object.hasOwn(labels, value) ? labels[value]?.join(' or ') : value;
    return count === undefined ? value : `${label} (${formatNumber(count)})`;
  };
  const listed = values === 'number' ? [] : [...values];
  if (kind === 'filter') listed.sort((a, b) => labelOrder.compare(labelOf(a), labelOf(b)));
  /** The values that every host supports, if they can be listed. */
  return { rendered: listed as readonly string[], labelOf };
}

function composedValues(endpoint: Endpoint, parameter: Parameter) {
  const { name, kind, values } = parameter;
  const { sorts = {}, filters = {} } = listedCollection(endpoint);
  const isBoolean = kind === 'filter' && filters[name]?.type === 'boolean';
  const all: Readonly<Record<string, readonly string[]>> = {
    ordering: bothDirections(Object.keys(sorts)),
    filter: isBoolean ? ['true', 'false'] : [],
  };
  return (all[kind] ?? []).filter((value) => !values.includes(value));
}

/** The parameters in an order for people: the format comes last, because it matters least. */
export const parametersForPage = (described: Described, endpoint: Endpoint) =>
  describedParameters(described, endpoint).sort(
    (a, b) => Number(a.kind === 'format') - Number(b.kind === 'format'),
  );

/** What every host supports with a filter, as a sentence; empty where no filter is pre-rendered, or code composes all. */
export function partitionText(grid: Grid, collection: CollectionGrid): string {
  const { partitions, pagination, sorts } = collection;
  if (!partitions || !hasQueryPages(grid)) return '';
  const { filters, orderings, limits } = partitions;
  const sizes =
    pagination &&
    inWords(
      pageSizes(limits, pagination).map((one) => one.replace('all', code)),
      'or',
    );
  const parts = [
    `the pre-rendered values of ${inWords(filters.map(code), 'and')}${filters.length > 1 ? ', alone or together' : ''}`,
    sorts && `\`ordering\` ${inWords(['absent', ...orderings.map(code)], 'or')}`,
    pagination && `${code(windowNames(collection)[0])} ${sizes}; no \`format\``,
  ];
  return `With a filter, every host supports only ${parts.filter(Boolean).join('; ')}.`;
}

const code = (name: string): string => `\`${name}\``;
