import { button, element } from './dom.ts';

/** Views of the same thing by name. A view is rendered each time that its tab is opened. */
export type Views = ReadonlyMap<string, () => Node>;

/**
 * Creates tabs, of which one is open.
 * https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function createTabs() {
  const list = element('div', { role: 'tablist', 'aria-label': 'Views of the answer' });
  const panel = element('div', { role: 'tabpanel', id: 'answer-panel' });
  const root = element('div', { class: 'tabs', hidden: true }, list, panel);
  let views: Views = new Map();
  /** The tab that the user opened last. */
  let chosen = '';

  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const tabs = [...list.querySelectorAll('button')];
    const index = tabs.findIndex(({ tabIndex }) => tabIndex === 0);
    tabs.at((index + step) % tabs.length)?.click();
  });

  /** Replaces the tabs, and opens the one that the user chose before, if there is one of that name. */
  function show(newViews: Views): void {
    views = newViews;
    root.hidden = views.size === 0;
    const hadFocus = list.contains(document.activeElement);
    const names = [...views.keys()];
    list.replaceChildren(...names.map(createTab));
    open(names.includes(chosen) ? chosen : names[0], hadFocus);
  }

  function createTab(name: string): HTMLElement {
    const choose = () => {
      chosen = name;
      open(name, true);
    };
    const id = `answer-${name.toLowerCase()}`;
    return button(name, choose, { role: 'tab', id, 'aria-controls': panel.id });
  }

  function open(name: string | undefined, isFocused: boolean): void {
    for (const tab of list.querySelectorAll('button')) {
      const isOpen = tab.textContent === name;
      tab.setAttribute('aria-selected', String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
      if (isOpen) panel.setAttribute('aria-labelledby', tab.id);
      if (isOpen && isFocused) tab.focus();
    }
    panel.replaceChildren(views.get(name ?? '')?.() ?? '');
  }

  return { element: root, show };
}
