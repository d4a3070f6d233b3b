import { type Api, mapOf, type Source } from '../api/definition.ts';
import { type JsonSchema, publishedShape } from '../api/json-schema.ts';
import type { PublishedCollection } from '../content/check/record.ts';
import { byCode } from '../core/ordering.ts';
import { updatesOf } from './updates.ts';

/** The descriptions in a definition, as JSON that is stored in the manifest. */
export interface ApiMetadata {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly icon?: string;
  readonly sources?: readonly Source[];
  /** The name of the collection that the page opens with, if the definition has it. */
  readonly main?: string;
  readonly collections: readonly CollectionMetadata[];
}

/** The descriptions of one collection. */
export interface CollectionMetadata {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The published field that names a record for people, if the definition has it. */
  readonly label?: string;
  /** The shape of a record as it is published. */
  readonly record: JsonSchema;
  /** The shape of a feature's properties; present where the collection has features. */
  readonly properties?: JsonSchema;
  /** Whose features the page's map shows, and the property with the value of their colours; absent: it has none. */
  readonly map?: { readonly features: string; readonly value?: string };
  /** What is shown for values of filters, by filter and value; absent where nothing is. */
  readonly labels?: Readonly<Record<string, ValueLabels>>;
  /** The newest value of the field `updated` of the definition; absent where no record has one. */
  readonly updated?: string;
}

/** What is shown for values, by value. Records with the same value can have different labels. */
type ValueLabels = Readonly<Record<string, readonly string[]>>;

/** The metadata of a definition with its records. */
export function metadataOf(
  { name, description, version, icon, sources, main, collections: definitions }: Api,
  collections: readonly PublishedCollection[],
): ApiMetadata {
  return {
    name,
    description,
    version,
    ...(icon !== undefined && { icon }),
    ...(sources && { sources }),
    ...(main !== undefined && { main }),
    collections: collections.map((collection) => {
      const map = mapOf(collection.definition, definitions);
      return { ...collectionMetadata(collection), ...(map && { map }) };
    }),
  };
}

const collectionMetadata = (collection: PublishedCollection): CollectionMetadata => {
  const { definition, labels } = collection;
  const { name, title, description, label, schema, published = schema, features } = definition;
  const [newest] = updatesOf(collection);
  const shown = [...labels].map(([filter, values]) => [filter, labelsOf(values)]);
  return {
    name,
    title,
    description,
    ...(label !== undefined && { label }),
    record: publishedShape(published),
    ...(features && { properties: publishedShape(features.properties) }),
    ...(shown.length > 0 && { labels: Object.fromEntries(shown) }),
    ...(newest && { updated: newest.text }),
  };
};

const labelsOf = (values: ReadonlyMap<string, ReadonlySet<string>>): ValueLabels =>
  Object.fromEntries(
    [...values]
      .sort(([a], [b]) => byCode(a, b))
      .map(([text, labels]) => [text, [...labels].sort(byCode)]),
  );
