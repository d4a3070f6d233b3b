import { type ErrorAddress, errorAddress } from '../core/address.ts';
import {
  type Endpoint,
  hrefAt,
  namedEndpoints,
  type Parameter,
  parameterNames,
  parametersOf,
} from '../core/endpoint.ts';
import { MAX_FILTER_LENGTH } from '../core/filter.ts';
import { type CollectionGrid, canSelect, composableTerms, type Grid } from '../core/grid.ts';
import { partitionFilters } from '../core/listing.ts';
import { jsonFile, type SiteFile } from './site-file.ts';

/** What an error says, in the shape of Django REST Framework’s. */
interface ErrorBody {
  readonly detail: string;
  /** The parameter whose value is not supported, where that is what is wrong. */
  readonly parameter?: Parameter['name'];
  /** What there is instead, where it can be listed. */
  readonly supported?: readonly string[];
}

type ErrorPair = readonly [ErrorAddress, ErrorBody];

/** Every error that a request can get, as files. */
export function* errorFiles(grid: Grid): Generator<SiteFile> {
  for (const [address, body] of errorBodies(grid)) yield jsonFile(address, body);
}

/** Every error that a request can get. A file can't quote the request: it says what there is. */
export function* errorBodies(grid: Grid): Generator<ErrorPair> {
  const index = hrefAt(grid, { kind: 'index' });
  const unknown = {
    detail: `Nothing is at this address. The API’s index is ${index}.`,
    supported: namedEndpoints(grid).map((one) => hrefAt(grid, one)),
  };
  yield [errorAddress('path'), unknown];
  const refused = 'This method is not allowed here; the header Allow names those that are.';
  yield [errorAddress('method'), { detail: refused }];
  const names = parameterNames(grid).join(', ');
  const repeated = `A parameter is given more than once. Each of ${names} may be given once.`;
  yield [errorAddress('repeated'), { detail: repeated }];
  for (const parameter of parametersOf(grid, { kind: 'index' })) {
    yield parameterError(parameter, formatsOf(grid));
  }
  for (const collection of grid.collections) {
    const detail = `No record of ${collection.name} is at this address.`;
    yield [errorAddress('key', collection.name), { detail }];
    const endpoint: Endpoint = { kind: 'collection', collection };
    for (const parameter of parametersOf(grid, endpoint)) {
      if (parameter.error.collection) {
        yield parameterError(parameter, restOf(parameter, collection));
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

const CODE = 'A host that runs code';
const RULES = 'a host that follows rules';

/** Every format, where some are not pre-rendered. */
const formatsOf = ({ formats, composedFormats: others = [] }: Grid): string =>
  others.length > 0 ? `${CODE} takes ${[...formats, ...others].join(' and ')}.` : '';

/** Which values there are, here or elsewhere, besides those that can be listed. */
function restOf({ kind, values }: Parameter, collection: CollectionGrid): string {
  if (kind === 'limit')
    return `${CODE} takes a whole number from 1 to ${Number.MAX_SAFE_INTEGER}; ${RULES}, those listed.`;
  if (kind === 'offset') {
    return (
      `${CODE} takes a whole number from 0 to ${Number.MAX_SAFE_INTEGER}; ${RULES}, 0 and the multiples of limit ` +
      `below the count of ${collection.count}, and with limit=all only 0.`
    );
  }
  if (!canSelect(collection))
    return 'The collection is too large to filter and sort on request: only the values listed are answered.';
  if (kind === 'filter') {
    const rendered = values.length > 0 ? 'those listed, not percent-encoded' : 'none';
    return `${CODE} takes any text of up to ${MAX_FILTER_LENGTH} characters without U+0000; ${RULES}, ${rendered}.`;
  }
  const terms = composableTerms(collection);
  if (terms.length === 0) return 'Give one of those listed.';
  return `${CODE} takes ${terms.join(', ')}, each with - before it for descending, and several with commas between, each field once.`;
}

/** The error of a combination that is not pre-rendered, with the combinations of filters that are. */
function filterError({ partitions, pagination }: CollectionGrid): ErrorBody {
  const { filters = [], orderings = [], limits = [], counts = {} } = partitions ?? {};
  const supported = Object.keys(counts).map((key) => {
    const pairs = Object.entries(partitionFilters(filters, key));
    return String(new URLSearchParams(pairs.filter(([, value]) => value)));
  });
  const orders = ['absent', ...orderings].join(' or ');
  const sizes = `${limits.join(', ')} or all`;
  const pages = `, limit is ${sizes}, offset is a multiple of limit below the count, and format is absent`;
  const detail =
    supported.length === 0
      ? 'No page with a filter is pre-rendered here.'
      : `This combination has no page here. The filters listed have pages, in this case of letters, where ordering is ${orders}${pagination ? pages : ''}.`;
  return { detail, supported };
}
