import { findElement } from './dom.ts';

/** Views of the same thing by name. A view is rendered each time that its tab is opened. */
export type Views = Readonly<Record<string, (() => Node) | null | false>>;

/**
 * Starts tabs, of which one is open.
 * https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 * @param root contains the tabs, whose texts are the names of views, and their panel
 * @param wanted the tab to open first, if it has a view
 * @returns a function that replaces the views, and hides the tabs without one; it opens the tab that
 * the user chose before, if that has a view
 */
export function startTabs(root: HTMLElement, wanted?: string): (views: Views) => void {
  const tabs = [...root.querySelectorAll<HTMLElement>('[role=tab]')];
  const panel = findElement(root, '[role=tabpanel]');
  let views: Views = {};
  let chosen = tabs.find(({ textContent }) => textContent === wanted);

  for (const tab of tabs) {
    tab.addEventListener('click', () => {
      chosen = tab;
      open(tab);
      tab.focus();
    });
  }
  root.addEventListener('keydown', ({ key, target }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const shown = tabs.filter(({ hidden }) => !hidden);
    const index = shown.indexOf(target as HTMLElement);
    if (step !== undefined && index >= 0) shown.at((index + step) % shown.length)?.click();
  });

  function open(opened: HTMLElement | undefined): void {
    root.hidden = !opened;
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab === opened));
      tab.tabIndex = tab === opened ? 0 : -1;
    }
    panel.setAttribute('aria-labelledby', opened?.id ?? '');
    const view = views[opened?.textContent ?? ''];
    panel.replaceChildren(view ? view() : '');
  }

  return (newViews) => {
    views = newViews;
    for (const tab of tabs) tab.hidden = !views[tab.textContent ?? ''];
    open(chosen?.hidden === false ? chosen : tabs.find(({ hidden }) => !hidden));
  };
}
