import { basePath, type Grid, isWindow } from '../grid.ts';
import { type Address, ERRORS, type ErrorAddress, errorAddress } from './address.ts';
import {
  addressFor,
  type Endpoint,
  endpointAt,
  type Parameter,
  parametersOf,
  pathOf,
  type Values,
} from './endpoint.ts';

/** The part of an HTTP request that decides its answer. */
export interface ApiRequest {
  readonly method: string;
  /** As it stands in the request line, percent-encoding and all. */
  readonly path: string;
  /** What follows the question mark, undecoded; empty where there is none. */
  readonly query: string;
}

/** The body to answer with, or the place to go. An item's body may turn out not to exist. */
export type Resolution =
  | { readonly status: number; readonly address: Address }
  | { readonly status: 301; readonly location: string };

/** The methods that every endpoint of a site of files has. */
export const METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;

/**
 * What a request is answered with. It is told from the grid alone, never by whether a file exists:
 * an answer is the page that was asked for, or an error that says what there is.
 */
export function resolve(grid: Grid, { method, path, query }: ApiRequest): Resolution {
  const segments = segmentsOf(grid, path);
  const endpoint = segments && endpointAt(grid, withoutSlash(segments));
  if (!endpoint) return failure(errorAddress('path'));
  if (method === 'OPTIONS') return { status: 200, address: optionsOf(endpoint) };
  if (method !== 'GET' && method !== 'HEAD') return failure(errorAddress('method'));
  if (segments.at(-1) !== '') {
    return { status: 301, location: pathOf(grid, endpoint) + (query && `?${query}`) };
  }
  return resolveQuery(grid, endpoint, query);
}

/** What an item is answered with where its file does not exist. */
export const missing = (collection: string): Resolution => failure(errorAddress('key', collection));

const failure = (address: ErrorAddress): Resolution => ({ status: ERRORS[address.error], address });

const optionsOf = (endpoint: Endpoint): Address => ({
  kind: 'options',
  collection: endpoint.kind === 'index' ? '' : endpoint.collection.name,
});

function resolveQuery(grid: Grid, endpoint: Endpoint, query: string): Resolution {
  const parameters = parametersOf(grid, endpoint);
  const given = new URLSearchParams(query);
  if (parameters.some(({ name }) => given.getAll(name).length > 1)) {
    return failure(errorAddress('repeated'));
  }
  const values: Values = Object.fromEntries(
    parameters.map(({ name, fallback }) => [name, given.get(name) || fallback]),
  );
  const refused = parameters.find((parameter) => !accepts(parameter, values[parameter.name] ?? ''));
  if (refused) return failure(refused.error);
  const address = addressFor(endpoint, values);
  return isRendered(grid, address)
    ? { status: 200, address }
    : failure(errorAddress('offset', endpoint.kind === 'index' ? '' : endpoint.collection.name));
}

function accepts({ values, fallback }: Parameter, value: string): boolean {
  if (value === fallback) return true;
  return values === 'number' ? isWholeNumber(value) : values.includes(value);
}

/** A whole number in its one spelling: no sign, no leading zero, exact as a double. */
const isWholeNumber = (text: string): boolean =>
  /^(?:0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text));

function isRendered(grid: Grid, address: Address): boolean {
  if (address.kind !== 'page') return true;
  const collection = grid.collections.find(({ name }) => name === address.collection);
  return !!collection?.pagination && isWindow(collection.pagination, collection.count, address);
}

/**
 * A path's decoded segments below `/api`; the last is empty where the path ends with a slash. Null:
 * the path leads elsewhere, or its percent-encoding is broken.
 */
function segmentsOf(grid: Grid, path: string): string[] | null {
  const prefix = basePath(grid);
  if (!path.startsWith(`${prefix}/`)) return null;
  try {
    const [api, ...rest] = path
      .slice(prefix.length + 1)
      .split('/')
      .map(decodeURIComponent);
    return api === 'api' ? rest : null;
  } catch {
    return null;
  }
}

const withoutSlash = (segments: readonly string[]): readonly string[] =>
  segments.at(-1) === '' ? segments.slice(0, -1) : segments;
