import { featuresName, formatTarget } from '../../core/address.ts';
import { FIXED_PARAMETERS } from '../../core/endpoint.ts';
import { decoded } from '../../core/resolve.ts';
import type { CollectionModel } from '../view/collection-model.ts';
import type { RecordsPlace } from '../view/pager.ts';
import { parseTarget, type RequestTarget, withValues } from '../view/request-target.ts';
import { element } from './dom.ts';

/*
 * A form of the page searches the records of one collection. Its `action` is the path of their listing.
 *
 * Only methods of a form are used here: a field can be called `dataset` or `hidden`, and hides the
 * form's property of that name.
 */

/** The request that a filled-in form describes. */
export function formTarget(form: HTMLFormElement): RequestTarget {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  return formatTarget(form.getAttribute('action') ?? '', Object.fromEntries(fields));
}

/** A request for a listing of a collection, or with a key for a record of it. */
export interface PageRequest {
  /** Without the parameters that are ignored. */
  readonly target: RequestTarget;
  /** The names of parameters that the collection of a listing does not have. */
  readonly ignored?: readonly string[];
  /** Absent: the target is something else. */
  readonly collection?: CollectionModel;
  readonly key?: string;
  /** Absent: the response is one record, or has none. */
  readonly place?: RecordsPlace | undefined;
}

/** Does a request ask for one record? */
export const isOneRecord = ({ collection, key, place }: PageRequest): boolean =>
  key !== undefined || (collection !== undefined && place === undefined);

/** What a target requests. */
export function parseRequest(
  collections: readonly CollectionModel[],
  target: RequestTarget,
): PageRequest {
  const { path, values } = parseTarget(target);
  const collection = collections.find(({ listing }) => path.startsWith(listing));
  const isOfFeatures = path.endsWith(`${featuresName('')}/`);
  if (!collection) return { target, place: isOfFeatures ? 'features' : undefined };
  const { listing, place, keyFilter, keyColumn, labels } = collection;
  const ignored = [...values.keys()].filter(
    (name) => path === listing && !FIXED_PARAMETERS.includes(name) && !Object.hasOwn(labels, name),
  );
  if (ignored.length > 0) {
    const known = withValues(target, Object.fromEntries(ignored.map((name) => [name, ''])));
    return { ...parseRequest(collections, known), ignored };
  }
  const filtered = keyFilter !== undefined && values.size === 1 && values.get(keyFilter);
  if (filtered) return { target, collection, key: filtered, place };
  if (path === listing) return { target, collection, place };
  // The links in records of a plain host are paths.
  const key = /^([^/]+?)(?:\/|\.json)?$/.exec(path.slice(listing.length))?.[1];
  if (key === undefined || keyColumn === undefined) return { target, place };
  return { target, collection, key: decoded([key])?.[0] ?? key };
}

/** Fills in a form so that it describes a request for its listing. */
export function fillForm(form: HTMLFormElement, target: RequestTarget): void {
  const { values } = parseTarget(target);
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')) {
    const value = values.get(field.name) ?? '';
    field.value = value;
    // A link can have a value that is not listed.
    if (field instanceof HTMLSelectElement && field.value !== value)
      field.append(element('option', { selected: '' }, value));
  }
}

/** The names of the filters that a target sets. */
export const filterNames = (target: RequestTarget): string[] =>
  [...parseTarget(target).values].flatMap(([name, value]) =>
    value === '' || FIXED_PARAMETERS.includes(name) ? [] : [name],
  );
