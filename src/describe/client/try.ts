import { AnswerView } from './answer.ts';
import { copyButton } from './copy.ts';
import { element } from './dom.ts';
import { RequestForm } from './form.ts';
import { NoAnswer, type Site } from './site.ts';
import { hashOf, type Target, targetIn } from './target.ts';

/** The part of the page where requests are put together and sent. */
export class TryIt {
  readonly #forms: readonly RequestForm[];
  readonly #picker: HTMLSelectElement | null;
  readonly #address = element('code');
  readonly #curl = element('code');
  readonly #answer = new AnswerView((target) => this.#go(target));
  #form: RequestForm;
  #latest: AbortController | undefined;
  /** What is asked for where the page's address names nothing. */
  #first: Target | null = null;

  /** @param section the section with the forms, one for each endpoint */
  constructor(
    private readonly section: HTMLElement,
    private readonly site: Site,
  ) {
    const forms = section.querySelectorAll('form');
    this.#forms = [...forms].map((form) => new RequestForm(form));
    this.#picker = section.querySelector('.picker select');
    this.#form = this.#forms.find(({ isFirst }) => isFirst) ?? (this.#forms[0] as RequestForm);
    this.#build();
    for (const form of this.#forms) this.#listen(form);
    window.addEventListener('hashchange', () => this.#follow());
  }

  /** Asks for what the page's address names, or for something to begin with. */
  start(): void {
    const target = targetIn(location.hash);
    // At once: what is above may still grow.
    if (target !== null) this.section.scrollIntoView({ behavior: 'instant' });
    this.#first = this.#form.target;
    void this.#send(target ?? this.#first);
  }

  #build(): void {
    this.#picker?.addEventListener('change', () => {
      this.#choose(this.#forms[this.#picker?.selectedIndex ?? 0] ?? this.#form);
      this.#preview(this.#form.target);
    });
    const request = element(
      'dl',
      { class: 'request' },
      line('Address', codeLine('Address', this.#address, 'the address')),
      line(
        'Shell',
        this.site.hasWorker
          ? [element('span', { class: 'aside' }, BROWSER_ONLY)]
          : codeLine('Shell', this.#curl, 'the curl command'),
      ),
    );
    this.section.querySelector('.forms')?.classList.add('one');
    this.section.querySelector('.exchange')?.append(request, this.#answer.element);
  }

  #listen(form: RequestForm): void {
    const show = () => this.#preview(form.target);
    form.element.addEventListener('input', show);
    form.element.addEventListener('change', show);
    form.element.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#go(form.target);
    });
  }

  #choose(form: RequestForm): void {
    this.#form = form;
    if (this.#picker) this.#picker.selectedIndex = this.#forms.indexOf(form);
    for (const one of this.#forms) one.element.hidden = one !== form;
  }

  #preview(target: Target): void {
    const address = this.site.address(target);
    this.#address.textContent = address;
    this.#curl.textContent = `curl '${address.replaceAll("'", '%27')}'`;
  }

  /** Asks for a target, and lets the page's address say so. */
  #go(target: Target): void {
    const { hash } = new URL(hashOf(target), location.href);
    if (location.hash === hash) void this.#send(target);
    else location.hash = hash;
  }

  /** The page's address has changed: by a link, a form, or Back. */
  #follow(): void {
    // Back at the page without a request, what it began with is shown again.
    const target = targetIn(location.hash) ?? (location.hash === '' ? this.#first : null);
    if (target === null) return;
    const { activeElement } = document;
    const isAtHand =
      activeElement instanceof HTMLButtonElement && this.section.contains(activeElement);
    void this.#send(target).then((isShown) => {
      if (!isShown || isAtHand) return;
      if (location.hash === '') return;
      this.section.scrollIntoView();
      this.#answer.focus();
    });
  }

  /** @returns whether its answer is shown, and not already that of a later request */
  async #send(target: Target): Promise<boolean> {
    this.#latest?.abort();
    const latest = new AbortController();
    this.#latest = latest;
    const form = this.#forms.find((one) => one.matches(target)) ?? this.#form;
    this.#choose(form);
    if (form.matches(target)) form.show(target);
    this.#preview(target);
    this.#answer.wait();
    const { list, keyField, kind } = form;
    try {
      const answer = await this.site.ask(target, latest.signal);
      if (latest.signal.aborted) return false;
      this.#answer.show(answer, { target, list, keyField, kind });
    } catch (error) {
      if (latest.signal.aborted) return false;
      if (!(error instanceof NoAnswer)) throw error;
      this.#answer.fail(error.message);
    }
    return true;
  }
}

/** Said in place of a curl line where a service worker answers. */
const BROWSER_ONLY =
  'none: a service worker in this browser answers, and the host only sends files.';

const line = (name: string, content: readonly Node[]): HTMLElement =>
  element('div', {}, element('dt', {}, name), element('dd', {}, ...content));

const codeLine = (name: string, code: HTMLElement, what: string): Node[] => [
  element('pre', { tabindex: 0, 'aria-label': name }, code),
  copyButton(code, what),
];
