import type { Api, Collection } from '../api/definition.ts';
import { type JsonSchema, publishedShape } from '../api/json-schema.ts';
import { byCode } from '../core/ordering.ts';
import type { SerializedCollection } from './serialize.ts';

/** The descriptions in a definition, as JSON that is stored in the manifest. */
export interface ApiMetadata
  extends Pick<Api, 'name' | 'description' | 'version' | 'icon' | 'sources' | 'main'> {
  readonly collections: readonly CollectionMetadata[];
}

/** The descriptions of one collection. */
export interface CollectionMetadata
  extends Pick<Collection, 'name' | 'title' | 'heading' | 'description' | 'columns'> {
  /** The published field that names a record for people, if the definition has it. */
  readonly label?: string | undefined;
  /** The fields that listings have, if they have not all. */
  readonly listed?: readonly string[] | undefined;
  /** The collections of records whose keys fields hold, by field; absent if the definition has none. */
  readonly references?: Collection['references'];
  /** The shape of a record as it is published. */
  readonly record: JsonSchema;
  /** The shape of a feature's properties; present where the collection has features. */
  readonly properties?: JsonSchema | undefined;
  /** Whose features the page's map shows, and the property with the value of their colours; absent: it has none. */
  readonly map?: { readonly features: string; readonly value?: string | undefined } | undefined;
  /** What is shown for values of filters, by filter and value; absent where nothing is. */
  readonly labels?: Readonly<Record<string, ValueLabels>> | undefined;
  /** The newest time in the field `updated` of the definition, in UTC; absent where no record has one. */
  readonly updated?: string | undefined;
}

/** What is shown for values, by value. Records with the same value can have different labels. */
type ValueLabels = Readonly<Record<string, readonly string[]>>;

/** The metadata of a definition with its records. */
export function metadataOf(api: Api, collections: readonly SerializedCollection[]): ApiMetadata {
  const { name, description, version, icon, sources, main } = api;
  const described = collections.map((one) => collectionMetadata(one, api.collections));
  return { name, description, version, icon, sources, main, collections: described };
}

function collectionMetadata(collection: SerializedCollection, all: readonly Collection[]) {
  const { definition, labels, updates } = collection;
  const [newest] = updates;
  const { name, title, heading, description, label, listed, columns, references } = definition;
  const { schema, published = schema, features } = definition;
  const shown = [...labels].map(([filter, values]) => [filter, labelsOf(values)]);
  const about = { name, title, heading, description, label, listed, columns, references };
  return {
    ...about,
    record: publishedShape(published),
    properties: features && publishedShape(features.properties),
    map: mapOf(definition, all),
    labels: shown.length > 0 ? Object.fromEntries(shown) : undefined,
    updated: newest && new Date(newest.time).toISOString(),
  };
}

const labelsOf = (values: ReadonlyMap<string, ReadonlySet<string>>): ValueLabels =>
  Object.fromEntries(
    [...values]
      .sort(([a], [b]) => byCode(a, b))
      .map(([text, labels]) => [text, [...labels].sort(byCode)]),
  );

/** Whose features the page's map of a collection shows, and the value of their colours; undefined: it has no map. */
function mapOf({ name, features, map = {} }: Collection, collections: readonly Collection[]) {
  const from = map.features ?? (features && name);
  if (from === undefined) return undefined;
  const other = from === name ? map : collections.find((one) => one.name === from)?.map;
  return { features: from, value: map.value ?? other?.value };
}

/** The newest time of the records of some collections, in UTC; undefined where none has one. */
export function newestUpdate(collections: ApiMetadata['collections']): string | undefined {
  const times = collections.flatMap(({ updated = [] }) => updated);
  return times.sort().at(-1);
}
