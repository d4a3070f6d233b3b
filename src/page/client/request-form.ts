import { encodeKey } from '../../core/encode-key.ts';
import { formatTarget, parseTarget, type RequestTarget } from '../view/request-target.ts';
import { element } from './dom.ts';

/*
 * A form of the page sends requests to one endpoint. Its `data-kind` is the kind of the endpoint,
 * `data-list` the path of the listing that the records are in, `data-noun` their name, `data-key` the
 * column of their keys if they have addresses, `data-label` that of their names, `data-sorts` has the columns that sort them, and
 * `data-order` is the value of `ordering` that equals their default order.
 *
 * Only methods of a form are used here: a field can be called `dataset` or `hidden`, and hides the
 * form's property of that name.
 */

/** The request that a filled-in form describes. */
export function formTarget(form: HTMLFormElement): RequestTarget {
  // The text field of a drop-down has the same name, and replaces its value while it is enabled.
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  const values: Record<string, string> = Object.fromEntries(fields);
  if (!isItem(form)) return formatTarget(actionPath(form), values);
  const { key = '', ...query } = values;
  return formatTarget(`${listPath(form)}${encodeKey(key)}/`, query);
}

/** The kind of the endpoint of a form. */
export const endpointKind = (form: HTMLFormElement): string => form.getAttribute('data-kind') ?? '';

const isItem = (form: HTMLFormElement): boolean => endpointKind(form) === 'item';

/** The path of the listing that contains a form's records; of the index, its own path. */
export const listPath = (form: HTMLFormElement): string =>
  form.getAttribute('data-list') ?? actionPath(form);

const actionPath = (form: HTMLFormElement): string => form.getAttribute('action') ?? '';

/** Whether a target is a request to the endpoint of a form. */
export function matches(form: HTMLFormElement, target: RequestTarget): boolean {
  const { path } = parseTarget(target);
  return isItem(form) ? keyIn(path, listPath(form)) !== undefined : path === actionPath(form);
}

/** The key in the path of an item of a listing; undefined if the path is another. */
function keyIn(path: string, list: string): string | undefined {
  if (!path.startsWith(list)) return undefined;
  const key = /^([^/]+)\/?$/.exec(path.slice(list.length))?.[1];
  try {
    return key && decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** The key of the record that a target requests with a form. */
export const requestedKey = (form: HTMLFormElement, target: RequestTarget): string =>
  keyIn(parseTarget(target).path, listPath(form)) ?? '';

/** Fills in a form so that it describes a request that it matches. */
export function fillForm(form: HTMLFormElement, target: RequestTarget): void {
  const { path, values } = parseTarget(target);
  for (const field of form.querySelectorAll<HTMLInputElement>('[name]')) {
    const isKey = isItem(form) && field.name === 'key';
    const value = isKey ? keyIn(path, listPath(form)) : values.get(field.name);
    if (field instanceof HTMLSelectElement) selectValue(field, value ?? '');
    else field.value = value ?? '';
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
