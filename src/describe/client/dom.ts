type Attributes = Readonly<Record<string, string | number | boolean>>;
type Child = Node | string;

/**
 * Creates an element.
 * @param attributes false leaves an attribute out, and true makes it empty
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) created.setAttribute(key, value === true ? '' : String(value));
  }
  created.append(...children);
  return created;
}

/** Creates a button with a click listener. */
export function button(label: string, onClick: () => void, attributes: Attributes = {}) {
  const created = element('button', { type: 'button', ...attributes }, label);
  created.addEventListener('click', onClick);
  return created;
}

/** Creates a name and its value in a description list. */
export const description = (name: string, ...value: readonly Child[]): HTMLElement =>
  element('div', {}, element('dt', {}, name), element('dd', {}, ...value));

/** A number with thousands separators, such as `2,620`. */
export const formatNumber = (value: number): string => value.toLocaleString('en');
