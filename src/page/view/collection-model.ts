import { encodeKey } from '../../core/endpoint.ts';
import type { KeyField } from '../../core/key.ts';
import type { Facet } from '../../describe/facet.ts';
import type { FieldText } from '../../describe/field.ts';
import type { PageParameters } from './pager.ts';
import { formatTarget, type RequestTarget } from './request-target.ts';

/** A field of records, and what people see of it. */
export interface Column extends FieldText {
  readonly name: string;
  /** True for decimals as text; numbers are recognized. */
  readonly isNumeric?: boolean;
}

/** The values of `ordering` that sort by a column. */
export type Directions = readonly [ascending: string, descending: string];

/** What the script of the page knows about the API: the page has it as JSON. */
export interface PageModel {
  /** The API's folder, such as `api/`. */
  readonly api: string;
  /** The address of the site's folder that it was built for, with a slash at its end. */
  readonly site: string;
  /** `rules` or `files`: the host only has what is prerendered; absent: it runs code. */
  readonly hostKind?: 'rules' | 'files' | undefined;
  /** The address of a stream of events that tells that the site has changed. */
  readonly changes?: string | undefined;
  /** The address of the map's script. */
  readonly map: string;
  /** The address of the answer to the first listing, that of the first collection. */
  readonly first: string;
  /** In the order of the forms. */
  readonly collections: readonly CollectionModel[];
}

/** What the page knows about a collection. */
export interface CollectionModel {
  /** Its name in the API. */
  readonly name: string;
  /** Its name in words. */
  readonly noun: string;
  /** Its listing without parameters. */
  readonly list: RequestTarget;
  /** The column, or columns, with the keys of records; absent if they have no addresses. */
  readonly keyColumn?: KeyField | undefined;
  /** The filter that selects one record, where records have no addresses of their own. */
  readonly keyFilter?: string | undefined;
  /** The known columns, in their order: the first one names a record. */
  readonly columns: readonly Column[];
  /** The order of the fields, if the definition has it. */
  readonly fieldOrder?: readonly string[] | undefined;
  /** The sortable columns. */
  readonly sorts: Readonly<Record<string, Directions>>;
  /** The value of `ordering` that equals the default order. */
  readonly order?: string | undefined;
  /** What narrows a listing. */
  readonly facets: readonly Facet[];
  /** How requests ask for a page; absent: there is one list. */
  readonly pages?: PageParameters | undefined;
  /** The address of the points on its map. */
  readonly points?: string | undefined;
}

/** The target of a record. */
export const recordTarget = ({ list, keyFilter }: CollectionModel, key: string): RequestTarget =>
  keyFilter === undefined ? `${list}${encodeKey(key)}/` : formatTarget(list, { [keyFilter]: key });
