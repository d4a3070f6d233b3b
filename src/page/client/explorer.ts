/*
 * Makes the page interactive. All that it knows about the API is in the page: a model as JSON, forms and texts.
 * This file starts the script, and what serves the whole page and its reference. `catalogue.ts` starts
 * the part with the data: it sends the requests of links and forms (`request-form.ts`, `facets.ts`) by
 * `api-client.ts`, and shows the responses (`response-view.ts`, `render-response.ts`, `map-panel.ts`).
 * `dom.ts` has what any part of a page can use.
 */
import type { PageModel } from '../view/collection-model.ts';
import { formatHash, type RequestTarget } from '../view/request-target.ts';
import { createApiClient } from './api-client.ts';
import { startCatalogue } from './catalogue.ts';
import { addCopyButton, findElement } from './dom.ts';

const folder = new URL('./', location.href.replace(/[?#].*/s, ''));

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);

for (const block of all('pre[data-copy]')) addCopyButton(block);
// The page is generated without its own address, because it works at any.
for (const text of all('[data-base]')) text.replaceChildren(folder.href.replace(/\/$/, ''));
// What works only with a script is hidden and disabled until here.
for (const part of all('[data-scripted], [data-scripted] input')) {
  part.removeAttribute('hidden');
  part.removeAttribute('disabled');
}
/** The requests of the links to the API, by their addresses. */
const targets = new Map<string, RequestTarget>();
for (const link of all('a[data-try]')) {
  const href = link.getAttribute('href') ?? '';
  const target = link.dataset.try || href;
  targets.set(href, target);
  link.setAttribute('href', formatHash(target));
}

startContents([...document.querySelectorAll<HTMLAnchorElement>('.contents a')]);
// What is collapsed is printed too.
addEventListener('beforeprint', () => {
  for (const details of all('details')) details.setAttribute('open', '');
});

const section = findElement(document, '#try-it');
const model: PageModel = JSON.parse(findElement(section, 'script').textContent ?? '');
if (model.changes) startReload(new URL(model.changes, folder));
startReference(findElement(document, '.reference'));
startCatalogue(section, createApiClient(folder, model, targets), model);

/** Marks the link of the contents to the section that is being read. */
function startContents(links: readonly HTMLAnchorElement[]): void {
  const sections = links.map(({ hash }) => findElement(document, hash));
  const mark = () => {
    // The last sections may be too short to reach this line of the window.
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const line = isAtEnd ? Infinity : innerHeight / 4;
    const current = sections.findLastIndex((one) => one.getBoundingClientRect().top <= line);
    for (const [index, link] of links.entries())
      link.setAttribute('aria-current', String(index === current));
  };
  addEventListener('scroll', mark, { passive: true });
}

/** Starts the reference: its field shows only the entries that contain a text, and links open what is collapsed. */
function startReference(reference: HTMLElement): void {
  const input = findElement<HTMLInputElement>(reference, '#reference-filter');
  const sections = [...reference.querySelectorAll('section')];
  input.addEventListener('input', () => {
    const text = input.value.trim().toLowerCase();
    for (const section of sections) section.hidden = !filterEntries(section, text);
  });
  addEventListener('hashchange', openLinked);
  openLinked();
}

/** @returns whether an entry contains the text; true for an empty text */
function filterEntries(section: HTMLElement, text: string): boolean {
  const hasShown = (list: Element) => list.querySelector('.rows > :not([hidden])') !== null;
  for (const entry of section.querySelectorAll('.rows > *'))
    entry.toggleAttribute('hidden', !entry.textContent?.toLowerCase().includes(text));
  for (const details of section.querySelectorAll('details:has(.rows)'))
    details.toggleAttribute('open', text !== '' && hasShown(details));
  return text === '' || hasShown(section);
}

/** Opens what is collapsed around the target of the page's address. */
function openLinked(): void {
  const linked = document.getElementById(location.hash.slice(1));
  const details = linked?.closest('details');
  if (!linked || !details || details.open) return;
  details.open = true;
  linked.scrollIntoView();
}

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
