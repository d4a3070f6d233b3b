import { type PageModel, sortedTarget } from '../view/collection-model.ts';
import { formatHash, parseHash, parseTarget, type RequestTarget } from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';
import { findElement } from './dom.ts';
import { startFacets } from './facets.ts';
import { formatClientRequest, formatRequest } from './request-code.ts';
import { fillForm, formTarget, isOneRecord, parseRequest } from './request-form.ts';
import { startResponseView } from './response-view.ts';

/** Narrow windows show the facets on demand. */
const NARROW = '(max-width: 56rem)';

/** How long the page confirms that the code is copied, in ms. */
const CONFIRMATION_TIME = 2000;

/**
 * Starts the part of the page that composes requests, sends them and shows their responses.
 * @param section contains a form for each collection, in the order of the model
 */
export function startCatalogue(section: HTMLElement, api: ApiClient, model: PageModel): void {
  const { api: root, map, collections } = model;
  const forms = [...section.querySelectorAll('form')];
  const collectionLinks = [...section.querySelectorAll<HTMLElement>('.collections a')];
  const container = findElement(section, '.forms');
  const facetsRoot = findElement<HTMLDetailsElement>(section, '.facets');
  const showFacets = startFacets(section, api);
  const responseView = startResponseView(section, api, map);
  /** The form that is shown. */
  let current = forms[0] as HTMLFormElement;
  /** The request while the page's address names none. */
  const initialTarget = formTarget(current);
  const showCode = startRequestCode(findElement(section, '.request'), api);
  let requestCount = 0;

  facetsRoot.open = !matchMedia(NARROW).matches;
  container.addEventListener('change', ({ target }) => {
    const { name, value } = target as HTMLSelectElement;
    const hasButton = current.querySelector('[type=submit]') !== null;
    const given = formTarget(current);
    const collection = collections[forms.indexOf(current)];
    if (name === 'ordering' && collection) navigateTo(sortedTarget(collection, given, value));
    else if (!hasButton) navigateTo(given);
  });
  container.addEventListener('submit', (event) => {
    event.preventDefault();
    navigateTo(formTarget(current));
  });
  container.addEventListener('reset', (event) => {
    event.preventDefault();
    navigateTo(parseTarget(formTarget(current)).path);
  });
  // Not `hashchange`: there is none where the position of the map in the address changes too.
  window.addEventListener('popstate', followHash);
  const target = parseHash(root, location.hash);
  // Not smoothly: the sections above can still grow.
  if (target !== null) section.scrollIntoView({ behavior: 'instant' });
  section.classList.toggle('pending', target !== null);
  void sendRequest(target ?? initialTarget);

  function show(form: HTMLFormElement | undefined): void {
    if (form) current = form;
    for (const other of forms) other.toggleAttribute('hidden', other !== current);
    for (const [index, link] of collectionLinks.entries())
      link.setAttribute('aria-current', String(forms[index] === form));
    // Not `scrollIntoView`, which can scroll the page too.
    const { offsetLeft = 0, parentElement } = collectionLinks[forms.indexOf(current)] ?? {};
    parentElement?.scrollTo(offsetLeft - 64, 0);
  }

  /** Puts a target into the page's address, which sends the request. */
  function navigateTo(target: RequestTarget): void {
    const { hash } = new URL(formatHash(target), location.href);
    if (location.hash === hash) void sendRequest(target);
    else location.hash = hash;
  }

  /** Sends the request of a link, of a form, or of Back. */
  async function followHash(): Promise<void> {
    // Users continue from a button, and from what has a key: a header, a facet, a filter or a page.
    const focused = section.querySelector(':is(button, select, .collections a, [data-key]):focus');
    // The response replaces the focused link.
    const isOfPager = focused?.closest('.pager');
    const target = parseHash(root, location.hash || formatHash(initialTarget));
    if (target === null || !(await sendRequest(target))) return;
    if (!focused || document.activeElement === document.body) {
      section.scrollIntoView();
      responseView.focus();
    }
    if (isOfPager) findElement(section, '.answer').scrollIntoView();
  }

  /** @returns whether the response is shown; false if there is none, or another request was sent meanwhile */
  async function sendRequest(asked: RequestTarget): Promise<boolean> {
    const request = parseRequest(collections, asked);
    const { target, collection } = request;
    const form = collection && forms[collections.indexOf(collection)];
    if (form && parseTarget(target).path === collection.listing) fillForm(form, target);
    show(form);
    responseView.showProgress();
    const count = ++requestCount;
    const response = await api.get(asked).catch(({ message }: Error) => {
      if (count === requestCount) responseView.showFailure(message);
    });
    // A slow response must not replace that of a newer request.
    if (!response || count !== requestCount) return false;
    void showCode(response.response.ok ? target : asked);
    const listed = isOneRecord(request) ? undefined : collection;
    section.classList.toggle('one-record', !listed);
    void showFacets(listed, target, response.response.ok ? request.ignored : []);
    responseView.show(response, request);
    return true;
  }
}

/**
 * Starts the part of the page with the request as code.
 * @returns a function that shows commands for the host, or with client.js where the host has no answer
 */
function startRequestCode(root: HTMLElement, api: ApiClient) {
  const code = findElement(root, 'code');
  const composedNote = findElement(root, '[data-composed]');
  const copy = findElement(root, '.copy');
  const status = findElement(root, '[role=status]');
  let lastTarget: RequestTarget;

  // Browsers let a page copy only on https, and on this machine.
  copy.hidden = !isSecureContext;
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.textContent ?? '');
    status.textContent = 'Copied';
    setTimeout(() => status.replaceChildren(), CONFIRMATION_TIME);
  });

  return async (target: RequestTarget): Promise<void> => {
    lastTarget = target;
    const address = await api.findAddress(target).catch(() => undefined);
    if (target !== lastTarget || address === undefined) return;
    composedNote.hidden = address !== null;
    code.textContent =
      address === null
        ? formatClientRequest(api.absoluteAddress(''), api.absoluteAddress(target))
        : formatRequest(address);
  };
}
