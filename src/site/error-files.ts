import { type ErrorAddress, type ErrorName, errorAddress } from '../core/address.ts';
import {
  type Endpoint,
  hrefAt,
  namedEndpoints,
  type Parameter,
  parametersOf,
} from '../core/endpoint.ts';
import { ERROR_TEXTS, USE_ONCE, unsupportedText } from '../core/error-text.ts';
import type { CollectionGrid, Grid } from '../core/grid.ts';
import { partitionFilters } from '../core/listing.ts';
import { formatBytes } from '../util/text.ts';
import { filteredText, supportedText, supportedValues } from './supported-values.ts';

/** What an error says, in the shape of Django REST Framework’s. */
interface ErrorBody {
  readonly detail: string;
  /** The parameter with the unsupported value; absent for other errors. */
  readonly parameter?: Parameter['name'];
  /** The supported values, if they can be listed. */
  readonly supported?: readonly string[];
}

type ErrorPair = readonly [ErrorAddress, ErrorBody];

/**
 * What is wrong, as a sentence.
 * @param parameter the name of the parameter with the value
 */
export const errorText = (
  error: ErrorName,
  parameter: string = error === 'filter' ? 'a filter' : error,
): string => ERROR_TEXTS[error] ?? unsupportedText(parameter);

/** What a site does not have because of the size of the largest file that its host accepts, in bytes. */
export const omittedText = (what: string, fileBytes: number): string =>
  `Left out: ${what}, because the host accepts files of up to ${formatBytes(fileBytes)}.`;

/** Every error that a request can get. A file can't quote the request, so it lists the supported values. */
export function* errorBodies(grid: Grid): Generator<ErrorPair> {
  const index: Endpoint = { kind: 'index' };
  const texts = [errorText('path'), `The API’s index is ${hrefAt(grid, index)}.`];
  for (const collection of grid.collections) {
    const href = hrefAt(grid, { kind: 'features', collection });
    if (collection.featuresLimit) texts.push(omittedText(href, collection.featuresLimit));
  }
  const unknown = {
    detail: texts.join(' '),
    supported: namedEndpoints(grid).map((one) => hrefAt(grid, one)),
  };
  yield [errorAddress('path'), unknown];
  for (const error of ['method', 'query'] as const)
    yield [errorAddress(error), { detail: errorText(error) }];
  if (grid.hostKind === 'rules') yield [errorAddress('parameters'), { detail: USE_ONCE }];
  for (const parameter of parametersOf(grid, index)) yield parameterError({}, parameter);
  for (const collection of grid.collections) yield* collectionErrors(grid, collection);
}

function* collectionErrors(grid: Grid, collection: CollectionGrid): Generator<ErrorPair> {
  const { name, items } = collection;
  if (items !== false) yield [errorAddress('key', name), { detail: errorText('key') }];
  const parameters = parametersOf(grid, { kind: 'collection', collection });
  for (const parameter of parameters) {
    if (parameter.error.collection !== '') yield parameterError(collection, parameter);
  }
  if (grid.hostKind === 'rules')
    yield [errorAddress('parameters', name), noPageError(grid, collection, parameters)];
}

/** What code answers to a value that it can't compose a page for. */
function parameterError(collection: Partial<CollectionGrid>, parameter: Parameter): ErrorPair {
  const { name, values, error } = parameter;
  const texts = supportedValues(collection, parameter);
  const supported = [...texts.prerendered, ...texts.composed];
  const listed = supported.length > 0 ? 'the listed values' : '';
  const rest = supportedText({ hostKind: 'code' }, { ...texts, composed: [] }, listed);
  const detail = `${errorText(error.error, name)} ${rest}`;
  return [error, { detail, parameter: name, ...(values !== 'number' && { supported }) }];
}

/** What a host's rules answer where there is no page for the parameters of a request: what is prerendered. */
function noPageError(grid: Grid, collection: CollectionGrid, parameters: readonly Parameter[]) {
  const { filters = [], counts = {} } = collection.partitions ?? {};
  const listed = parameters.flatMap(({ name, kind, values }) =>
    values === 'number' || kind === 'filter' || kind === 'format'
      ? []
      : values.map((value) => `${name}=${value}`),
  );
  const filtered = Object.keys(counts).map((key) =>
    String(new URLSearchParams(partitionFilters(filters, key))),
  );
  const places = parameters.flatMap((parameter) => {
    const { prerenderedText } = supportedValues(collection, parameter);
    return prerenderedText ? `${parameter.name} is ${prerenderedText}.` : [];
  });
  const texts = [
    errorText('parameters'),
    USE_ONCE,
    'Use the listed values.',
    ...places,
    ...(filtered.length > 0 ? [filteredText(grid, collection)] : []),
  ];
  return { detail: texts.join(' '), supported: [...listed, ...filtered] };
}
