import { publishedShape } from '../api/json-schema.ts';
import type { PublishedCollection, PublishedRecord } from '../content/check/record.ts';
import { addressFor, type Endpoint, type Values } from '../core/endpoint.ts';
import { PAGE_TAIL, pageHead } from '../core/envelope.ts';
import { valueAt } from '../core/filter.ts';
import { findCollection, type Grid } from '../core/grid.ts';
import { keyFields } from '../core/key.ts';
import { ownValue } from '../core/object.ts';
import { prerenderedHref } from '../core/path.ts';
import { exampleCount } from '../site/parameter.ts';
import type { SerializedCollection } from '../site/serialize.ts';
import { indexBody } from '../site/site-files.ts';
import { shortened } from '../util/text.ts';
import type { Described, Examples, FieldTexts } from './described.ts';
import { returnsRecord } from './endpoint.ts';
import { facetsOf } from './facets.ts';
import { describeFields, type FieldText } from './field.ts';

/** How many records are kept at most: those of the first page, which the page shows before its script requests them. */
const MAX_FIRST = 100;

/** The records of each collection that examples show. */
export const examplesOf = (grid: Grid, serialized: readonly SerializedCollection[]): Examples =>
  Object.fromEntries(
    serialized.map((published) => {
      const { name, body, listedBody } = published;
      const fields = fieldTexts(published, serialized);
      const collection = findCollection(grid, { collection: name });
      const count = Math.min(collection.pagination?.default ?? MAX_FIRST, MAX_FIRST);
      const order = published.order('').subarray(0, count);
      const keys = keyFields(collection.keyField ?? '');
      const [first] = order;
      const examples = {
        records: Array.from(order, (index) => excerptOf(listedBody(index), keys)),
        example: first === undefined ? undefined : excerptOf(body(first), keys),
        facets: facetsOf(collection, published, fields),
        fields,
      };
      return [name, examples];
    }),
  );

/** What people see of the fields: the titles in the schema, and what the collection that the definition names has. */
function fieldTexts(
  { definition, records }: PublishedCollection,
  collections: readonly PublishedCollection[],
): FieldTexts {
  const { fieldsFrom, schema, published = schema } = definition;
  const source = collections.find(({ definition }) => definition.name === fieldsFrom?.collection);
  const { label, description: meaning, group } = fieldsFrom ?? {};
  const uses = Object.entries({ label, meaning, group });
  const textsOf = (value: object): FieldText =>
    Object.fromEntries(uses.map(([use, field = '']) => [use, ownValue(value, field) || undefined]));
  const known = new Map(source?.records.map(({ key, value }) => [String(key), textsOf(value)]));
  for (const { path, title, type } of describeFields(publishedShape(published))) {
    const textIn = ({ value }: PublishedRecord) => JSON.stringify(valueAt(value, path));
    const isEqual = (one: PublishedRecord) => textIn(one) === textIn(records[0] ?? one);
    known.set(path, {
      ...known.get(path),
      ...(title && { label: title }),
      isNumeric: /^decimal/.test(type) || undefined,
      isConstant: (records.length > 1 && records.every(isEqual)) || undefined,
    });
  }
  return known;
}

/** The longest text of an example. */
const MAX_TEXT = 200;

/** A record with its long texts cut, except the fields of its key and texts without blanks, which may have a form. */
const excerptOf = (body: Uint8Array, keys: readonly string[]): unknown =>
  JSON.parse(Buffer.from(body).toString(), (name, part) =>
    typeof part !== 'string' || !/\s/.test(part) || keys.includes(name)
      ? part
      : shortened(part, MAX_TEXT),
  );

/**
 * The body of an endpoint for example values of its parameters; lists are shortened. Undefined where there is no record
 * to show, and of features, whose schema tells all.
 */
export function exampleBody(described: Described, endpoint: Endpoint, values: Values): unknown {
  const { grid, examples } = described;
  if (endpoint.kind === 'index') return indexBody(grid);
  const { collection, kind } = endpoint;
  const { records: first = [], example } = examples[collection.name] ?? {};
  if (returnsRecord(endpoint)) return example;
  if (kind === 'features') return undefined;
  const records = first.slice(0, exampleCount(collection));
  const address = addressFor(endpoint, values);
  if (address.kind !== 'page') return records;
  const head = pageHead(address, collection.count, (page) => prerenderedHref(grid, page));
  return { ...JSON.parse(head + PAGE_TAIL), results: records };
}
