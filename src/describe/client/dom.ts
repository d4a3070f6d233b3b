type Attributes = Readonly<Record<string, string | number | boolean>>;
type Child = Node | string | null | false;

/** Makes an element; an attribute that is false is left out, and one that is true is empty. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(key, value === true ? '' : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== false));
  return made;
}

/** A button that does something. */
export function button(label: string, onClick: () => void, attributes: Attributes = {}) {
  const made = element('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', onClick);
  return made;
}

/**
 * Is a button of no use at the moment? It keeps the focus that it may have, so that who presses it
 * again and again is not thrown back to the start of the page at the end.
 */
export function disable(one: HTMLButtonElement, isDisabled: boolean): void {
  one.setAttribute('aria-disabled', String(isDisabled));
}

export const isDisabled = (one: HTMLButtonElement): boolean =>
  one.getAttribute('aria-disabled') === 'true';
