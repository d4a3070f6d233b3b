import { type ErrorAddress, errorAddress, hrefOf } from '../core/address.ts';
import {
  type Endpoint,
  hrefAt,
  namedEndpoints,
  type Parameter,
  parametersOf,
} from '../core/endpoint.ts';
import type { CollectionGrid, Grid } from '../core/grid.ts';
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
  const { base, collections } = grid;
  const index = hrefOf(base, { kind: 'index' });
  const unknown = {
    detail: `Nothing is at this address. The API’s index is ${index}.`,
    supported: namedEndpoints(grid).map((one) => hrefAt(grid, one)),
  };
  yield [errorAddress('path'), unknown];
  const refused = 'This method is not allowed here; the header Allow names those that are.';
  yield [errorAddress('method'), { detail: refused }];
  const names = ['format', 'ordering', 'limit', 'offset'];
  const repeated = `A parameter is given more than once. Each of ${names.join(', ')} may be given once.`;
  yield [errorAddress('repeated'), { detail: repeated }];
  for (const parameter of parametersOf(grid, { kind: 'index' })) {
    yield parameterError(parameter, formatsOf(grid));
  }
  for (const collection of collections) {
    const detail = `No record of ${collection.name} is at this address.`;
    yield [errorAddress('key', collection.name), { detail }];
    const endpoint: Endpoint = { kind: 'collection', collection };
    for (const parameter of parametersOf(grid, endpoint)) {
      if (parameter.error.collection) {
        yield parameterError(parameter, restOf(parameter.name, collection));
      }
    }
  }
}

/** The same text wherever it is sent: by code that composes pages, and by rules that can't. */
function parameterError({ name, values, error }: Parameter, rest: string): ErrorPair {
  const detail = `This value of ${name} is not supported. ${rest}`.trim();
  return [error, { detail, parameter: name, ...(values !== 'number' && { supported: values }) }];
}

const COMPOSED = 'A server that composes pages takes';

/** Which formats there are elsewhere, if any. */
const formatsOf = ({ composedFormats = [] }: Grid): string =>
  composedFormats.length > 0 ? `${COMPOSED} also ${composedFormats.join(', ')}.` : '';

/** Which values there are, here or elsewhere, besides those that can be listed. */
function restOf(name: Parameter['name'], { count, sorts }: CollectionGrid): string {
  if (name === 'limit') {
    return `${COMPOSED} any whole number from 1; a host of files only those listed.`;
  }
  if (name === 'offset') {
    return (
      `${COMPOSED} any whole number from 0; a host of files only 0 and the multiples of limit ` +
      `below the count of ${count}, and with limit=all only 0.`
    );
  }
  const fields = Object.keys(sorts?.by ?? {});
  if (fields.length === 0) return 'Give one of those listed.';
  return `${COMPOSED} also ${fields.join(', ')}, each with - before it for descending.`;
}
