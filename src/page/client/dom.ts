type Attributes = Readonly<Record<string, string | number | boolean>>;

/**
 * Creates an element.
 * @param attributes false leaves an attribute out, and true makes it empty
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
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

/** The first element in a part of the page that matches a selector; the page is generated with one. */
export const findElement = <Kind extends HTMLElement>(parent: ParentNode, selector: string): Kind =>
  parent.querySelector(selector) as Kind;
