import { element } from './dom.ts';
import { parseTarget, type Target, targetOf } from './target.ts';

/*
 * A form of the page sends requests to one endpoint. Its `data-kind` is the kind of the endpoint,
 * `data-list` the path of the listing that the records are in, `data-noun` their name, `data-key` the
 * field of their keys, `data-label` that of their names, `data-sorts` has the columns that sort them, and
 * `data-order` is the value of `ordering` that equals their default order.
 *
 * Only methods of a form are used here: a field can be called `dataset` or `hidden`, and hides the
 * form's property of that name.
 */

/** The request that a form describes as it is filled in. */
export function targetIn(form: HTMLFormElement): Target {
  // The text field of a drop-down has the same name, and replaces its value while it is enabled.
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  const values: Record<string, string> = Object.fromEntries(fields);
  if (!isItem(form)) return targetOf(pathOf(form), values);
  const { key = '', ...query } = values;
  return targetOf(`${listOf(form)}${encodeURIComponent(key)}/`, query);
}

/** The kind of the endpoint of a form. */
export const kindOf = (form: HTMLFormElement): string => form.getAttribute('data-kind') ?? '';

const isItem = (form: HTMLFormElement): boolean => kindOf(form) === 'item';

/** The path of the listing that contains a form's records; of the index, its own path. */
export const listOf = (form: HTMLFormElement): string =>
  form.getAttribute('data-list') ?? pathOf(form);

const pathOf = (form: HTMLFormElement): string => form.getAttribute('action') ?? '';

/** Whether a target is a request to the endpoint of a form. */
export function matches(form: HTMLFormElement, target: Target): boolean {
  const { path } = parseTarget(target);
  return isItem(form) ? keyIn(path, listOf(form)) !== undefined : path === pathOf(form);
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
export const keyOf = (form: HTMLFormElement, target: Target): string =>
  keyIn(parseTarget(target).path, listOf(form)) ?? '';

/** Fills in a form so that it describes a request that it matches. */
export function fill(form: HTMLFormElement, target: Target): void {
  const { path, values } = parseTarget(target);
  for (const field of form.querySelectorAll<HTMLInputElement>('[name]')) {
    const isKey = isItem(form) && field.name === 'key';
    const value = isKey ? keyIn(path, listOf(form)) : values.get(field.name);
    if (field instanceof HTMLSelectElement) select(field, value ?? '');
    else field.value = value ?? '';
  }
}

/** Selects a value, which a link can name although it is not listed. */
function select(field: HTMLSelectElement, value: string): void {
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
