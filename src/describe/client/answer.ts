import { button, disable, element, isDisabled } from './dom.ts';
import { rowsOf } from './rows.ts';
import type { Answer } from './site.ts';
import { type Tab, Tabs } from './tabs.ts';
import { endpointTarget, followed, hashOf, partsOf, type Target, withValue } from './target.ts';
import { grouped, type HrefOf, headersView, jsonView, type RowLinks, tableView } from './views.ts';

/** What was asked, as far as its answer leads elsewhere. */
export interface Asked {
  readonly target: Target;
  /** The path of the listing. */
  readonly list: string;
  readonly keyField: string | undefined;
  readonly kind: string;
}

/** The part of the page that shows what the API answered. */
export class AnswerView {
  readonly element: HTMLElement;
  readonly #heading = element('h3', { tabindex: -1 }, 'Answer');
  readonly #status = element('p', { role: 'status', class: 'status' });
  readonly #problem = element('div', { class: 'problem', hidden: true });
  readonly #tabs = new Tabs('answer');
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  readonly #pager: HTMLElement;
  #links: { next: Target | null; previous: Target | null } = { next: null, previous: null };

  /** @param go asks for something else */
  constructor(go: (target: Target) => void) {
    const step = (to: 'next' | 'previous', label: string) => {
      const made = button(label, () => {
        const target = this.#links[to];
        if (target !== null && !isDisabled(made)) go(target);
      });
      return made;
    };
    this.#previous = step('previous', '← Previous');
    this.#next = step('next', 'Next →');
    this.#pager = element(
      'div',
      { class: 'pager', role: 'group', 'aria-label': 'Pages', hidden: true },
      this.#previous,
      this.#next,
    );
    this.element = element(
      'div',
      { class: 'answer' },
      element('div', { class: 'head' }, this.#heading, this.#status, this.#pager),
      this.#problem,
      this.#tabs.element,
    );
  }

  /** Says that an answer is waited for; the last one stays to be read. */
  wait(): void {
    this.element.setAttribute('aria-busy', 'true');
    this.#status.replaceChildren('Asking …');
  }

  /** Shows an answer, an error of the API too. */
  show(answer: Answer, asked: Asked): void {
    const { status, value, bytes, milliseconds } = answer;
    const isGood = status < 400;
    const badge = element('b', { class: isGood ? 'good' : 'bad' }, statusText(status));
    const size = `${sized(bytes)} in ${Math.max(1, Math.round(milliseconds))} ms`;
    this.#settle(badge, ` ${size}`);
    this.#showProblem(isGood ? null : problemOf(value, asked));
    const rows = isGood ? rowsOf(value) : null;
    this.#showPager(rows, asked);
    const tabs: Tab[] = [
      { name: 'JSON', view: () => jsonView(answer.text, hrefIn(asked)) },
      { name: 'Headers', view: () => headersView(answer.headers) },
    ];
    const table = rows && { name: 'Table', view: () => tableView(rows, linksOf(asked)) };
    this.#tabs.show(table ? [table, ...tabs] : tabs);
  }

  /** Says why there is no answer. */
  fail(why: string): void {
    this.#settle(element('b', { class: 'bad' }, 'No answer'));
    this.#showProblem([element('p', {}, why)]);
    this.#pager.hidden = true;
    this.#tabs.show([]);
  }

  /** Leads someone here who asked from elsewhere on the page, or from within the last answer. */
  focus(): void {
    this.#heading.focus({ preventScroll: true });
  }

  #settle(...status: readonly (Node | string)[]): void {
    this.element.removeAttribute('aria-busy');
    this.#status.replaceChildren(...status);
  }

  #showProblem(content: readonly Node[] | null): void {
    this.#problem.hidden = content === null;
    this.#problem.replaceChildren(...(content ?? []));
  }

  #showPager(rows: ReturnType<typeof rowsOf>, { target }: Asked): void {
    this.#pager.hidden = rows?.count === undefined;
    if (rows?.count === undefined) {
      if (rows) this.#status.append(`, ${grouped(rows.rows.length)} records`);
      return;
    }
    const { path, values } = partsOf(target);
    const turn = (address: string | null | undefined) => (address ? followed(address, path) : null);
    this.#links = { next: turn(rows.next), previous: turn(rows.previous) };
    disable(this.#previous, this.#links.previous === null);
    disable(this.#next, this.#links.next === null);
    const place = placeIn(Number(values.get('offset') ?? 0), rows.rows.length, rows.count);
    this.#status.append(`, ${place}`);
  }
}

/** `records 21–40 of 2,620` */
function placeIn(offset: number, length: number, count: number): string {
  if (length === 0) return `no records from ${grouped(offset)} on, of ${grouped(count)}`;
  return `records ${grouped(offset + 1)}–${grouped(offset + length)} of ${grouped(count)}`;
}

/** The index is a list of addresses, which lead to where they can be asked for here. */
const hrefIn =
  ({ kind }: Asked): HrefOf =>
  (text) => {
    const target = kind === 'index' ? endpointTarget(text) : null;
    return target === null ? null : hashOf(target);
  };

function linksOf({ kind, list, keyField }: Asked): RowLinks | null {
  if (kind === 'features') return { field: 'id', list };
  return keyField === undefined ? null : { field: keyField, list };
}

/** What an error of the API says, and where it leads. */
function problemOf(value: unknown, { target }: Asked): Node[] {
  const { detail, parameter, supported } = Object(value);
  const text = typeof detail === 'string' ? detail : 'The answer does not say why.';
  const said = element('p', {}, text);
  if (typeof parameter === 'string' && !Array.isArray(supported)) {
    const link = element('a', { href: hashOf(withValue(target, parameter, '')) }, 'Leave it out');
    return [said, element('p', {}, link)];
  }
  if (!Array.isArray(supported)) return [said];
  const links = supported.map(String).map((one) => {
    const to =
      typeof parameter === 'string' ? withValue(target, parameter, one) : endpointTarget(one);
    return element('li', {}, to === null ? one : element('a', { href: hashOf(to) }, to));
  });
  for (const [at, { firstChild }] of links.entries()) {
    if (typeof parameter === 'string' && firstChild) firstChild.textContent = String(supported[at]);
  }
  return [
    said,
    element('p', {}, typeof parameter === 'string' ? `Supported values of ${parameter}:` : 'Try:'),
    element('ul', { class: 'values' }, ...links),
  ];
}

const STATUSES: Readonly<Record<number, string>> = {
  200: 'OK',
  304: 'Not Modified',
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** A status with its name, which HTTP/2 no longer sends. */
const statusText = (status: number): string => `${status} ${STATUSES[status] ?? ''}`.trim();

function sized(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(2)} MB`;
}
