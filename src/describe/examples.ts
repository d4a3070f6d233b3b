import type { PublishedCollection } from '../content/check/record.ts';
import { addressFor, type Endpoint, type Values } from '../core/endpoint.ts';
import { PAGE_TAIL, pageHead } from '../core/envelope.ts';
import { type CollectionGrid, findCollection, type Grid, windowNames } from '../core/grid.ts';
import { printedHref } from '../core/path.ts';
import { indexBody } from '../site/index-files.ts';
import type { SerializedCollection } from '../site/serialize.ts';
import type { Described, Examples, FieldTexts } from './described.ts';
import { facetsOf } from './facets.ts';

/** How many features an example shows. */
const FEATURE_COUNT = 2;

/** How many records of an unpaginated list an example shows. */
const LIST_COUNT = 3;

/** How many records an example shows: a page of the smallest size, or the start of a list. */
const exampleCount = ({ pagination }: CollectionGrid): number =>
  pagination ? Math.min(...pagination.limits) : LIST_COUNT;

/** How many records are kept: those of the first page, which the page shows before its script requests them. */
const recordCount = ({ pagination }: CollectionGrid): number =>
  Math.min(pagination?.default ?? MAX_FIRST, MAX_FIRST);
const MAX_FIRST = 100;

/** A request for the records that examples show, as values of the parameters of a list. */
export function exampleRequest(endpoint: Endpoint): Values {
  if (endpoint.kind !== 'collection') return {};
  const { collection } = endpoint;
  const [size] = windowNames(collection);
  return collection.pagination ? { [size]: String(exampleCount(collection)) } : {};
}

/** The records and features of each collection that examples show. */
export const examplesOf = (
  grid: Grid,
  collections: readonly PublishedCollection[],
  serialized: readonly SerializedCollection[],
): Examples =>
  Object.fromEntries(
    serialized.flatMap(({ name, bodies, orders, features }, index) => {
      const published = collections[index];
      if (!published) return [];
      const fields = fieldTexts(published, collections);
      const collection = findCollection(grid, { collection: name });
      const order = orders.get('')?.subarray(0, recordCount(collection)) ?? [];
      const examples = {
        records: [...order].flatMap((index) => bodies[index] ?? []).map(parseJson),
        features: features.slice(0, FEATURE_COUNT).map(parseJson),
        facets: facetsOf(collection, published, fields),
        fields,
      };
      return [[name, examples]];
    }),
  );

/** What the records of the collection that the definition names tell about the fields of a collection. */
function fieldTexts(
  { definition: { fieldsFrom } }: PublishedCollection,
  collections: readonly PublishedCollection[],
): FieldTexts {
  const source = collections.find(({ definition }) => definition.name === fieldsFrom?.collection);
  if (!fieldsFrom || !source) return new Map();
  const names = {
    label: fieldsFrom.label,
    meaning: fieldsFrom.description,
    group: fieldsFrom.group,
  };
  return new Map(
    source.records.map(({ key, value }) => {
      const texts = Object.entries(names).map(([use, field = '']) => [use, value[field]]);
      return [String(key), Object.fromEntries(texts.filter(([, text]) => text))];
    }),
  );
}

const parseJson = (body: Uint8Array): unknown => JSON.parse(Buffer.from(body).toString());

/**
 * The body of an endpoint for example values of its parameters; lists and collections of features are
 * shortened. Undefined where there is no record to show.
 */
export function exampleBody(described: Described, endpoint: Endpoint, values: Values): unknown {
  const { grid, examples } = described;
  if (endpoint.kind === 'index') return indexBody(grid);
  const { collection, kind } = endpoint;
  const { records: first = [], features = [] } = examples[collection.name] ?? {};
  const records = first.slice(0, exampleCount(collection));
  if (kind === 'item') return records[0];
  if (kind === 'features') return { type: 'FeatureCollection', features };
  const address = addressFor(endpoint, values);
  if (address.kind !== 'page') return records;
  const envelope = JSON.parse(
    pageHead(address, collection.count, (page) => printedHref(grid, page)) + PAGE_TAIL,
  );
  return { ...envelope, results: records };
}
