import { addressFor, type Endpoint, type Parameter, type Values } from '../../core/endpoint.ts';
import { FEATURES_HEAD, FEATURES_TAIL, PAGE_TAIL, pageHead } from '../../core/envelope.ts';
import type { CollectionGrid, Grid } from '../../core/grid.ts';
import { indexBody } from '../../site/index-files.ts';
import { defaultOrdering } from '../ordering.ts';

/** Real data of one collection. */
export interface CollectionExamples {
  /** The first `exampleCount` records in the order of `exampleOrdering`, as they are published. */
  readonly records: readonly unknown[];
  /** The first two of its features, where it has any. */
  readonly features?: readonly unknown[];
}

/** Real data of each collection, under its name. */
export type Examples = Readonly<Record<string, CollectionExamples>>;

/** How many features an example has. */
export const FEATURE_COUNT = 2;

/** How many records an example has where there are no pages. */
const LISTED = 3;

/** How many records an example shows: a whole page of the smallest size, or the first few of a list. */
export const exampleCount = ({ pagination }: CollectionGrid): number =>
  pagination ? Math.min(...pagination.limits) : LISTED;

/**
 * The value of `ordering` in examples: the one that says what the default order is, or else the first.
 * Empty, which is the default order, where none is pre-rendered.
 */
export const exampleOrdering = (collection: CollectionGrid): string =>
  defaultOrdering(collection) || (collection.orderings[0] ?? '');

/** A value of a parameter that every host answers; empty where there is none. */
export function exampleValue(endpoint: Endpoint, { name, values, fallback }: Parameter): string {
  if (endpoint.kind === 'collection') {
    if (name === 'ordering') return exampleOrdering(endpoint.collection);
    if (name === 'limit') return String(exampleCount(endpoint.collection));
  }
  return values === 'number' ? fallback : (values[0] ?? '');
}

/**
 * What an endpoint answers to the examples of its parameters, a list or a collection of features cut
 * short; undefined where no record is there to be shown.
 * @param values what each parameter's example is
 */
export function exampleBody(
  grid: Grid,
  endpoint: Endpoint,
  values: Values,
  examples: Examples,
): unknown {
  if (endpoint.kind === 'index') return indexBody(grid);
  const { collection, kind } = endpoint;
  const { records = [], features = [] } = examples[collection.name] ?? {};
  if (kind === 'item') return records[0];
  if (kind === 'features') {
    return {
      ...JSON.parse(FEATURES_HEAD + FEATURES_TAIL),
      features: features.slice(0, FEATURE_COUNT),
    };
  }
  const results = records.slice(0, exampleCount(collection));
  const address = addressFor(endpoint, values);
  if (address.kind !== 'page') return results;
  const envelope = JSON.parse(pageHead(grid.base, address, collection.count) + PAGE_TAIL);
  return { ...envelope, results };
}
