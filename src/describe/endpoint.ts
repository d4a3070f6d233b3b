import { type ErrorAddress, type ErrorName, errorAddress } from '../core/address.ts';
import { type Endpoint, type Parameter, parametersOf, relativePathOf } from '../core/endpoint.ts';
import { bothDirections, type CollectionGrid, composableTerms, type Grid } from '../core/grid.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { exampleValue } from './examples.ts';

/*
 * What the page and the OpenAPI document say about endpoints: their paths, parameters and errors.
 */

/** The name of the key in an item's path: its field where records show it, else `key`. */
export const keyName = ({ keyField = '' }: CollectionGrid): string =>
  /^\w+$/.test(keyField) ? keyField : 'key';

/** An endpoint's path below the API's address, with a template for a key: `/api/countries/{alpha_2}/`. */
export const templateOf = (endpoint: Endpoint): string =>
  `/${relativePathOf(
    endpoint.kind === 'item' ? { ...endpoint, key: `{${keyName(endpoint.collection)}}` } : endpoint,
  )}`;

/** What an endpoint returns, as a phrase. */
export function phraseOf(endpoint: Endpoint): string {
  if (endpoint.kind === 'index') return 'the addresses of the collections';
  if (endpoint.kind === 'item') return 'one record';
  const { name, count, pagination, features = 0 } = endpoint.collection;
  if (endpoint.kind === 'features') return `${formatCount(features, 'point')} as GeoJSON`;
  const records = `${formatNumber(count)} ${spaced(name)}`;
  return pagination ? `${records}, ${pagination.default} per page` : `${records} in one list`;
}

/** A collection's name as words. */
export const spaced = (name: string): string => name.replaceAll('_', ' ');

/** A query parameter with its description. */
export type DescribedParameter = ReturnType<typeof describedParameters>[number];

interface ParameterText {
  /** What the parameter does, in sentences; names stand in backticks. */
  readonly meaning: string;
  /** The numbers that every host supports. */
  readonly renderedText?: string;
  /** The numbers that hosts with code support. */
  readonly composedText?: string;
}

const PARAMETER_TEXTS: Readonly<Record<Parameter['kind'], ParameterText>> = {
  format: { meaning: 'The response format: every value means JSON. The links of a page keep it.' },
  filter: { meaning: 'Selects records.', composedText: 'any text' },
  ordering: {
    meaning:
      'The field to sort by. A leading `-` sorts in descending order. Null values come last, or first in descending order.',
  },
  limit: {
    meaning: 'The number of records per page; `all` returns every record from `offset` on.',
    composedText: 'any whole number from 1',
  },
  offset: {
    meaning: 'The number of records to skip before the page starts.',
    renderedText: '0 and the multiples of `limit` below `count`; with `limit=all` only 0',
    composedText: 'any whole number from 0; a page past the end is empty',
  },
};

/** The parameters of an endpoint, in the order in which they are checked. */
export const describedParameters = (grid: Grid, endpoint: Endpoint) =>
  parametersOf(grid, endpoint).map((parameter) => ({
    ...parameter,
    ...PARAMETER_TEXTS[parameter.kind],
    /** What an absent or empty parameter means. */
    defaultText: defaultText(endpoint, parameter),
    /** The values that every host supports, if they can be listed. */
    rendered: parameter.values === 'number' ? [] : parameter.values,
    /** The further values that hosts with code support, if they can be listed. */
    composed: composedValues(grid, endpoint, parameter),
    /** A value that every host supports; empty where there is none. */
    example: exampleValue(endpoint, parameter),
  }));

function defaultText(endpoint: Endpoint, { name, fallback }: Parameter): string {
  if (name === 'format') return 'JSON';
  if (name !== 'ordering' || endpoint.kind !== 'collection') return fallback;
  const { defaultSort: order } = endpoint.collection;
  if (!order) return 'the order of the content files';
  return `by ${order.field}, ${order.descending ? 'descending' : 'ascending'}`;
}

function composedValues(grid: Grid, endpoint: Endpoint, parameter: Parameter): string[] {
  const { name, values, composes } = parameter;
  const terms = endpoint.kind === 'collection' ? composableTerms(endpoint.collection) : [];
  const orderings = name === 'ordering' ? bothDirections(terms) : [];
  const named = name === 'format' ? (grid.composedFormats ?? []) : orderings;
  return named.filter((value) => composes(value) && !values.includes(value));
}

/** For people the format comes last, because it matters least. */
export const formatLast = (parameters: readonly DescribedParameter[]): DescribedParameter[] =>
  [...parameters].sort((a, b) => Number(a.name === 'format') - Number(b.name === 'format'));

/** The errors that a GET of an endpoint can get. */
export const errorsOf = (grid: Grid, endpoint: Endpoint): ErrorAddress[] => [
  ...parametersOf(grid, endpoint).map(({ error }) => error),
  errorAddress('repeated'),
  // A segment that can't be a key makes a path that no endpoint has.
  ...(endpoint.kind === 'item'
    ? [errorAddress('key', endpoint.collection.name), errorAddress('path')]
    : []),
];

/** What each error means. */
export const ERROR_TEXTS = {
  path: 'nothing is at this path',
  key: 'no record has this key',
  format: 'the value of `format` is not supported',
  filter: 'the value of a filter is not supported',
  ordering: 'the value of `ordering` is not supported',
  limit: 'the value of `limit` is not supported',
  offset: 'the value of `offset` is not supported',
  repeated: 'a parameter is given more than once',
  method: 'the method is not supported; the header `Allow` lists the supported methods',
} satisfies Record<ErrorName, string>;

/** A text as a sentence. */
export const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
