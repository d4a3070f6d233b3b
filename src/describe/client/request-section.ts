import { createAnswerView } from './answer-view.ts';
import type { ApiClient } from './api-client.ts';
import { copyButton } from './copy-button.ts';
import { description, element } from './dom.ts';
import { addTextFields, fill, matches, targetIn } from './request-form.ts';
import { hashOf, type Target, targetOfHash } from './target.ts';

/**
 * Starts the section that composes requests, sends them and shows their answers.
 * @param section contains a form for each endpoint, and a drop-down in the same order
 */
export function startRequestSection(section: HTMLElement, api: ApiClient): void {
  const forms = [...section.querySelectorAll('form')];
  const picker = section.querySelector('.picker select') as HTMLSelectElement;
  const container = section.querySelector('.forms') as HTMLElement;
  const address = element('code');
  const curl = element('code');
  const answerView = createAnswerView(go);
  /** The form that is shown. */
  let current = forms.find(({ dataset }) => 'first' in dataset) as HTMLFormElement;
  /** The request while the page's address names none. */
  const initialTarget = targetIn(current);
  let lastRequest = 0;

  forms.forEach(addTextFields);
  const noCurl = element('span', { class: 'aside' }, NO_CURL);
  const request = element(
    'dl',
    { class: 'request' },
    description('Address', ...codeLine('Address', address, 'the address')),
    description('Shell', ...(api.worker ? [noCurl] : codeLine('Shell', curl, 'the curl command'))),
  );
  section.querySelector('.exchange')?.append(request, answerView.element);
  container.classList.add('single');
  container.addEventListener('input', () => preview(targetIn(current)));
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
    for (const other of forms) other.hidden = other !== form;
  }

  function preview(target: Target): void {
    const url = api.addressOf(target);
    address.textContent = url;
    curl.textContent = `curl '${url.replaceAll("'", '%27')}'`;
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
    // Whoever pressed a button of this section can go on from there.
    const keepsFocus = focused instanceof HTMLButtonElement && section.contains(focused);
    const isInitial = location.hash === '';
    const target = isInitial ? initialTarget : targetOfHash(location.hash);
    if (target === null) return;
    const isShown = await send(target);
    if (!isShown || keepsFocus || isInitial) return;
    section.scrollIntoView();
    answerView.focus();
  }

  /** @returns whether the answer is shown; false if another request was sent meanwhile */
  async function send(target: Target): Promise<boolean> {
    const request = ++lastRequest;
    const form = forms.find((one) => matches(one, target)) ?? current;
    if (matches(form, target)) fill(form, target);
    show(form);
    preview(target);
    answerView.showProgress();
    const answer = await api.get(target).catch((error: Error) => error);
    if (request !== lastRequest) return false;
    if (answer instanceof Error) answerView.showFailure(answer.message);
    else answerView.show(answer, target, form);
    return true;
  }
}

/** Shown in place of a curl command if a service worker answers. */
const NO_CURL = 'none: a service worker in this browser answers, and the host only sends files.';

const codeLine = (label: string, code: HTMLElement, name: string): Node[] => [
  element('pre', { tabindex: 0, 'aria-label': label }, code),
  copyButton(code, name),
];
