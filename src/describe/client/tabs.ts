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
  /** The name of the tab that the user opened last. */
  let chosen = '';

  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...list.querySelectorAll('button')];
    const index = buttons.findIndex(({ tabIndex }) => tabIndex === 0);
    buttons.at((index + step) % buttons.length)?.click();
  });

  /** Replaces the tabs, and opens the one that the user chose before, if there is one of that name. */
  function show(views: Views): void {
    root.hidden = views.size === 0;
    const hadFocus = list.contains(document.activeElement);
    const names = [...views.keys()];
    const tabs = names.map((name) => {
      const choose = () => {
        chosen = name;
        open(tab);
        tab.focus();
      };
      const id = `answer-${name.toLowerCase()}`;
      const tab = button(name, choose, { role: 'tab', id, 'aria-controls': panel.id });
      return tab;
    });
    const open = (opened: HTMLButtonElement) => {
      for (const tab of tabs) {
        tab.setAttribute('aria-selected', String(tab === opened));
        tab.tabIndex = tab === opened ? 0 : -1;
      }
      panel.setAttribute('aria-labelledby', opened.id);
      panel.replaceChildren(views.get(opened.textContent)?.() ?? '');
    };
    list.replaceChildren(...tabs);
    const first = tabs[Math.max(0, names.indexOf(chosen))];
    if (first) open(first);
    if (hadFocus) first?.focus();
  }

  return { element: root, show };
}
