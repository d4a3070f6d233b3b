import {
  findRequestTarget,
  formatHash,
  parseHash,
  parseTarget,
  type RequestTarget,
} from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';
import { apiFolder, findElement } from './dom.ts';
import { formatClientRequest, formatRequest } from './request-code.ts';
import { fillForm, formTarget, matches, toggleTextField } from './request-form.ts';
import { type AddMapButton, startResponseView } from './response-view.ts';

/**
 * Starts the section that composes requests, sends them and shows their responses.
 * @param section contains a form for each endpoint, and a drop-down in the same order; its `data-site`
 * is the address that the site was built for
 */
export function startRequestSection(
  section: HTMLElement,
  api: ApiClient,
  addMapButton?: AddMapButton,
): void {
  const forms = [...section.querySelectorAll('form')];
  const picker = findElement<HTMLSelectElement>(section, '.picker select');
  const container = findElement(section, '.forms');
  const languages = findElement(section, '.request fieldset');
  const code = findElement(section, '.request code');
  /** Only in sites for hosts without code. */
  const composedNote = section.querySelector('[data-composed]');
  const folders = [section.dataset.site ?? '', api.absoluteAddress('')];
  const toTarget = (address: string) => findRequestTarget(apiFolder(), address, folders);
  const responseView = startResponseView(findElement(section, '.answer'), toTarget, addMapButton);
  /** The form that is shown. */
  let current = findElement<HTMLFormElement>(section, 'form[data-first]');
  /** The request while the page's address names none. */
  const initialTarget = formTarget(current);
  let shownTarget = initialTarget;
  let requestCount = 0;

  container.classList.add('single');
  addListeners();
  const target = parseHash(apiFolder(), location.hash);
  // Not smoothly: the sections above can still grow.
  if (target !== null) section.scrollIntoView({ behavior: 'instant' });
  void sendRequest(target ?? initialTarget);

  /** Reacts to the forms, the choice of an endpoint or a language, and the page's address. */
  function addListeners(): void {
    container.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLSelectElement) toggleTextField(target)?.focus();
      preview(formTarget(current));
    });
    container.addEventListener('submit', (event) => {
      event.preventDefault();
      navigateTo(formTarget(current));
    });
    container.addEventListener('reset', (event) => {
      event.preventDefault();
      navigateTo(parseTarget(formTarget(current)).path);
    });
    languages.addEventListener('change', () => preview(shownTarget));
    picker.addEventListener('change', () => {
      show(forms[picker.selectedIndex] ?? current);
      preview(formTarget(current));
    });
    window.addEventListener('hashchange', followHash);
  }

  function show(form: HTMLFormElement): void {
    current = form;
    picker.selectedIndex = forms.indexOf(form);
    for (const other of forms) other.toggleAttribute('hidden', other !== form);
  }

  function preview(target: RequestTarget): void {
    shownTarget = target;
    const { value } = findElement<HTMLInputElement>(languages, ':checked');
    // Until the client is loaded, which tells whether the host has the answer.
    code.replaceChildren(formatRequest(value, api.absoluteAddress(target)));
    void showCode(target, value);
  }

  /** Shows code for the host, or for client.js where the host has no answer. */
  async function showCode(target: RequestTarget, language: string): Promise<void> {
    const address = await api.findAddress(target);
    if (target !== shownTarget) return;
    languages.hidden = address === null;
    composedNote?.toggleAttribute('hidden', address !== null);
    code.replaceChildren(
      address === null
        ? formatClientRequest(api.absoluteAddress(''), api.absoluteAddress(target))
        : formatRequest(language, address),
    );
  }

  /** Puts a target into the page's address, which sends the request. */
  function navigateTo(target: RequestTarget): void {
    const { hash } = new URL(formatHash(target), location.href);
    if (location.hash === hash) void sendRequest(target);
    else location.hash = hash;
  }

  /** Sends the request of a link, of a form, or of Back. */
  async function followHash(): Promise<void> {
    // After using a button, a header or a page link of this section, users continue from there.
    const focused = section.querySelector<HTMLElement>(':is(button, .pager a, thead a):focus');
    const isInitial = location.hash === '';
    const target = isInitial ? initialTarget : parseHash(apiFolder(), location.hash);
    if (target === null) return;
    const column = focused?.closest('th')?.dataset.column;
    const left = section.querySelector('.scroller')?.scrollLeft ?? 0;
    const isShown = await sendRequest(target);
    if (!isShown || isInitial) return;
    if (column !== undefined) {
      section.querySelector('.scroller')?.scrollTo(left, 0);
      findElement(section, `th[data-column="${CSS.escape(column)}"] a`)?.focus({
        preventScroll: true,
      });
    } else if (!focused) {
      section.scrollIntoView();
      responseView.focus();
    }
  }

  /** @returns whether the response is shown; false if another request was sent meanwhile */
  async function sendRequest(target: RequestTarget): Promise<boolean> {
    const form = forms.find((candidate) => matches(candidate, target));
    if (form) fillForm(form, target);
    show(form ?? current);
    preview(target);
    responseView.showProgress();
    const count = ++requestCount;
    const response = await api.get(target).catch((error: Error) => error);
    // A slow response must not replace that of a newer request.
    if (count !== requestCount) return false;
    if (response instanceof Error) responseView.showFailure(response.message);
    else responseView.show(response, target, form ?? current);
    return true;
  }
}
