import { button, element } from './dom.ts';
import { Finder } from './finder.ts';
import { nameOf, type Place, placesOf } from './place.ts';
import { Plot } from './plot.ts';
import type { Site } from './site.ts';
import { hashOf } from './target.ts';
import { grouped } from './views.ts';

/** The part of the page that shows where the records are, and finds one. */
export class Places {
  readonly #finder: Finder;
  readonly #card = element('div', { class: 'card', 'aria-live': 'polite' });
  readonly #frame: HTMLElement;
  #plot: Plot | undefined;
  #loading: Promise<void> | undefined;

  /** @param section what the page says of them, and where they go */
  constructor(
    private readonly section: HTMLElement,
    private readonly site: Site,
  ) {
    this.#frame = section.querySelector<HTMLElement>('.plot') ?? section;
    const parent = section.querySelector('.finder') ?? section;
    this.#finder = new Finder(parent, {
      begin: () => this.#begin(),
      look: (place) => this.#plot?.mark(place, false),
      take: (place) => this.#take(place),
    });
    parent.append(this.#card);
  }

  /** Fetches the places as soon as someone comes near. */
  start(): void {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        this.#begin();
      },
      { rootMargin: '200px' },
    );
    observer.observe(this.section);
  }

  #begin(): void {
    this.#loading ??= this.#load();
  }

  async #load(): Promise<void> {
    const { features = '', noun = '', label = '', details = '' } = this.section.dataset;
    this.#say(`Fetching where the ${noun} are …`);
    const fields = { label, details: details.split(' ').filter(Boolean) };
    const answer = await this.site.ask(features).catch((error: Error) => error);
    const places = answer instanceof Error ? null : placesOf(answer.value, fields);
    if (!places) {
      const why = answer instanceof Error ? answer.message : `The answer is ${answer.status}.`;
      this.#fail(`The map can’t be shown. ${why}`);
    } else if (places.length === 0) this.#say(`None of the ${noun} is on the map yet.`);
    else this.#show(places, noun);
  }

  #say(...text: readonly (string | Node)[]): void {
    this.#frame.replaceChildren(element('p', { role: 'status', class: 'empty' }, ...text));
  }

  #fail(why: string): void {
    const again = button('Try again', () => {
      this.#loading = this.#load();
    });
    this.#say(`${why} `, again);
  }

  #show(places: readonly Place[], noun: string): void {
    const text = `Map of ${grouped(places.length)} ${noun}: ${extent(places)}. ${most(places)}`;
    this.#plot = new Plot(places, text, (place, pointer) => {
      this.#take(place);
      if (pointer === 'mouse') location.hash = this.#hash(place);
    });
    const hint = 'Drag to move; Ctrl and the wheel, or two fingers, to zoom.';
    this.#frame.replaceChildren(
      this.#plot.element,
      element('p', { class: 'aside' }, `${most(places)} ${hint}`.trim()),
    );
    this.#finder.show(places);
  }

  #hash({ id }: Place): string {
    return hashOf(`${this.section.dataset.list}${encodeURIComponent(id)}/`);
  }

  #take(place: Place): void {
    this.#plot?.mark(place, true);
    const { latitude, longitude } = place;
    this.#card.replaceChildren(
      element('p', {}, element('b', {}, nameOf(place))),
      element('p', { class: 'aside' }, `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`),
      element(
        'p',
        {},
        element('a', { class: 'button', href: this.#hash(place) }, 'Ask for its record'),
      ),
    );
  }
}

/** How far places reach: `from 18.1° to 64.8° north, …` */
function extent(places: readonly Place[]): string {
  const between = (values: readonly number[]) => {
    const [least, most] = [values.reduce(lower), values.reduce(higher)];
    return `${least.toFixed(1)}° to ${most.toFixed(1)}°`;
  };
  const latitudes = between(places.map(({ latitude }) => latitude));
  const longitudes = between(places.map(({ longitude }) => longitude));
  return `latitude ${latitudes}, longitude ${longitudes}`;
}

const lower = (a: number, b: number): number => Math.min(a, b);
const higher = (a: number, b: number): number => Math.max(a, b);

/** Where most of them are, by what tells them apart first. */
function most(places: readonly Place[]): string {
  const counts = new Map<string, number>();
  for (const { details } of places) {
    const [first] = details;
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const largest = [...counts].sort(([, a], [, b]) => b - a).slice(0, 5);
  const told = largest.map(([name, count]) => `${name} (${grouped(count)})`).join(', ');
  return told && `Most are in ${told}.`;
}
