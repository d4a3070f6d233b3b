import type { Api, Collection } from '../api/definition.ts';
import { fieldTypes } from '../api/field-types.ts';
import { filtersOf, prerenderedFilters, prerenderedOrderings } from '../api/filter.ts';
import type { FormatLink } from '../content/check/lookup.ts';
import { FEATURES_HEAD, FEATURES_TAIL, SEPARATOR } from '../core/envelope.ts';
import { encodedNames, formatFileName, isHashName } from '../core/file-name.ts';
import { canonicalUuid } from '../core/filter.ts';
import { type CollectionGrid, DEFAULT_PREFIX, type Grid } from '../core/grid.ts';
import { keyOf } from '../core/key.ts';
import { recordHref } from '../core/path.ts';
import type { SerializedCollection } from './serialize.ts';

/** The most bytes of a file with all records of a collection on a site without pages: hosts accept no larger one. */
const MAX_WHOLE = 25 * 2 ** 20 - 1000;

/** What a grid has of the host that it is for. */
type GridHost = Pick<Grid, 'base' | 'hostKind'>;

/**
 * The grid of a definition with its records.
 * @param fileBytes the size of the largest file that the host accepts, in bytes; larger features are left out
 */
export function gridOf(
  api: Api,
  collections: readonly SerializedCollection[],
  site: GridHost,
  fileBytes = Number.POSITIVE_INFINITY,
): Grid {
  return {
    ...site,
    ...(api.prefix && api.prefix !== DEFAULT_PREFIX && { prefix: api.prefix }),
    formats: api.formats,
    ...(api.unknownParameters === 'refuse' && { refusesUnknown: true }),
    collections: collections.map((one) => collectionGrid(one, site, fileBytes)),
  };
}

function collectionGrid(
  serialized: SerializedCollection,
  site: GridHost,
  fileBytes: number,
): CollectionGrid {
  const { definition, records, members, keys, indicesByAlias, valueFileNames } = serialized;
  const { key: keyField, pagination, prerender, orderings: sorts = {} } = definition;
  const { items } = definition;
  const aliases = [...indicesByAlias.keys()];
  const isShown = records.every(({ key, value }) => keyOf(keyField, value) === key);
  const isNumeric =
    indicesByAlias.size === 0 && records.every(({ key }) => typeof key === 'number');
  const orderings = prerenderedOrderings(definition);
  return {
    name: definition.name,
    count: records.length,
    key: definition.keyPattern || undefined,
    keyField: isShown ? keyField : undefined,
    numericKeys: isNumeric || undefined,
    uuidKeys: hasUuidKeys(definition, [...keys, ...aliases]) || undefined,
    orderings,
    sorts: pagination || Object.keys(sorts).length > 0 ? sorts : undefined,
    defaultSort: definition.order,
    isWhole: (site.hostKind === 'code' && listedBytes(serialized) <= MAX_WHOLE) || undefined,
    pagination,
    items: items === false ? false : undefined,
    single: definition.single || undefined,
    downloads: definition.downloads === false ? false : undefined,
    ...featuresOf(serialized, fileBytes),
    ...nonEmpty({
      filters: filtersOf(definition),
      prerenderedFormats: prerender?.formats,
      keyFileNames: keyFileNames(site.hostKind === 'rules', items === false ? [] : keys, aliases),
      partitions: members.size > 0 && {
        filters: prerenderedFilters(definition),
        orderings: orderings.filter((one) => prerender?.orderings?.includes(one)),
        // The default size and the largest.
        limits: [...new Set(pagination && [pagination.default, Math.max(...pagination.limits)])],
        counts: Object.fromEntries([...members].map(([key, { length }]) => [key, length])),
        valueFileNames,
      },
    }),
  };
}

/** The bytes of all records with a separator after each. */
const listedBytes = ({ records, listedBody }: SerializedCollection): number =>
  records.reduce((sum, _, index) => sum + listedBody(index).length + SEPARATOR.length, 0);

/** The number of features; the size of the largest file instead where theirs is larger. */
function featuresOf({ definition, featureSize }: SerializedCollection, fileBytes: number) {
  if (!definition.features) return {};
  const { count, bytes } = featureSize;
  const size = FEATURES_HEAD.length + bytes + count * SEPARATOR.length + FEATURES_TAIL.length;
  return size <= fileBytes ? { features: count } : { featuresLimit: fileBytes };
}

/** True if the schema says that keys are UUIDs, and all are in small letters, so that no two are the same. Aliases can be other texts. */
const hasUuidKeys = ({ schema, key }: Collection, keys: readonly string[]): boolean =>
  typeof key === 'string' &&
  String(fieldTypes(schema)([key])?.types) === 'uuid' &&
  keys.every((one) => one === (canonicalUuid(one) ?? one));

/** Those of some properties that hold something. */
const nonEmpty = <T extends Readonly<Record<string, object | false | undefined>>>(properties: T) =>
  Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value && Object.keys(value).length > 0),
  ) as { [Name in keyof T]?: Exclude<T[Name], false | undefined> };

/** The most encoded keys of a collection that have files, besides those that differ only in case: each has rules of its own. */
const MAX_ENCODED_KEYS = 500;

/**
 * The names of the files of records that a grid tells, by key: those of keys that differ only in case from another
 * one, and with rules those that are encoded, as far as hosts can find them.
 * @param lists the keys, then the aliases, for which fewer rules may be left
 */
function keyFileNames(hasRules: boolean, ...lists: (readonly string[])[]): Record<string, string> {
  const names = lists.flatMap((keys) => [...encodedNames(keys)]);
  const isTwin = ([key, name]: [string, string]) => name !== formatFileName(key);
  const twins = names.filter(isTwin);
  const others = names.filter((one) => hasRules && !isTwin(one) && isInRules(...one));
  return Object.fromEntries([...twins, ...others.slice(0, MAX_ENCODED_KEYS)]);
}

/** Servers disagree on paths with an encoded slash, backslash or control character, and some take no long patterns. */
const isInRules = (key: string, name: string): boolean =>
  !/[/\\\p{Cc}]/u.test(key) && !isHashName(name);

/**
 * Returns the function that makes the addresses of records in records.
 * @param site what is known of the grid before the records are
 */
export function linksOn(site: Omit<Grid, 'collections'>): FormatLink {
  const collections = new Map<string, CollectionGrid>();
  return (name, key, keys) => {
    const collection = collections.get(name) ?? {
      name,
      count: 0,
      orderings: [],
      // In a path, the name of one record depends on the others.
      keyFileNames: site.hostKind === 'plain' ? keyFileNames(false, keys()) : {},
    };
    collections.set(name, collection);
    return recordHref({ ...site, collections: [] }, collection, key);
  };
}
