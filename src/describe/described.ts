import { endpointsOf } from '../core/endpoint.ts';
import { findCollection, type Grid } from '../core/grid.ts';
import type { ApiMetadata } from '../site/api-metadata.ts';
import type { Download } from './downloads/layout.ts';
import type { Facet } from './facet.ts';

/**
 * Published data of each collection, by its name: the records of the first page, as a request without
 * parameters gets it, and the first `FEATURE_COUNT` features if the collection has features.
 */
export type Examples = Readonly<
  Record<
    string,
    {
      readonly records: readonly unknown[];
      readonly features?: readonly unknown[];
      /** What narrows a listing. */
      readonly facets?: readonly Facet[];
      /** What the records of another collection tell about its fields, by field. */
      readonly fields?: FieldTexts;
    }
  >
>;

/** What people see of fields, by field. */
export type FieldTexts = ReadonlyMap<string, FieldText>;

/** What people see of a field. */
interface FieldText {
  readonly label?: string;
  readonly meaning?: string;
  readonly group?: string;
}

/** An API with records to show as examples: everything that its descriptions are made of. */
export interface Described {
  readonly about: ApiMetadata;
  readonly grid: Grid;
  readonly examples: Examples;
  /** Whole collections as files; absent: the description does not name them. */
  readonly downloads?: readonly Download[];
  /** How the host answers; absent: with code. */
  readonly hostKind?: 'rules' | 'files' | undefined;
  /** The address of a stream of events that tells that the site has changed; absent: there is none. */
  readonly changes?: string | undefined;
}

/** A collection with a record to show, and its endpoints. */
export type DescribedCollection = ReturnType<typeof describedCollections>[number];

/** The collections of an API. */
export const describedCollections = ({ about, grid, examples }: Described) =>
  about.collections.map((metadata) => {
    const { name, map } = metadata;
    const collection = findCollection(grid, { collection: name });
    // Undefined where there is no record.
    const { records = [], facets = [], fields = new Map() } = examples[name] ?? {};
    const [example] = records;
    const keyValue: unknown = Object(example)[collection.keyField ?? ''];
    // Empty where it is unknown, or leads to nothing.
    const hasItem = collection.items !== false && ['string', 'number'].includes(typeof keyValue);
    const key = hasItem ? String(keyValue) : '';
    // Without points, there is nothing to show.
    const hasMap = Boolean(map && findCollection(grid, { collection: map.features }).features);
    const endpoints = endpointsOf({ ...grid, collections: [collection] }, key).slice(1);
    return {
      metadata,
      collection,
      records,
      example,
      keyValue,
      key,
      endpoints,
      hasMap,
      facets,
      fields,
    };
  });

/** The collection to show first: that of the definition, or one with records and pages if there is one. */
export function mainCollection({ about }: Described, collections: readonly DescribedCollection[]) {
  const main = collections.find(({ metadata }) => metadata.name === about.main);
  if (main) return main;
  const filled = collections.filter(({ collection }) => collection.count > 0);
  return filled.find(({ collection }) => collection.pagination) ?? filled[0] ?? collections[0];
}
