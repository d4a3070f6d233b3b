import { type JsonSchema, publishedShape } from '../api/json-schema.ts';
import type { PublishedCollection } from '../content/check/record.ts';
import { addressFor, type Endpoint, type Values } from '../core/endpoint.ts';
import { PAGE_TAIL, pageHead } from '../core/envelope.ts';
import { type CollectionGrid, findCollection, type Grid, windowNames } from '../core/grid.ts';
import { printedHref } from '../core/path.ts';
import type { SerializedCollection } from '../site/serialize.ts';
import { indexBody } from '../site/site-files.ts';
import { ownValue } from '../util/object.ts';
import type { Described, Examples, FieldTexts } from './described.ts';
import { facetsOf } from './facets.ts';

/** How many features an example shows. */
const FEATURE_COUNT = 2;

/** How many records of an unpaginated list an example shows. */
const LIST_COUNT = 3;

/** How many records an example shows: a page of the smallest size, or the start of a list. */
const exampleCount = ({ pagination }: CollectionGrid): number =>
  pagination ? Math.min(...pagination.limits) : LIST_COUNT;

/** How many records are kept at most: those of the first page, which the page shows before its script requests them. */
const MAX_FIRST = 100;

/** A request for the records that examples show, as values of the parameters of a list. */
export function exampleRequest(endpoint: Endpoint): Values {
  if (endpoint.kind !== 'collection' || !endpoint.collection.pagination) return {};
  const [size] = windowNames(endpoint.collection);
  return { [size]: String(exampleCount(endpoint.collection)) };
}

/** The records and features of each collection that examples show. */
export const examplesOf = (grid: Grid, serialized: readonly SerializedCollection[]): Examples =>
  Object.fromEntries(
    serialized.map((published) => {
      const { name, bodies, features } = published;
      const fields = fieldTexts(published, serialized);
      const collection = findCollection(grid, { collection: name });
      const count = Math.min(collection.pagination?.default ?? MAX_FIRST, MAX_FIRST);
      const order = published.order('').subarray(0, count);
      const examples = {
        records: [...order].flatMap((index) => bodies[index] ?? []).map(parseJson),
        features: features.slice(0, FEATURE_COUNT).map(parseJson),
        facets: facetsOf(collection, published, fields),
        fields,
      };
      return [name, examples];
    }),
  );

/** What people see of the fields: the titles in the schema, or the records of the collection that the definition names. */
function fieldTexts(
  { definition }: PublishedCollection,
  collections: readonly PublishedCollection[],
): FieldTexts {
  const { fieldsFrom, schema, published = schema } = definition;
  const source = collections.find(({ definition }) => definition.name === fieldsFrom?.collection);
  const shapes = Object.entries<JsonSchema>(Object(publishedShape(published).properties));
  if (!fieldsFrom || !source)
    return new Map(shapes.map(([name, { title }]) => [name, title ? { label: `${title}` } : {}]));
  const { label, description: meaning, group } = fieldsFrom;
  const uses = Object.entries({ label, meaning, group });
  return new Map(
    source.records.map(({ key, value }) => {
      const texts = uses.map(([use, field = '']) => [use, ownValue(value, field) || undefined]);
      return [String(key), Object.fromEntries(texts)];
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
  if (kind === 'item') return first[0];
  if (kind === 'features') return { type: 'FeatureCollection', features };
  const records = first.slice(0, exampleCount(collection));
  const address = addressFor(endpoint, values);
  if (address.kind !== 'page') return records;
  const head = pageHead(address, collection.count, (page) => printedHref(grid, page));
  return { ...JSON.parse(head + PAGE_TAIL), results: records };
}
