import type { Api } from '../api/definition.ts';
import {
  type Selection,
  selectedFormats,
  selectedOrderings,
  selectedPagination,
} from '../api/selection.ts';
import type { PublishedCollection } from '../content/check/record.ts';
import { KEY } from '../core/address.ts';
import { bothWays, type CollectionGrid, type Grid } from '../core/grid.ts';
import type { Sort } from '../core/ordering.ts';
import type { ApiMetadata } from './api-metadata.ts';
import { indexDocuments } from './description.ts';
import { errorDocuments } from './error.ts';
import { collectionDocuments } from './listing.ts';
import { byPath, inOrder } from './order.ts';
import type { SerializedCollection } from './serialize.ts';
import type { SiteFile } from './site-file.ts';
import { freeSorts } from './sorts.ts';

/**
 * The grid of a definition with its records.
 * @param selection what is pre-rendered, where that is not all; `requireSelection` lets it pass
 */
export function gridOf(
  api: Api,
  collections: readonly PublishedCollection[],
  base: string,
  selection: Selection = {},
): Grid {
  const entry = (collection: PublishedCollection): CollectionGrid => {
    const { definition, records } = collection;
    const orderings = selectedOrderings(definition, selection);
    const pagination = selectedPagination(definition, selection);
    const sorts = freeSorts(collection, orderings);
    const isRendered = ([name]: [string, Sort]) =>
      bothWays([name]).some((one) => orderings.includes(one));
    const { key: keyField } = definition;
    const isShown = records.every(({ key, value }) => value[keyField] === key);
    const isNumeric = records.every(({ key }) => typeof key === 'number');
    const sortedBy = Object.entries(definition.orderings ?? {}).filter(isRendered);
    const features = records.filter(({ feature }) => feature).length;
    return {
      name: definition.name,
      count: records.length,
      key: definition.keyPattern ?? KEY,
      ...(isShown && { keyField }),
      ...(isNumeric && { numericKeys: true }),
      orderings,
      ...(sortedBy.length > 0 && { sortedBy: Object.fromEntries(sortedBy) }),
      ...(definition.order && { order: definition.order }),
      ...(sorts && { sorts }),
      ...(pagination && { pagination }),
      ...(definition.features && { features }),
    };
  };
  const formats = selectedFormats(api, selection);
  const composedFormats = api.formats.filter((format) => !formats.includes(format));
  return {
    base,
    formats,
    ...(composedFormats.length > 0 && { composedFormats }),
    collections: collections.map(entry),
  };
}

const KEPT = 1 << 26;

/**
 * Every body of an API, in the order of their paths: index, errors, OPTIONS, and each collection's
 * items and listings.
 * @param kept how many bytes of a collection's listings may be held in memory: any number where all
 * documents are held anyway, for those of several formats are cut out of the same
 */
export function siteFiles(
  about: ApiMetadata,
  grid: Grid,
  collections: readonly SerializedCollection[],
  kept = KEPT,
): Iterable<SiteFile> {
  const few = [...indexDocuments(about, grid), ...errorDocuments(grid)];
  return inOrder([
    byPath(few, ({ path }) => path),
    ...collections.map((collection) => collectionDocuments(grid, collection, kept)),
  ]);
}
