import type { Api, Collection, Source } from '../api/definition.ts';
import { type JsonSchema, publishedShape } from './shape.ts';

/** The descriptions in a definition, as JSON that is stored in the manifest. */
export interface ApiMetadata {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly sources?: readonly Source[];
  readonly collections: readonly CollectionMetadata[];
}

/** The descriptions of one collection. */
export interface CollectionMetadata {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The shape of a record as it is published. */
  readonly record: JsonSchema;
  /** The shape of a feature's properties; present where the collection has features. */
  readonly properties?: JsonSchema;
}

/** The metadata of a definition. */
export const metadataOf = ({
  name,
  description,
  version,
  sources,
  collections,
}: Api): ApiMetadata => ({
  name,
  description,
  version,
  ...(sources && { sources }),
  collections: collections.map(collectionMetadata),
});

const collectionMetadata = (collection: Collection): CollectionMetadata => {
  const { name, title, description, schema, published = schema, features } = collection;
  return {
    name,
    title,
    description,
    record: publishedShape(published),
    ...(features && { properties: publishedShape(features.properties) }),
  };
};
