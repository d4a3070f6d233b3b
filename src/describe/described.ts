import { endpointsOf } from '../core/endpoint.ts';
import { findCollection, type Grid, type HostKind } from '../core/grid.ts';
import { keyOf } from '../core/key.ts';
import type { ApiMetadata } from '../site/api-metadata.ts';
import type { Dataset, Download } from './downloads/layout.ts';
import type { Facet } from './facet.ts';
import type { FieldText } from './field.ts';

/** Published data of a collection, for its descriptions. */
interface Example {
  /** Those of the first page, as a request without parameters gets it. */
  readonly records: readonly unknown[];
  /** The first of them with all fields; undefined where there is no record. */
  readonly example: unknown;
  /** What narrows a listing. */
  readonly facets: readonly Facet[];
  /** What the records of another collection tell about its fields. */
  readonly fields: FieldTexts;
}

/** Those of every collection, by its name. */
export type Examples = Readonly<Record<string, Example>>;

/** What people see of fields, by field. */
export type FieldTexts = ReadonlyMap<string, FieldText>;

/** An API with records to show as examples: everything that its descriptions are made of. */
export interface Described {
  readonly about: ApiMetadata;
  readonly grid: Grid;
  readonly examples: Examples;
  /** The collections as tables, also those without files; absent: the page has no CSV. */
  readonly datasets?: readonly Dataset[];
  /** Whole collections as files; absent: the description does not name them. */
  readonly downloads?: readonly Download[];
  /** The address of a stream of events that tells that the site has changed; absent: there is none. */
  readonly changes?: string | undefined;
}

/** The kind of the host that has the page. The server of `dev` composes what no file has. */
export const answeringKind = ({ grid, changes }: Described): HostKind =>
  changes === undefined ? grid.hostKind : 'code';

/** A collection with a record to show, and its endpoints. */
export type DescribedCollection = ReturnType<typeof describedCollections>[number];

/** The collections of an API. */
export const describedCollections = ({ about, grid, examples }: Described) =>
  about.collections.map((metadata) => {
    const { name } = metadata;
    const collection = findCollection(grid, { collection: name });
    const own = examples[name] as Example;
    const keyValue: unknown = keyOf(collection.keyField ?? '', own.example);
    // Empty where it is unknown, or leads to nothing.
    const hasAddress = collection.items !== false && ['string', 'number'].includes(typeof keyValue);
    const key = hasAddress ? String(keyValue) : '';
    const endpoints = endpointsOf({ ...grid, collections: [collection] }, key).slice(1);
    return { ...own, metadata, collection, keyValue, key, endpoints };
  });

/** The collection to show first: that of the definition, or one with records and pages if there is one. */
export function mainCollection<One extends DescribedCollection>(
  { about }: Described,
  collections: readonly One[],
): One {
  const found =
    collections.find(({ metadata }) => metadata.name === about.main) ??
    collections.find(({ collection }) => collection.count > 0 && collection.pagination) ??
    collections.find(({ collection }) => collection.count > 0);
  // An API has at least one collection.
  return found ?? (collections[0] as One);
}
