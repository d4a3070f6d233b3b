import { type ErrorAddress, type ErrorName, errorAddress } from '../core/address.ts';
import { type Endpoint, hrefAt, namedEndpoints, type Parameter } from '../core/endpoint.ts';
import { ERROR_TEXTS, USE_ONCE, unsupportedText } from '../core/error-text.ts';
import type { CollectionGrid, Grid } from '../core/grid.ts';
import { partitionFilters } from '../core/listing.ts';
import { formatBytes } from '../util/text.ts';
import {
  type DescribedParameter,
  describeParameters,
  filteredText,
  supportedText,
} from './parameter.ts';

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
  const supported = namedEndpoints(grid).map((one) => hrefAt(grid, one));
  yield [errorAddress('path'), { detail: texts.join(' '), supported }];
  for (const error of ['method', 'query'] as const)
    yield [errorAddress(error), { detail: errorText(error) }];
  if (grid.hostKind === 'rules') yield [errorAddress('parameters'), { detail: USE_ONCE }];
  for (const parameter of describeParameters(grid, index)) yield parameterError(parameter);
  for (const collection of grid.collections) yield* collectionErrors(grid, collection);
}

function* collectionErrors(grid: Grid, collection: CollectionGrid): Generator<ErrorPair> {
  const { name, items } = collection;
  if (items !== false) yield [errorAddress('key', name), { detail: errorText('key') }];
  const parameters = describeParameters(grid, { kind: 'collection', collection });
  for (const parameter of parameters) {
    if (parameter.error.collection !== '') yield parameterError(parameter);
  }
  if (grid.hostKind === 'rules')
    yield [errorAddress('parameters', name), noPageError(grid, collection, parameters)];
}

/** What code answers to a value that it can't compose a page for. */
function parameterError(parameter: DescribedParameter): ErrorPair {
  const { name, error, prerendered, composed } = parameter;
  const supported = [...prerendered, ...composed];
  const detail = `${errorText(error.error, name)} ${supportedText('code', parameter)}`;
  return [error, { detail, parameter: name, ...(supported.length > 0 && { supported }) }];
}

/** What a host's rules answer where there is no page for the parameters of a request: what is prerendered. */
function noPageError(
  grid: Grid,
  collection: CollectionGrid,
  parameters: readonly DescribedParameter[],
) {
  const { filters = [], counts = {} } = collection.partitions ?? {};
  const listed = parameters.flatMap(({ name, kind, prerendered }) =>
    kind === 'filter' || kind === 'format' ? [] : prerendered.map((value) => `${name}=${value}`),
  );
  const filtered = Object.keys(counts).map((key) =>
    String(new URLSearchParams(partitionFilters(filters, key))),
  );
  const places = parameters.flatMap(({ name, prerenderedText }) =>
    prerenderedText ? `${name} is ${prerenderedText}.` : [],
  );
  const texts = [
    errorText('parameters'),
    USE_ONCE,
    'Use the listed values.',
    ...places,
    ...(filtered.length > 0 ? [filteredText(grid, collection)] : []),
  ];
  return { detail: texts.join(' '), supported: [...listed, ...filtered] };
}
