import type { Api, Collection } from '../api/definition.ts';
import { filtersOf, prerenderedFilters } from '../api/filter.ts';
import type { PublishedCollection } from '../content/check/record.ts';
import { addressOf } from '../core/address.ts';
import { SEPARATOR } from '../core/envelope.ts';
import { encodedNames, formatFileName, isHashName, isPlainName } from '../core/file-name.ts';
import {
  bothDirections,
  type CollectionGrid,
  DEFAULT_PREFIX,
  type Grid,
  type Layout,
  type Partitions,
} from '../core/grid.ts';
import type { ApiMetadata } from './api-metadata.ts';
import { CollectionFiles } from './collection-files.ts';
import { errorFiles } from './error-files.ts';
import { indexFiles } from './index-files.ts';
import type { SerializedCollection } from './serialize.ts';
import { byPath, type SiteFile } from './site-file.ts';
import { sortsIn } from './sorts.ts';

/** The most bytes of a file with all records of a collection on a site without pages: hosts accept no larger one. */
const MAX_WHOLE = 25 * 2 ** 20 - 1000;

/** The grid of a definition with its records. */
export function gridOf(
  api: Api,
  collections: readonly PublishedCollection[],
  serialized: readonly SerializedCollection[],
  base: string,
  layout: Layout = 'pages',
): Grid {
  return {
    ...(layout !== 'pages' && { layout }),
    base,
    ...(api.prefix && api.prefix !== DEFAULT_PREFIX && { prefix: api.prefix }),
    formats: api.formats,
    ...(api.unknownParameters === 'refuse' && { refusesUnknown: true }),
    collections: collections.map((one, index) => collectionGrid(one, serialized[index], layout)),
  };
}

function collectionGrid(
  collection: PublishedCollection,
  serialized: SerializedCollection | undefined,
  layout: Layout,
): CollectionGrid {
  const { definition, records } = collection;
  const { members = [], bodies = [], keys = [], valueFileNames = {} } = serialized ?? {};
  const bytes = bodies.reduce((sum, { length }) => sum + length + SEPARATOR.length, 0);
  const { key: keyField, pagination } = definition;
  const sorts = sortsIn(collection);
  const isShown = records.every(({ key, value }) => value[keyField] === key);
  const isNumeric = records.every(({ key }) => typeof key === 'number');
  const features = records.filter(({ feature }) => feature).length;
  const filters = filtersOf(definition);
  const orderings = bothDirections(Object.keys(definition.orderings ?? {}));
  const fileNames = keyFileNames(layout, definition.items === false ? [] : keys);
  const counts = [...members].map(([key, { length }]) => [key, length]);
  return {
    name: definition.name,
    count: records.length,
    ...(definition.keyPattern && { key: definition.keyPattern }),
    ...(Object.keys(fileNames).length > 0 && { keyFileNames: fileNames }),
    ...(isShown && { keyField }),
    ...(isNumeric && { numericKeys: true }),
    orderings,
    ...(sorts && { sorts }),
    ...(definition.order && { defaultSort: definition.order }),
    ...(Object.keys(filters).length > 0 && { filters }),
    ...(counts.length > 0 && {
      partitions: {
        ...prerendered(definition, orderings),
        counts: Object.fromEntries(counts),
        ...(Object.keys(valueFileNames).length > 0 && { valueFileNames }),
      },
    }),
    ...(layout === 'chunks' && bytes <= MAX_WHOLE && { isWhole: true as const }),
    ...(pagination && { pagination }),
    ...omissionsOf(definition),
    ...(definition.features && { features }),
  };
}

/**
 * The filters that are pre-rendered, with their orderings and page sizes: the default size and the largest.
 * @param all the values of `ordering`
 */
const prerendered = (
  definition: Collection,
  all: readonly string[],
): Pick<Partitions, 'filters' | 'orderings' | 'limits'> => {
  const { pagination, prerender } = definition;
  return {
    filters: prerenderedFilters(definition),
    orderings: all.filter((one) => prerender?.orderings?.includes(one)),
    limits: pagination ? [...new Set([pagination.default, Math.max(...pagination.limits)])] : [],
  };
};

/** The properties that leave out a part of the site. */
const omissionsOf = ({
  items,
  downloads,
}: Collection): Pick<CollectionGrid, 'items' | 'downloads'> => ({
  ...(items === false && { items }),
  ...(downloads === false && { downloads }),
});

/** The most encoded keys of a collection that have files: each needs rules of its own. */
const MAX_ENCODED_KEYS = 500;

/** Keys whose pattern in a rule would be longer, in bytes, are too long for some hosts. */
const MAX_KEY_BYTES = 200;

/** The names of the files of records whose keys differ only in case from another key. */
const twinNames = (keys: readonly string[]): [key: string, name: string][] =>
  [...encodedNames(keys)].filter(([key, name]) => name !== formatFileName(key));

/** The names of the files of records whose keys are not the names, as far as hosts that follow rules can find them. */
function namesForRules(keys: readonly string[]): [key: string, name: string][] {
  const names = [...encodedNames(keys)];
  // Without its name, a key that is plain would have the file of another one on some systems.
  const twins = names.filter(([key]) => isPlainName(key));
  const others = names.filter(([key, name]) => !isPlainName(key) && isInRules(key, name));
  return [...twins, ...others].slice(0, Math.max(twins.length, MAX_ENCODED_KEYS));
}

/** Servers disagree on paths with an encoded slash, backslash or control character. */
const isInRules = (key: string, name: string): boolean =>
  !/[/\\\p{Cc}]/u.test(key) && !isHashName(name) && Buffer.byteLength(key) <= MAX_KEY_BYTES;

const KEY_NAMES: Readonly<
  Record<Layout, (keys: readonly string[]) => readonly [key: string, name: string][]>
> = { pages: namesForRules, paths: twinNames, chunks: () => [] };

/** The names of files that the grid tells, by key. */
export const keyFileNames = (layout: Layout, keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(KEY_NAMES[layout](keys));

/** Makes every file with data: index, errors, OPTIONS, and each collection's items and listings. */
export class SiteFiles {
  /** The files that belong to no collection. */
  readonly #others: readonly SiteFile[];
  readonly #collections: ReadonlyMap<string, CollectionFiles>;

  constructor(
    metadata: ApiMetadata,
    private readonly grid: Grid,
    serialized: readonly SerializedCollection[],
  ) {
    this.#others = [...indexFiles(metadata, grid), ...errorFiles(grid)];
    this.#collections = new Map(
      serialized.map((collection) => [collection.name, new CollectionFiles(grid, collection)]),
    );
  }

  /** Every file, and others, in the order of their paths. A body is valid until the next file. */
  *all(others: readonly SiteFile[] = []): Generator<SiteFile> {
    const single = [...this.#others, ...others].map((file) => ({
      path: file.path,
      files: () => [file],
    }));
    const parts = [...this.#collections.values()].flatMap((collection) => [...collection.parts()]);
    for (const part of [...single, ...parts].sort(byPath)) yield* part.files();
  }

  /** The body of one file, in pieces, made when it is asked for; null where there is none. */
  bodyOf(path: string): readonly Uint8Array[] | null {
    const other = this.#others.find((file) => file.path === path);
    if (other) return other.body;
    const address = addressOf(this.grid, path);
    if (!address || !('collection' in address)) return null;
    return this.#collections.get(address.collection)?.bodyOf(address) ?? null;
  }
}
