import { formatTarget } from '../../core/address.ts';
import { encodeKey } from '../../core/endpoint.ts';
import type { HostKind } from '../../core/grid.ts';
import type { KeyField } from '../../core/key.ts';
import { type Facet, nullFilter } from '../../describe/facet.ts';
import type { FieldText } from '../../describe/field.ts';
import type { PageParameters, RecordsPlace } from './pager.ts';
import { listingWith, parseTarget, type RequestTarget } from './request-target.ts';

/** A field of records, and what people see of it. */
export interface Column extends FieldText {
  readonly name: string;
}

/** What the script of the page knows about the API: the page has it as JSON. */
export interface PageModel {
  /** The API's folder, such as `api/`. */
  readonly api: string;
  /** The address of the site's folder that it was built for, with a slash at its end. */
  readonly site: string;
  /** The kind of the host that the page was built for. */
  readonly hostKind: HostKind;
  /** The address of a stream of events that tells that the site has changed. */
  readonly changes?: string | undefined;
  /** The address of the map's script. */
  readonly map: string;
  /** The address of the answer to the first listing, that of the first collection. */
  readonly first: string;
  /** In the order of the forms. */
  readonly collections: readonly CollectionModel[];
}

/** A file of the site: its address relative to the page, and its size, not compressed. */
export type PageFile = readonly [address: string, bytes: number];

/** What the page knows about a collection. */
export interface CollectionModel {
  /** Its name in the API. */
  readonly name: string;
  /** Its name in words. */
  readonly noun: string;
  /** What people read above its records. */
  readonly heading: string;
  /** Its listing without parameters. */
  readonly listing: RequestTarget;
  /** Where the response to its listing has the records; absent: it is the only record. */
  readonly place?: RecordsPlace | undefined;
  /** The column, or columns, with the keys of records; absent if they have no addresses. */
  readonly keyColumn?: KeyField | undefined;
  /** The filter that selects one record, where records have no addresses of their own. */
  readonly keyFilter?: string | undefined;
  /** The known columns, in their order: the first one names a record. */
  readonly columns: readonly Column[];
  /** The fields that listings have; absent: all. */
  readonly listed?: readonly string[] | undefined;
  /** Where the records are whose keys fields hold, by field, such as `country.code`. */
  readonly references?: Readonly<Record<string, Reference>> | undefined;
  /** The order of the fields, if the definition has it. */
  readonly fieldOrder?: readonly string[] | undefined;
  /** The sortable columns, with the values of `ordering` that sort by them. */
  readonly sorts: Readonly<Record<string, readonly [ascending: string, descending: string]>>;
  /** The value of `ordering` that equals the default order. */
  readonly order?: string | undefined;
  /** The names of its filters in words. */
  readonly labels: Readonly<Record<string, string>>;
  /** What narrows a listing. */
  readonly facets: readonly Facet[];
  /** How requests ask for a page; absent: there are none. */
  readonly pages?: PageParameters | undefined;
  /** The file with the points on its map. */
  readonly points?: PageFile | undefined;
  /** The columns of a CSV of its records. */
  readonly csvColumns: readonly string[];
}

/** True for a field, or one of its fields, that listings have. */
export const isListed = (listed: CollectionModel['listed'], path: string): boolean =>
  listed?.includes(path.replace(/[.[].*/s, '')) ?? true;

/** What finds a record of a collection by its key. */
export type Reference = Pick<CollectionModel, 'listing' | 'keyFilter'>;

/** The target of a record. */
export const recordTarget = ({ listing, keyFilter }: Reference, key: string): RequestTarget =>
  keyFilter ? formatTarget(listing, { [keyFilter]: key }) : `${listing}${encodeKey(key)}/`;

/**
 * A listing in another order: without the records that have no value of the field that it sorts by, if a filter can
 * leave them out. They would come first in a descending order.
 * @param ordering empty for the default order
 */
export function sortedTarget(
  { sorts, facets, order = '' }: CollectionModel,
  listing: RequestTarget,
  ordering: string,
): RequestTarget {
  const { values } = parseTarget(listing);
  const cleared = facets.map(nullFilter).filter((name) => values.get(name) === 'false');
  const facet = facets.find(({ field }) => sorts[field]?.includes(ordering || order));
  // Any other filter of the field leaves them out, too.
  const isFree = facet?.filters.every((name) => !values.get(name) || cleared.includes(name));
  return listingWith(listing, {
    ...Object.fromEntries(cleared.map((name) => [name, ''])),
    ...(facet?.none && isFree && { [nullFilter(facet)]: 'false' }),
    // Rules answer some filters only without `ordering`.
    ordering: ordering === order ? '' : ordering,
  });
}
