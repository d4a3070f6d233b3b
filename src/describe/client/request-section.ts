import { startAnswerView } from './answer-view.ts';
import type { ApiClient } from './api-client.ts';
import { find } from './dom.ts';
import { fill, matches, targetIn, toggleTextField } from './request-form.ts';
import { hashOf, type Target, targetOfHash } from './target.ts';

/**
 * Starts the section that composes requests, sends them and shows their responses.
 * @param section contains a form for each endpoint, and a drop-down in the same order
 */
export function startRequestSection(
  section: HTMLElement,
  api: ApiClient,
  _showPlace?: (container: HTMLElement, list: Target, key: string) => Promise<void>,
): void {
  const forms = [...section.querySelectorAll('form')];
  const picker = find<HTMLSelectElement>(section, '.picker select');
  const container = find(section, '.forms');
  // The curl command is absent if a service worker answers.
  const [address, curl] = section.querySelectorAll('.request code');
  const answerView = startAnswerView(find(section, '.answer'), go);
  /** The form that is shown. */
  let current = find<HTMLFormElement>(section, 'form[data-first]');
  /** The request while the page's address names none. */
  const initialTarget = targetIn(current);
  let lastRequest = 0;

  container.classList.add('single');
  container.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLSelectElement) toggleTextField(target)?.focus();
    preview(targetIn(current));
  });
  container.addEventListener('submit', (event) => {
    event.preventDefault();
    go(targetIn(current));
  });
  picker.addEventListener('change', () => {
    show(forms[picker.selectedIndex] ?? current);
    preview(targetIn(current));
  });
  window.addEventListener('hashchange', followHash);
  const target = targetOfHash(location.hash);
  // Not smoothly: the sections above can still grow.
  if (target !== null) section.scrollIntoView({ behavior: 'instant' });
  void send(target ?? initialTarget);

  function show(form: HTMLFormElement): void {
    current = form;
    picker.selectedIndex = forms.indexOf(form);
    for (const other of forms) other.toggleAttribute('hidden', other !== form);
  }

  function preview(target: Target): void {
    const url = api.addressOf(target);
    address?.replaceChildren(url);
    curl?.replaceChildren(`curl '${url.replaceAll("'", '%27')}'`);
  }

  /** Puts a target into the page's address, which sends the request. */
  function go(target: Target): void {
    const { hash } = new URL(hashOf(target), location.href);
    if (location.hash === hash) void send(target);
    else location.hash = hash;
  }

  /** Sends the request of a link, of a form, or of Back. */
  async function followHash(): Promise<void> {
    const focused = document.activeElement;
    // After pressing a button of this section, users continue from there.
    const keepsFocus = focused instanceof HTMLButtonElement && section.contains(focused);
    const isInitial = location.hash === '';
    const target = isInitial ? initialTarget : targetOfHash(location.hash);
    if (target === null) return;
    const isShown = await send(target);
    if (!isShown || keepsFocus || isInitial) return;
    section.scrollIntoView();
    answerView.focus();
  }

  /** @returns whether the response is shown; false if another request was sent meanwhile */
  async function send(target: Target): Promise<boolean> {
    const request = ++lastRequest;
    const form = forms.find((candidate) => matches(candidate, target));
    if (form) fill(form, target);
    show(form ?? current);
    preview(target);
    answerView.showProgress();
    const answer = await api.get(target).catch((error: Error) => error);
    if (request !== lastRequest) return false;
    if (answer instanceof Error) answerView.showFailure(answer.message);
    else answerView.show(answer, target, form ?? current);
    return true;
  }
}
