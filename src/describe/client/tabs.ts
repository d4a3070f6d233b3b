import { element } from './dom.ts';

/** One of several views of the same thing. */
export interface Tab {
  readonly name: string;
  /** Makes the view, when it is looked at. */
  view(): Node;
}

/**
 * Views of which one is shown at a time.
 * https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export class Tabs {
  readonly element: HTMLElement;
  readonly #list = element('div', { role: 'tablist', 'aria-label': 'Views of the answer' });
  readonly #panel: HTMLElement;
  #tabs: readonly Tab[] = [];
  /** What the person chose last; absent: nothing, so the first view is shown. */
  #chosen: string | undefined;

  constructor(private readonly id: string) {
    this.#panel = element('div', { role: 'tabpanel', id: `${id}-panel` });
    this.element = element('div', { class: 'tabs', hidden: true }, this.#list, this.#panel);
    this.#list.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Shows other views: the one that was chosen before, if it is among them. */
  show(tabs: readonly Tab[]): void {
    this.#tabs = tabs;
    this.element.hidden = tabs.length === 0;
    const had = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...tabs.map(({ name }) => this.#button(name)));
    const chosen = tabs.find(({ name }) => name === this.#chosen) ?? tabs[0];
    if (chosen) this.#open(chosen.name, had);
  }

  #button(name: string): HTMLElement {
    const id = this.#idOf(name);
    const attributes = { type: 'button', role: 'tab', id, 'aria-controls': this.#panel.id };
    const made = element('button', attributes, name);
    made.addEventListener('click', () => this.#choose(name));
    return made;
  }

  readonly #idOf = (name: string): string => `${this.id}-${name.toLowerCase()}`;

  #choose(name: string): void {
    this.#chosen = name;
    this.#open(name, true);
  }

  #open(name: string, isFocused: boolean): void {
    for (const one of this.#list.querySelectorAll('button')) {
      const isOpen = one.id === this.#idOf(name);
      one.setAttribute('aria-selected', String(isOpen));
      one.tabIndex = isOpen ? 0 : -1;
      if (isOpen && isFocused) one.focus();
    }
    this.#panel.setAttribute('aria-labelledby', this.#idOf(name));
    const tab = this.#tabs.find((one) => one.name === name);
    this.#panel.replaceChildren(...(tab ? [tab.view()] : []));
  }

  #onKey(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const names = this.#tabs.map(({ name }) => name);
    const at = this.#tabs.findIndex(({ name }) => this.#idOf(name) === document.activeElement?.id);
    const name = names[(at + step + names.length) % names.length];
    if (name !== undefined) this.#choose(name);
  }
}
