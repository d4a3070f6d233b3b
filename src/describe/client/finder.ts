import { element } from './dom.ts';
import { found, nameOf, type Place } from './place.ts';
import { grouped } from './views.ts';

/** How many of the places that are found are listed. */
const SHOWN = 8;

/** What a finder tells of. */
export interface FinderEvents {
  /** A place that someone looks at in the list; null: none any more. */
  look(place: Place | null): void;
  /** A place that someone takes. */
  take(place: Place): void;
  /** Someone begins to use it. */
  begin(): void;
}

/**
 * A field that finds places by their names.
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export class Finder {
  readonly #list = element('ul', {
    role: 'listbox',
    id: 'find-one-list',
    'aria-label': 'Found',
    hidden: true,
  });
  readonly #input = element('input', {
    id: 'find-one-text',
    type: 'search',
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': 'find-one-list',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  readonly #status = element('p', { role: 'status', class: 'aside' });
  #places: readonly Place[] = [];
  #listed: readonly Place[] = [];
  #active = -1;

  /** @param parent the element with the field's label */
  constructor(
    parent: Element,
    private readonly events: FinderEvents,
  ) {
    parent.append(this.#input, this.#list, this.#status);
    this.#input.addEventListener('focus', () => events.begin());
    this.#input.addEventListener('input', () => this.#search());
    this.#input.addEventListener('keydown', (event) => this.#onKey(event));
    this.#list.addEventListener('pointermove', ({ target }) =>
      this.#activate(this.#indexOf(target)),
    );
    // Before the field loses the focus, which it is to keep.
    this.#list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.#list.addEventListener('click', ({ target }) => this.#take(this.#indexOf(target)));
  }

  /** Finds among these from now on; what was typed before is looked for at once. */
  show(places: readonly Place[]): void {
    this.#places = places;
    const [first] = places;
    if (first) this.#input.placeholder = `such as ${first.label}`;
    if (this.#input.value && document.activeElement === this.#input) this.#search();
  }

  #search(): void {
    const text = this.#input.value;
    const all = found(this.#places, text);
    this.#listed = all.slice(0, SHOWN);
    // Whatever was active is not in the list any more.
    this.#active = -1;
    this.#list.replaceChildren(...this.#listed.map(option));
    this.#expand(this.#listed.length > 0);
    this.#activate(this.#listed.length > 0 ? 0 : -1);
    this.#say(text.trim() === '' ? '' : told(all.length));
  }

  #say(text: string): void {
    this.#status.textContent = text;
  }

  #expand(isExpanded: boolean): void {
    this.#list.hidden = !isExpanded;
    this.#input.setAttribute('aria-expanded', String(isExpanded));
    if (!isExpanded) this.#activate(-1);
  }

  #activate(index: number): void {
    if (index === this.#active) return;
    this.#active = index;
    for (const [at, one] of [...this.#list.children].entries()) {
      one.setAttribute('aria-selected', String(at === index));
    }
    if (index < 0) this.#input.removeAttribute('aria-activedescendant');
    else this.#input.setAttribute('aria-activedescendant', idOf(index));
    this.events.look(this.#listed[index] ?? null);
  }

  #take(index: number): void {
    const place = this.#listed[index];
    if (!place) return;
    this.#input.value = place.label;
    this.#expand(false);
    this.#say('');
    this.events.take(place);
  }

  #onKey(event: KeyboardEvent): void {
    const { key } = event;
    const last = this.#listed.length - 1;
    if (key === 'Enter') this.#take(this.#active);
    else if (key === 'Escape' && !this.#list.hidden) this.#expand(false);
    else if (key === 'ArrowDown' && last >= 0) {
      this.#expand(true);
      this.#activate(this.#active >= last ? 0 : this.#active + 1);
    } else if (key === 'ArrowUp' && last >= 0) {
      this.#expand(true);
      this.#activate(this.#active <= 0 ? last : this.#active - 1);
    } else return;
    event.preventDefault();
  }

  #indexOf(target: EventTarget | null): number {
    const one = target instanceof Element ? target.closest('[role=option]') : null;
    return one ? [...this.#list.children].indexOf(one) : this.#active;
  }
}

const idOf = (index: number): string => `find-one-${index}`;

const option = (place: Place, index: number): HTMLElement =>
  element(
    'li',
    { role: 'option', id: idOf(index), 'aria-selected': 'false', title: nameOf(place) },
    element('b', {}, place.label),
    ` ${place.details.join(', ')}`,
  );

function told(count: number): string {
  if (count === 0) return 'None is called so.';
  return count > SHOWN ? `The first ${SHOWN} of ${grouped(count)}.` : `${grouped(count)} found.`;
}
