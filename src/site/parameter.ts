import { type Endpoint, type Parameter, parametersOf, type Values } from '../core/endpoint.ts';
import { type Filter, MATCHES, MAX_WORDS, maxLength, type ValueType } from '../core/filter.ts';
import {
  bothDirections,
  type CollectionGrid,
  type Grid,
  type HostKind,
  pageSizes,
  rangeNames,
} from '../core/grid.ts';
import type { Sort } from '../core/ordering.ts';
import { formatNumber, inWords } from '../util/text.ts';

/*
 * What is said about parameters: in errors, in the OpenAPI document, and on the pages for people.
 */

/** A parameter of an endpoint with its description. */
export interface DescribedParameter extends Parameter {
  /** What it does, in sentences; names stand in backticks. */
  readonly meaning: string;
  /** What an absent or empty parameter means. */
  readonly defaultText: string;
  /** The values that every host answers, where they can be listed. */
  readonly prerendered: readonly string[];
  /** The same in words, where they can't. */
  readonly prerenderedText?: string;
  /** The further values that code answers, where they can be listed. */
  readonly composed: readonly string[];
  /** Others of them, in words. */
  readonly composedText?: string | undefined;
  /** What a filter compares; absent: it is another parameter. */
  readonly filter?: Filter | undefined;
  /** Its value in the request that is shown as an example; absent: that request does not have it. */
  readonly example?: string | undefined;
}

/** What is said about a kind of parameter. `composed` has prerendered values, too. */
type Description = Pick<DescribedParameter, 'meaning' | 'defaultText'> &
  Partial<Pick<DescribedParameter, 'prerenderedText' | 'composed' | 'composedText' | 'filter'>>;

/** How many records of a listing that is not paginated an example shows. */
const LIST_COUNT = 3;

/** How many records an example shows: a page of the smallest size, or the start of a list. */
export const exampleCount = ({ pagination }: CollectionGrid): number =>
  pagination ? Math.min(...pagination.limits) : LIST_COUNT;

/** A request for the records that examples show, as values of the parameters of a list. */
export function exampleRequest(endpoint: Endpoint): Values {
  if (endpoint.kind !== 'collection' || !endpoint.collection.pagination) return {};
  const [size] = rangeNames(endpoint.collection);
  return { [size]: String(exampleCount(endpoint.collection)) };
}

/** The parameters of an endpoint, in the order in which they are checked. */
export function describeParameters(grid: Grid, endpoint: Endpoint): DescribedParameter[] {
  const collection: Partial<CollectionGrid> =
    endpoint.kind === 'collection' ? endpoint.collection : {};
  const { filters = {} } = collection;
  const example = exampleRequest(endpoint);
  return parametersOf(grid, endpoint).map((parameter) => {
    const { name, kind, values } = parameter;
    const description =
      kind === 'filter' ? describeFilter(filters[name] as Filter) : DESCRIBE[kind](collection);
    return {
      ...parameter,
      ...description,
      prerendered: values === 'number' ? [] : values,
      composed: (description.composed ?? []).filter((value) => !values.includes(value)),
      example: example[name],
    };
  });
}

const wholeNumber = (least: number) => `a whole number, ${least} or more`;

type Describe = (collection: Partial<CollectionGrid>) => Description;

/** The descriptions of the parameters that are no filters. */
const DESCRIBE: Readonly<Record<Exclude<Parameter['kind'], 'filter'>, Describe>> = {
  format: () => ({
    meaning:
      'The response format: every value means JSON. Where code runs, the links of a page keep it.',
    defaultText: 'JSON',
  }),
  ordering: ({ defaultSort, sorts = {} }) => ({
    meaning:
      'The field to sort by. A leading `-` sorts in descending order. Null values come last, or first in descending order.',
    defaultText: orderText(defaultSort),
    composed: bothDirections(Object.keys(sorts)),
    composedText: Object.keys(sorts).length > 1 ? SEVERAL_FIELDS : undefined,
  }),
  limit: describeSize(' Where `all` is supported, it returns every record from `offset` on.'),
  offset: ({ pagination }) => ({
    meaning: 'The number of records to skip before the page starts.',
    defaultText: '0',
    prerenderedText: `0 and the multiples of limit below count${pagination?.all === false ? '' : '; with limit=all only 0'}`,
    composedText: `${wholeNumber(0)}; a page past the end is empty`,
  }),
  page_size: describeSize(),
  page: () => ({
    meaning: 'The number of the page: the first is 1. A page past the last one is an error.',
    defaultText: '1',
    prerenderedText: 'a whole number from 1 to that of the last page',
  }),
};

