import type { Api, Collection, Source } from '../api/definition.ts';
import { type JsonSchema, publishedShape } from './shape.ts';

/** What a definition says about itself: it travels with the site, as JSON. */
export interface ApiMetadata {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly sources?: readonly Source[];
  readonly collections: readonly AboutCollection[];
}

/** What is said of one collection. */
export interface AboutCollection {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The shape of a record as it is published. */
  readonly record: JsonSchema;
  /** The shape of what is told of a record on a map; present where the collection has features. */
  readonly properties?: JsonSchema;
}

/** What a definition says about itself. */
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
  collections: collections.map(aboutCollection),
});

const aboutCollection = (collection: Collection): AboutCollection => {
  const { name, title, description, schema, published = schema, features } = collection;
  return {
    name,
    title,
    description,
    record: publishedShape(published),
    ...(features && { properties: publishedShape(features.properties) }),
  };
};
