import { type ErrorAddress, errorAddress } from '../core/address.ts';
import {
  type Endpoint,
  hrefAt,
  namedEndpoints,
  type Parameter,
  parameterNames,
  parametersOf,
} from '../core/endpoint.ts';
import { type CollectionGrid, defaultOrdering, type Grid, pageSizes } from '../core/grid.ts';
import { partitionFilters } from '../core/listing.ts';
import { inWords } from '../util/text.ts';
import { jsonFile, type SiteFile } from './site-file.ts';
import { valueText } from './value-text.ts';

/** What an error says, in the shape of Django REST Framework’s. */
interface ErrorBody {
  readonly detail: string;
  /** The parameter with the unsupported value; absent for other errors. */
  readonly parameter?: Parameter['name'];
  /** The supported values, if they can be listed. */
  readonly supported?: readonly string[];
}

type ErrorPair = readonly [ErrorAddress, ErrorBody];

/** Every error that a request can get, as files. */
export function* errorFiles(grid: Grid): Generator<SiteFile> {
  for (const [address, body] of errorBodies(grid)) yield jsonFile(grid, address, body);
}

/** Every error that a request can get. A file can't quote the request, so it lists the supported values. */
export function* errorBodies(grid: Grid): Generator<ErrorPair> {
  const index = hrefAt(grid, { kind: 'index' });
  const unknown = {
    detail: `This path does not exist. The API’s index is ${index}.`,
    supported: namedEndpoints(grid).map((one) => hrefAt(grid, one)),
  };
  yield [errorAddress('path'), unknown];
  const refused = 'This method is not allowed. The Allow header lists the allowed methods.';
  yield [errorAddress('method'), { detail: refused }];
  const names = parameterNames(grid).join(', ');
  const repeated = `A parameter is given more than once. Use each of these only once: ${names}.`;
  yield [errorAddress('repeated'), { detail: repeated }];
  for (const parameter of parametersOf(grid, { kind: 'index' })) {
    yield parameterError(parameter, useListed(grid.formats));
  }
  for (const collection of grid.collections) {
    if (collection.items !== false) {
      const detail = `No record of ${collection.name} has this key.`;
      yield [errorAddress('key', collection.name), { detail }];
    }
    const endpoint: Endpoint = { kind: 'collection', collection };
    for (const parameter of parametersOf(grid, endpoint)) {
      if (parameter.error.collection) {
        yield parameterError(parameter, restOf(parameter, collection, grid));
      }
    }
    if (collection.filters)
      yield [errorAddress('filter', collection.name), filterError(collection)];
  }
}

/** The same text wherever it is sent: by code that composes pages, and by rules that can't. */
function parameterError({ name, values, error }: Parameter, rest: string): ErrorPair {
  const detail = `This value of ${name} is not supported. ${rest}`.trim();
  return [error, { detail, parameter: name, ...(values !== 'number' && { supported: values }) }];
}

/** What to do on a host that only accepts the listed values. */
const useListed = (listed: readonly string[]): string =>
  listed.length > 0 ? 'Use one of the listed values.' : 'Leave the parameter out.';

/** The beginning of a sentence about values that are not listed: where there are pages, only some hosts accept them. */
function othersAfter(listed: readonly string[], { layout }: Grid): string {
  if (layout === 'chunks') return listed.length > 0 ? 'Use one of the listed values, or' : 'Use';
  return listed.length > 0
    ? `${useListed(listed)} Some hosts also accept`
    : 'Only some hosts accept a value:';
}

/** What to use instead: the listed values, and those that not every host accepts. */
function restOf({ name, kind, values }: Parameter, collection: CollectionGrid, grid: Grid): string {
  if (kind === 'page') {
    return 'Use a whole number from 1 to that of the last page, whose next is null.';
  }
  if (values === 'number') return offsetsIn(collection, grid);
  const others = othersAfter(values, grid);
  if (kind === 'limit' || kind === 'page_size')
    return `${others} any whole number from 1 to ${Number.MAX_SAFE_INTEGER}.`;
  const filter = collection.filters?.[name];
  if (kind === 'filter' && filter) {
    const unencoded =
      values.length > 0 && grid.layout !== 'chunks'
        ? ' In a listed value, percent-encode only characters other than letters, digits and _ . -'
        : '';
    return `${others} ${valueText(filter)}.${unencoded}`;
  }
  const terms = Object.keys(collection.sorts ?? {});
  if (terms.length === 0) return useListed(values);
  const unlisted = terms.flatMap((term) => (values.includes(term) ? [] : [term, `-${term}`]));
  const fields = unlisted.length > 0 ? `${unlisted.join(', ')}, and ` : '';
  return `${others} ${fields}several values separated by commas.`;
}

/** The supported values of `offset`. */
function offsetsIn({ count, pagination }: CollectionGrid, { layout }: Grid): string {
  const any = `any whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`;
  if (layout === 'chunks') return `Use ${any}`;
  const all = pagination?.all === false ? '' : '; with limit=all, use 0';
  return `Use 0 or a multiple of limit below the count of ${count}${all}. Some hosts also accept ${any}`;
}

/** The error of a combination that is not pre-rendered, with the combinations of filters that are. */
function filterError(collection: CollectionGrid): ErrorBody {
  const { partitions, pagination } = collection;
  const { filters = [], orderings = [], limits = [], counts = {} } = partitions ?? {};
  const supported = Object.keys(counts).map((key) => {
    const pairs = Object.entries(partitionFilters(filters, key));
    return String(new URLSearchParams(pairs.filter(([, value]) => value)));
  });
  const orders = ['absent', ...orderings].join(' or ');
  const sizes = inWords(pagination ? pageSizes(limits, pagination) : [], 'or');
  const pages =
    pagination?.style === 'page'
      ? `, page_size absent, ${sizes}, page one that exists, and format absent`
      : `, limit ${sizes}, offset a multiple of limit below the count, and format absent`;
  const order = defaultOrdering(collection);
  const isOther = order && !orderings.includes(order);
  const hint = isOther ? ` Without ordering, records come in the order of ${order}.` : '';
  const detail =
    supported.length === 0
      ? 'Filters are not supported.'
      : `This combination of parameters is not supported. Use one of the listed filters, in the same case, with ordering ${orders}${pagination ? pages : ''}.${hint}`;
  return { detail, supported };
}