function describeSize(more = ''): Describe {
  return ({ pagination }) => ({
    meaning: `The number of records per page.${more}`,
    defaultText: String(pagination?.default),
    composedText: wholeNumber(1),
  });
}

const orderText = (sort?: Sort): string =>
  sort ? `by \`${sort.field}\`${sort.descending ? ', descending' : ''}` : 'the original order';

const SEVERAL_FIELDS = 'several of them with commas between them, each field once';

/** What is compared with the value of a filter, in words. */
const COMPARISONS: Readonly<Record<Exclude<Filter['match'], 'search'>, string>> = {
  equals: 'is exactly this value',
  in: 'is one of these values, separated by commas',
  contains: 'contains this text, ignoring case',
  min: 'is this value or greater',
  max: 'is this value or less',
  above: 'is greater than this value',
  below: 'is less than this value',
  isnull: 'is null or absent, or with `false` has a value',
};

/** What a filter does, and the values that it accepts, except those that are listed. */
function describeFilter(filter: Filter): Description {
  const { fields, match, isList, type } = filter;
  const quoted = fields.map((field) => `\`${field}\``);
  const names = inWords(quoted, 'or');
  const field = isList ? `list ${names} has an element that` : names;
  const single = type ? VALUES[type] : 'any text without U+0000';
  const words = match === 'search' ? ` and at most ${MAX_WORDS} different words` : '';
  const most = type ? '' : ` of up to ${formatNumber(maxLength(filter))} characters${words}`;
  return {
    meaning:
      match === 'search'
        ? `Selects the records that contain each of these words in ${names}, ignoring case and accents. White space and commas separate words.`
        : `Selects the records whose ${field} ${COMPARISONS[match]}.`,
    defaultText: 'all records',
    filter,
    ...(MATCHES[match].takesList
      ? { composedText: `${single}, or several with commas between them${most && `,${most}`}` }
      : type === 'boolean'
        ? { composed: ['true', 'false'] }
        : { composedText: single + most }),
  };
}

/** The values of each type in words. */
const VALUES: Readonly<Record<ValueType, string>> = {
  number: 'a number, such as 5 or 13.4',
  boolean: 'true or false',
  date: 'a date, such as 2024-02-29',
  uuid: 'a UUID, such as 6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  'date-time': 'a date with a time, such as 2024-02-29T12:00:00Z',
};

/** How many values a sentence has: those that are prerendered come first. */
export const MAX_LISTED = 8;

/** The first of some values in words. Those of `ordering` are listed without `-`. */
function listText({ kind }: Parameter, values: readonly string[]): string {
  const named = kind === 'ordering' ? values.filter((value) => !value.startsWith('-')) : values;
  const others = named.length - MAX_LISTED;
  if (others <= 1) return named.join(', ');
  return `${named.slice(0, MAX_LISTED).join(', ')}, and ${formatNumber(others)} more`;
}

/**
 * The supported values as sentences.
 * @param hostKind the kind of the hosts that have the site: `code` for hosts that answer all values
 */
export function supportedText(hostKind: HostKind, parameter: DescribedParameter): string {
  const { prerendered, prerenderedText, composed, composedText } = parameter;
  const textFor = (values: readonly string[]) =>
    [listText(parameter, values), composedText].filter(Boolean).join(', or ');
  const all = textFor([...prerendered, ...composed]) || prerenderedText;
  if (!all) return 'Leave the parameter out.';
  if (hostKind === 'code') return `Use ${all}.`;
  const every = prerenderedText ?? listText(parameter, prerendered);
  const code = textFor(composed);
  const sentences = [
    every && `Every host supports ${every}.`,
    code && `${every ? 'Hosts with code also' : 'Only hosts with code'} support ${code}.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

/** What can be combined with a prerendered filter where no code runs; empty where no filter is, or the host has no rules. */
export function filteredText(grid: Grid, collection: CollectionGrid): string {
  const { partitions, pagination, prerenderedFormats = [] } = collection;
  if (!partitions || grid.hostKind !== 'rules') return '';
  const { orderings, limits } = partitions;
  const orders = inWords(['absent', ...orderings], 'or');
  const sizes = pagination && inWords(pageSizes(limits, pagination), 'or');
  const [size] = rangeNames(collection);
  const formats = prerenderedFormats.map((format) => `, without format=${format}`).join('');
  return `With a filter, ordering is ${orders}${sizes ? `, and ${size} is ${sizes}` : ''}${formats}. Hosts with code support every combination.`;
}
