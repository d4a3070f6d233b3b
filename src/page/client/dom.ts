import { Markup } from '../../util/markup.ts';

/*
 * Elements and tabs.
 */

type Attributes = Readonly<Record<string, string | number>>;

/** Creates an element. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, String(value));
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

/**
 * Replaces the content of a part of the page, which is hidden without any. What has the focus and a `data-key` leaves it
 * to the element with the same one, and a table stays scrolled; what was opened stays open. Texts are not compared, because
 * browsers translate them.
 */
export function refill(part: HTMLElement, content?: Markup | Node | false): void {
  const keyOf = (one: Element) => one.closest<HTMLElement>('[data-key]')?.dataset.key;
  const focused = part.querySelector('[data-key]:focus');
  const { scrollLeft: left = 0 } = part.querySelector('.scroller') ?? {};
  const opened = [...part.querySelectorAll('details[open]')].map(keyOf);
  if (content instanceof Markup) part.innerHTML = content.text;
  else part.replaceChildren(...(content ? [content] : []));
  part.hidden = !part.hasChildNodes();
  for (const details of part.querySelectorAll('details'))
    details.toggleAttribute('open', opened.includes(keyOf(details)));
  if (!focused) return;
  part.querySelector('.scroller')?.scrollTo({ left });
  const links = [...part.querySelectorAll<HTMLElement>('a, input')];
  const same = links.find((one) => keyOf(one) === keyOf(focused));
  (same ?? links[0])?.focus({ preventScroll: true });
}

/** Views of the same thing by name. A view is rendered each time that its tab is opened. */
type Views = Readonly<Record<string, (() => Node) | undefined>>;

/**
 * Starts tabs, of which one is open.
 * https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 * @param root contains the tabs, each with the name of its view as `data-view`, and their panel
 * @param onOpen called with the name of the view that is opened; empty for the first one
 * @returns a function that replaces the views, and hides the tabs without one; it opens the wanted tab, or
 * the one that the user chose before, if that has a view
 */
export function startTabs(root: HTMLElement, onOpen: (view: string) => void) {
  const tabs = [...root.querySelectorAll<HTMLElement>('[role=tab]')];
  const panel = findElement(root, '[role=tabpanel]');
  let views: Views = {};
  let chosen = '';
  const nameOf = (tab?: HTMLElement) => tab?.dataset.view ?? '';
  const findShown = () => tabs.filter((tab) => views[nameOf(tab)]);

  for (const tab of tabs) {
    tab.addEventListener('click', () => {
      open(nameOf(tab));
      tab.focus();
    });
  }
  root.addEventListener('keydown', ({ key, target }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const shown = findShown();
    const index = shown.indexOf(target as HTMLElement);
    if (step !== undefined && index >= 0) shown.at((index + step) % shown.length)?.click();
  });

  /** Opens the tab of a view, or the first one if that has none. */
  function open(view: string): void {
    chosen = view;
    const [first, ...others] = findShown();
    const opened = others.find((tab) => nameOf(tab) === view) ?? first;
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab === opened));
      tab.tabIndex = tab === opened ? 0 : -1;
    }
    panel.setAttribute('aria-labelledby', opened?.id ?? '');
    refill(panel, views[nameOf(opened)]?.());
    onOpen(opened === first ? '' : nameOf(opened));
  }

  return (newViews: Views, wanted = chosen): void => {
    views = newViews;
    for (const tab of tabs) tab.hidden = !views[nameOf(tab)];
    open(wanted);
  };
}
