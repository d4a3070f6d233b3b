import { type Api, type Collection, printedOrderings } from '../api/definition.ts';
import { filtersOf, prerenderedFilters } from '../api/filter.ts';
import type { PublishedCollection } from '../content/check/record.ts';
import { SEPARATOR } from '../core/envelope.ts';
import { encodedNames, formatFileName, isHashName } from '../core/file-name.ts';
import {
  type CollectionGrid,
  DEFAULT_PREFIX,
  type Grid,
  isForRules,
  type Partitions,
} from '../core/grid.ts';
import { addressOf } from '../core/path.ts';
import type { ApiMetadata } from './api-metadata.ts';
import { CollectionFiles } from './collection-files.ts';
import { errorFiles } from './error-files.ts';
import { indexFiles } from './index-files.ts';
import type { SerializedCollection } from './serialize.ts';
import type { SiteFile } from './site-file.ts';

/** The most bytes of a file with all records of a collection on a site without pages: hosts accept no larger one. */
const MAX_WHOLE = 25 * 2 ** 20 - 1000;

/** What a grid has of the host that it is for. */
export type SiteForm = Pick<Grid, 'base' | 'isStoreOnly' | 'linksByPath'>;

/** The grid of a definition with its records. */
export function gridOf(
  api: Api,
  collections: readonly PublishedCollection[],
  serialized: readonly SerializedCollection[],
  site: SiteForm,
): Grid {
  return {
    ...site,
    ...(api.prefix && api.prefix !== DEFAULT_PREFIX && { prefix: api.prefix }),
    formats: api.formats,
    ...(api.unknownParameters === 'refuse' && { refusesUnknown: true }),
    collections: collections.map((one, index) => collectionGrid(one, serialized[index], site)),
  };
}

function collectionGrid(
  collection: PublishedCollection,
  serialized: SerializedCollection | undefined,
  site: SiteForm,
): CollectionGrid {
  const { definition, records } = collection;
  const { members = new Map(), bodies = [], keys = [], valueFileNames = {} } = serialized ?? {};
  const bytes = bodies.reduce((sum, { length }) => sum + length + SEPARATOR.length, 0);
  const { key: keyField, pagination, orderings: sorts = {} } = definition;
  const isShown = records.every(({ key, value }) => value[keyField] === key);
  const isNumeric = records.every(({ key }) => typeof key === 'number');
  const features = records.filter(({ feature }) => feature).length;
  const hasRules = isForRules(site);
  const orderings = printedOrderings(definition);
  return {
    name: definition.name,
    count: records.length,
    ...(definition.keyPattern && { key: definition.keyPattern }),
    ...(isShown && { keyField }),
    ...(isNumeric && { numericKeys: true }),
    orderings,
    ...((pagination || Object.keys(sorts).length > 0) && { sorts }),
    ...(definition.order && { defaultSort: definition.order }),
    ...(site.isStoreOnly && bytes <= MAX_WHOLE && { isWhole: true as const }),
    ...(pagination && { pagination }),
    ...omissionsOf(definition),
    ...(definition.features && { features }),
    ...nonEmpty({
      filters: filtersOf(definition),
      prerenderedFormats: definition.prerender?.formats,
      keyFileNames: keyFileNames(definition.items === false ? [] : keys, hasRules),
      partitions: members.size > 0 && {
        ...prerendered(definition, orderings),
        counts: Object.fromEntries([...members].map(([key, { length }]) => [key, length])),
        ...nonEmpty({ valueFileNames }),
      },
    }),
  };
}

/** Those of some properties that hold something. */
const nonEmpty = <T extends Readonly<Record<string, object | false | undefined>>>(properties: T) =>
  Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value && Object.keys(value).length > 0),
  ) as { [Name in keyof T]?: Exclude<T[Name], false | undefined> };

/**
 * The filters that are prerendered, with their orderings and page sizes: the default size and the largest.
 * @param all the printed values of `ordering`
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

/** The names of the files of records that a grid tells, by key. */
export const keyFileNames = (keys: readonly string[], hasRules: boolean): Record<string, string> =>
  Object.fromEntries(hasRules ? namesForRules(keys) : twinNames(keys));

/** The names of the files of records whose keys differ only in case from another key. */
const twinNames = (keys: readonly string[]): [key: string, name: string][] =>
  [...encodedNames(keys)].filter(([key, name]) => name !== formatFileName(key));

/** The names of the files of records whose keys are not the names, as far as hosts with rules can find them. */
function namesForRules(keys: readonly string[]): [key: string, name: string][] {
  const names = [...encodedNames(keys)];
  const twins = names.filter(([key, name]) => name !== formatFileName(key));
  const others = names.filter(
    ([key, name]) => name === formatFileName(key) && isInRules(key, name),
  );
  return [...twins, ...others].slice(0, Math.max(twins.length, MAX_ENCODED_KEYS));
}

/** Servers disagree on paths with an encoded slash, backslash or control character. */
const isInRules = (key: string, name: string): boolean =>
  !/[/\\\p{Cc}]/u.test(key) && !isHashName(name) && Buffer.byteLength(key) <= MAX_KEY_BYTES;

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

  /** Every file. A body is valid until the next file. */
  *all(): Generator<SiteFile> {
    yield* this.#others;
    for (const collection of this.#collections.values()) yield* collection.files();
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
