import { type Address, featuresName, isListing, type ListingAddress } from '../core/address.ts';
import { endpointName, hrefAt, namedEndpoints } from '../core/endpoint.ts';
import { joined, listEnds, PAGE_TAIL, pageHead } from '../core/envelope.ts';
import { apiFolder, findCollection, type Grid } from '../core/grid.ts';
import { filtersKey, isPrerendered, type Listing, listingsOf, pagesOf } from '../core/listing.ts';
import { addressOf, aliasOf, fileOf, isFirstPage, prerenderedHref } from '../core/path.ts';
import type { ApiMetadata } from './api-metadata.ts';
import { errorBodies } from './error-files.ts';
import type { SerializedCollection } from './serialize.ts';
import { jsonFile, NEWLINE, type SiteFile } from './site-file.ts';

/**
 * Makes every file with data: index, errors, OPTIONS, and each collection's records and listings.
 * @param takesPosts true under `dev`, where a POST can create records
 */
export function siteFiles(
  metadata: ApiMetadata,
  grid: Grid,
  serialized: readonly SerializedCollection[],
  takesPosts = false,
) {
  const creating = takesPosts ? serialized.filter(({ definition }) => definition.create) : [];
  const names = creating.map(({ name }) => name);
  const errors = Array.from(errorBodies(grid), (pair) => jsonFile(grid, ...pair));
  /** The files that belong to no collection. */
  const others = [...indexFiles(metadata, grid, names), ...errors];
  const collections = new Map(serialized.map((one) => [one.name, collectionFiles(grid, one)]));
  return {
    /** Every file. */
    *all(): Generator<SiteFile> {
      yield* others;
      for (const collection of collections.values()) yield* collection.files();
    },
    /** The body of one file, in pieces, made when it is asked for; null where there is none. */
    bodyOf(path: string): readonly Uint8Array[] | null {
      const other = others.find((file) => file.path === path);
      if (other) return other.body;
      const address = addressOf(grid, path);
      if (!address || !('collection' in address)) return null;
      return collections.get(address.collection)?.bodyOf(address) ?? null;
    },
  };
}

/** The index, and the answer of every endpoint to `OPTIONS`. */
function* indexFiles(metadata: ApiMetadata, grid: Grid, creating: readonly string[]) {
  /** What Django REST Framework answers to `OPTIONS`. `parses` is empty where no bodies are taken. */
  const optionsFile = (collection: string, name: string, description: string) => {
    const [renders, parses] = [JSON_ONLY, creating.includes(collection) ? JSON_ONLY : []];
    return jsonFile(grid, { kind: 'options', collection }, { name, description, renders, parses });
  };
  yield jsonFile(grid, { kind: 'index' }, indexBody(grid));
  yield optionsFile('', metadata.name, metadata.description);
  for (const { name, title, description } of metadata.collections) {
    yield optionsFile(name, title, description);
    if (findCollection(grid, { collection: name }).features !== undefined) {
      const text = `The points of ${name} on a map, as a GeoJSON FeatureCollection.`;
      yield optionsFile(featuresName(name), `${title} as GeoJSON`, text);
    }
  }
}

const JSON_ONLY = ['application/json'];

/** The body of the index: the address of each collection, and of its features, by name. */
export const indexBody = (grid: Grid): Readonly<Record<string, string>> =>
  Object.fromEntries(
    namedEndpoints(grid).map((endpoint) => {
      const name = endpointName(endpoint);
      const byPath = `${grid.base}/${apiFolder(grid)}${name}.json`;
      return [name, grid.hostKind === 'plain' ? byPath : hrefAt(grid, endpoint)];
    }),
  );

/** The files of one collection: its features, records and listings. */
function collectionFiles(grid: Grid, serialized: SerializedCollection) {
  const { name, keys, members, indicesByAlias } = serialized;
  const collection = findCollection(grid, { collection: name });
  const indices = keys.map((key, index) => [key, index] as const);
  const indexOfKey = new Map([...indices, ...indicesByAlias]);
  return { files, bodyOf };

  /** Every file. */
  function* files(): Generator<SiteFile> {
    const shown = collection.items === false ? [] : [...indexOfKey.keys()];
    const others: Address[] = shown.map((key) => ({ kind: 'record', collection: name, key }));
    for (const address of [{ kind: 'features', collection: name } as const, ...others]) {
      const body = bodyOf(address);
      if (body) yield { path: fileOf(grid, address), body };
    }
    for (const listing of listingsOf(grid, collection)) yield* pageFiles(listing);
  }

  /** Every page of a listing, or its list. */
  function* pageFiles(listing: Listing): Generator<SiteFile> {
    const order = orderOf(listing);
    for (const pages of pagesOf(grid, collection, listing)) {
      for (const address of pages) {
        const path = fileOf(grid, address);
        const body = listingBody(address, order);
        yield { path, body };
        const alias = isFirstPage(grid, address) ? aliasOf(grid, address) : path;
        // Without a size, the path of a page with a number is its alias.
        if (alias !== path) yield { path: alias, body };
      }
    }
  }

  /** The body of an address, in pieces; null where the collection has no such file. */
  function bodyOf(address: Address): readonly Uint8Array[] | null {
    if (address.kind === 'features' && collection.features !== undefined)
      return [serialized.geoJson()];
    if (!isPrerendered(grid, address)) return null;
    if (isListing(address)) return listingBody(address, orderOf(address));
    const index = address.kind === 'record' ? indexOfKey.get(address.key) : undefined;
    return index === undefined ? null : [serialized.body(index), NEWLINE];
  }

  /** @param order the indices of the records of its listing */
  function listingBody(address: ListingAddress, order: Uint32Array): readonly Uint8Array[] {
    const recordsIn = (part: Uint32Array) => Array.from(part, serialized.listedBody);
    if (address.kind === 'listing') {
      const [head, tail] = listEnds(collection);
      return [joined(head, recordsIn(order), tail)];
    }
    const { limit, offset } = address;
    const page = order.subarray(offset, limit === 'all' ? undefined : offset + limit);
    const head = pageHead(address, order.length, (other) => prerenderedHref(grid, other));
    return [joined(head, recordsIn(page), PAGE_TAIL)];
  }

  /** The indices of the records of a listing, in its order. */
  function orderOf({ filters, ordering }: Listing): Uint32Array {
    const order = serialized.order(ordering);
    if (!filters) return order;
    const key = filtersKey(collection.partitions?.filters ?? [], filters);
    const isMember = new Uint8Array(order.length);
    for (const index of members.get(key) as Uint32Array) isMember[index] = 1;
    return order.filter((index) => isMember[index]);
  }
}
