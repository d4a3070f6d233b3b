/*
 * Makes the page interactive. All that it knows about the API is in the page: a model as JSON, forms and texts.
 * This file starts the script, and what serves the whole page. `catalogue.ts` starts
 * the part with the data: it sends the requests of links and forms (`request-form.ts`, `facets.ts`) by
 * `api-client.ts`, and shows the responses (`response-view.ts`, `render-response.ts`, `map-panel.ts`).
 * `dom.ts` has what any part of a page can use.
 */
import type { PageModel } from '../view/collection-model.ts';
import { formatHash, type RequestTarget } from '../view/request-target.ts';
import { createApiClient } from './api-client.ts';
import { startCatalogue } from './catalogue.ts';
import { findElement } from './dom.ts';

const folder = new URL('./', location.href.replace(/[?#].*/s, ''));

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);

// What works only with a script is hidden until here.
for (const part of all('[data-scripted]')) part.hidden = false;
document.documentElement.classList.add('started');
/** The requests of the links to the API, by their addresses. */
const targets = new Map<string, RequestTarget>();
for (const link of all('a[data-try]')) {
  const href = link.getAttribute('href') ?? '';
  const target = link.dataset.try || href;
  targets.set(href, target);
  link.setAttribute('href', formatHash(target));
}

// The page's address has the request, so links to a part of the page don't change it.
addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
  const part = link && document.getElementById(link.hash.slice(1));
  if (!part) return;
  event.preventDefault();
  part.scrollIntoView();
  // Without this, most elements can't have the focus.
  part.tabIndex = Math.max(part.tabIndex, -1);
  part.focus({ preventScroll: true });
});

const section = findElement(document, '#try-it');
const model: PageModel = JSON.parse(findElement(section, 'script').textContent ?? '');
if (model.changes) startReload(new URL(model.changes, folder));
startCatalogue(section, createApiClient(folder, model, targets), model);

/**
 * Reloads the page when the site has changed. A hidden page is not connected: a browser has few
 * connections to a server, and every window of the page would hold one.
 * @param address of a stream of events, each with the version of the site
 */
function startReload(address: URL): void {
  let source: EventSource | undefined;
  let loaded: string | undefined;
  const connect = () => {
    source?.close();
    if (document.hidden) return;
    source = new EventSource(address);
    source.onmessage = ({ data }) => {
      loaded ??= data;
      if (data !== loaded) location.reload();
    };
  };
  document.addEventListener('visibilitychange', connect);
  connect();
}
