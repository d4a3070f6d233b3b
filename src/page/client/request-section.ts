import { type ShowPlace, startAnswerView } from './answer-view.ts';
import type { ApiClient } from './api-client.ts';
import { find } from './dom.ts';
import { codeOf } from './request-code.ts';
import { fill, matches, targetIn, toggleTextField } from './request-form.ts';
import { hashOf, parseTarget, type Target, targetOfAddress, targetOfHash } from './target.ts';

/**
 * Starts the section that composes requests, sends them and shows their responses.
 * @param section contains a form for each endpoint, and a drop-down in the same order; its `data-site`
 * is the address that the site was built for
 */
export function startRequestSection(
  section: HTMLElement,
  api: ApiClient,
  showPlace?: ShowPlace,
): void {
  const forms = [...section.querySelectorAll('form')];
  const picker = find<HTMLSelectElement>(section, '.picker select');
  const container = find(section, '.forms');
  const languages = find(section, '.request fieldset');
  const code = find(section, '.request code');
  const folders = [section.dataset.site ?? '', api.addressOf('')];
  const pathOf = (address: string) => targetOfAddress(address, folders);
  const answerView = startAnswerView(find(section, '.answer'), pathOf, showPlace);
  /** The form that is shown. */
  let current = find<HTMLFormElement>(section, 'form[data-first]');
  /** The request while the page's address names none. */
  const initialTarget = targetIn(current);
  let shownTarget = initialTarget;
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
  container.addEventListener('reset', (event) => {
    event.preventDefault();
    go(parseTarget(targetIn(current)).path);
  });
  languages.addEventListener('change', () => preview(shownTarget));
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
    shownTarget = target;
    const { value } = find<HTMLInputElement>(languages, ':checked');
    code.replaceChildren(codeOf(value, api.addressOf(target)));
  }

  /** Puts a target into the page's address, which sends the request. */
  function go(target: Target): void {
    const { hash } = new URL(hashOf(target), location.href);
    if (location.hash === hash) void send(target);
    else location.hash = hash;
  }

  /** Sends the request of a link, of a form, or of Back. */
  async function followHash(): Promise<void> {
    // After using a button, a header or a page link of this section, users continue from there.
    const focused = section.querySelector<HTMLElement>(':is(button, .pager a, thead a):focus');
    const isInitial = location.hash === '';
    const target = isInitial ? initialTarget : targetOfHash(location.hash);
    if (target === null) return;
    const column = focused?.closest('th')?.dataset.column;
    const left = section.querySelector('.scroller')?.scrollLeft ?? 0;
    const isShown = await send(target);
    if (!isShown || isInitial) return;
    if (column !== undefined) {
      section.querySelector('.scroller')?.scrollTo(left, 0);
      find(section, `th[data-column="${CSS.escape(column)}"] a`)?.focus({ preventScroll: true });
    } else if (!focused) {
      section.scrollIntoView();
      answerView.focus();
    }
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
