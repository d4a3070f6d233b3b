import { FIXED_PARAMETERS } from '../../core/endpoint.ts';
import { decoded } from '../../core/resolve.ts';
import type { CollectionModel } from '../view/collection-model.ts';
import { formatTarget, parseTarget, type RequestTarget } from '../view/request-target.ts';
import { element } from './dom.ts';

/*
 * A form of the page searches the records of one collection. Its `action` is the path of their listing.
 *
 * Only methods of a form are used here: a field can be called `dataset` or `hidden`, and hides the
 * form's property of that name.
 */

/** The request that a filled-in form describes. */
export function formTarget(form: HTMLFormElement): RequestTarget {
  // The text field of a drop-down has the same name, and replaces its value while it is enabled.
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  return formatTarget(form.getAttribute('action') ?? '', Object.fromEntries(fields));
}

/** A request for a listing of a collection, or with a key for a record of it. */
export interface PageRequest {
  readonly target: RequestTarget;
  /** Absent: the target is something else. */
  readonly collection?: CollectionModel;
  readonly key?: string;
}

/** What a target requests. */
export function parseRequest(collections: readonly CollectionModel[], target: RequestTarget) {
  const { path, values } = parseTarget(target);
  const collection = collections.find(({ list }) => path.startsWith(list));
  if (!collection) return { target };
  const { list, keyFilter, keyColumn } = collection;
  const filtered = keyFilter !== undefined && values.size === 1 && values.get(keyFilter);
  if (filtered) return { target, collection, key: filtered };
  if (path === list) return { target, collection };
  // The links in records of a plain host are paths.
  const key = /^([^/]+?)(?:\/|\.json)?$/.exec(path.slice(list.length))?.[1];
  if (key === undefined || keyColumn === undefined) return { target };
  return { target, collection, key: decoded([key])?.[0] ?? key };
}

/** Fills in a form so that it describes a request for its listing. */
export function fillForm(form: HTMLFormElement, target: RequestTarget): void {
  const { values } = parseTarget(target);
  for (const field of form.querySelectorAll<HTMLInputElement>('[name]')) {
    const value = values.get(field.name) ?? '';
    if (field instanceof HTMLSelectElement) selectValue(field, value);
    else field.value = value;
  }
}

/** Selects a value, which a link can name although it is not listed. */
function selectValue(field: HTMLSelectElement, value: string): void {
  const isListed = [...field.options].some((option) => option.value === value);
  if (!isListed && !field.nextElementSibling) field.append(element('option', {}, value));
  field.value = value;
  if (field.selectedIndex < 0) field.selectedIndex = field.options.length - 1;
  toggleTextField(field);
}

/**
 * Shows and enables the text field after a drop-down only while the last option is selected, which
 * stands for any other value.
 * @returns the text field; null if the drop-down has none
 */
export function toggleTextField(field: HTMLSelectElement): HTMLInputElement | null {
  const text = field.nextElementSibling as HTMLInputElement | null;
  if (text) text.hidden = text.disabled = field.selectedIndex < field.options.length - 1;
  return text;
}

/** The names of the filters that a target sets. */
export const filterNames = (target: RequestTarget): string[] =>
  [...parseTarget(target).values].flatMap(([name, value]) =>
    value === '' || FIXED_PARAMETERS.includes(name) ? [] : [name],
  );
