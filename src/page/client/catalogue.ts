import type { PageModel } from '../view/collection-model.ts';
import { formatHash, parseHash, parseTarget, type RequestTarget } from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';
import { findElement } from './dom.ts';
import { startFacets } from './facets.ts';
import { formatClientRequest, formatRequest } from './request-code.ts';
import { fillForm, formTarget, parseRequest, toggleTextField } from './request-form.ts';
import { startResponseView } from './response-view.ts';

/** Narrow windows show the facets on demand. */
const NARROW = '(max-width: 56rem)';

/**
 * Starts the part of the page that composes requests, sends them and shows their responses.
 * @param section contains a form for each collection, in the order of the model
 */
export function startCatalogue(section: HTMLElement, api: ApiClient, model: PageModel): void {
  const { api: root, map, collections } = model;
  const forms = [...section.querySelectorAll('form')];
  const collectionLinks = [...section.querySelectorAll('.collections a')];
  const container = findElement(section, '.forms');
  const languages = findElement(section, '.request fieldset');
  const code = findElement(section, '.request code');
  /** Only in sites for hosts without code. */
  const composedNote = section.querySelector('[data-composed]');
  const facetsRoot = findElement<HTMLDetailsElement>(section, '.facets');
  const showFacets = startFacets(facetsRoot, findElement(section, '.chosen'), api);
  const responseView = startResponseView(section, api, map);
  /** The form that is shown. */
  let current = forms[0] as HTMLFormElement;
  /** The request while the page's address names none. */
  const initialTarget = formTarget(current);
  let shownTarget = initialTarget;
  let requestCount = 0;

  container.classList.add('single');
  facetsRoot.open = !matchMedia(NARROW).matches;
  container.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLSelectElement) toggleTextField(target)?.focus();
    void preview(formTarget(current));
  });
  container.addEventListener('change', ({ target }) => {
    const isOrder = target instanceof HTMLSelectElement && target.name === 'ordering';
    if (isOrder && !toggleTextField(target)?.checkVisibility()) navigateTo(formTarget(current));
  });
  container.addEventListener('submit', (event) => {
    event.preventDefault();
    navigateTo(formTarget(current));
  });
  container.addEventListener('reset', (event) => {
    event.preventDefault();
    navigateTo(parseTarget(formTarget(current)).path);
  });
  languages.addEventListener('change', () => void preview(shownTarget));
  // Not `hashchange`: there is none where the position of the map in the address changes too.
  window.addEventListener('popstate', followHash);
  const target = parseHash(root, location.hash);
  // Not smoothly: the sections above can still grow.
  if (target !== null) section.scrollIntoView({ behavior: 'instant' });
  void sendRequest(target ?? initialTarget);

  function show(form: HTMLFormElement | undefined): void {
    if (form) current = form;
    for (const other of forms) other.toggleAttribute('hidden', other !== current);
    for (const [index, link] of collectionLinks.entries())
      link.setAttribute('aria-current', String(forms[index] === form));
  }

  /** Shows code for the host, or for client.js where the host has no answer. */
  async function preview(target: RequestTarget): Promise<void> {
    shownTarget = target;
    const address = await api.findAddress(target);
    if (target !== shownTarget) return;
    languages.hidden = address === null;
    composedNote?.toggleAttribute('hidden', address !== null);
    const { value } = findElement<HTMLInputElement>(languages, ':checked');
    code.replaceChildren(
      address === null || value === 'client.js'
        ? formatClientRequest(api.absoluteAddress(''), api.absoluteAddress(target))
        : formatRequest(value, address),
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
    // After using a button, a header, a facet or a page link of this section, users continue from there.
    const focused = section.querySelector<HTMLElement>(
      ':is(button, select, .pager a, .facets a, .chosen a, .collections a, thead a):focus',
    );
    const isInitial = location.hash === '';
    const target = isInitial ? initialTarget : parseHash(root, location.hash);
    if (target === null) return;
    const left = section.querySelector('.scroller')?.scrollLeft ?? 0;
    const isShown = await sendRequest(target);
    if (!isShown || isInitial) return;
    if (focused?.closest('th')) section.querySelector('.scroller')?.scrollTo(left, 0);
    else if (!focused || document.activeElement === document.body) {
      section.scrollIntoView();
      responseView.focus();
    }
  }

  /** @returns whether the response is shown; false if another request was sent meanwhile */
  async function sendRequest(target: RequestTarget): Promise<boolean> {
    const request = parseRequest(collections, target);
    const { collection, key } = request;
    const form = collection && forms[collections.indexOf(collection)];
    if (form && parseTarget(target).path === collection.list) fillForm(form, target);
    show(form);
    void preview(target);
    responseView.showProgress();
    const count = ++requestCount;
    const response = await api.get(target).catch((error: Error) => error);
    // A slow response must not replace that of a newer request.
    if (count !== requestCount) return false;
    const listed = key === undefined ? collection : undefined;
    section.classList.toggle('one-record', !listed);
    void showFacets(listed, target);
    if (response instanceof Error) responseView.showFailure(response.message);
    else responseView.show(response, request);
    return true;
  }
}
