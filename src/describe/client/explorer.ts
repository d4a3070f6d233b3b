/*
 * Makes the page interactive. All that it knows about the API is in the forms, texts and `data-`
 * attributes of the page.
 */
import { createApiClient } from './api-client.ts';
import { addCopyButton } from './copy-button.ts';
import { find } from './dom.ts';
import { startMapSection } from './map-section.ts';
import { startRequestSection } from './request-section.ts';
import { hashOf } from './target.ts';

const folder = new URL('./', location.href.replace(/[?#].*/s, ''));

/** Calls a function with every element of the page that matches a selector. */
function forEach<Kind extends HTMLElement>(selector: string, change: (match: Kind) => void): void {
  for (const match of document.querySelectorAll<Kind>(selector)) change(match);
}

forEach('pre[data-copy]', addCopyButton);
// The page is generated without its own address, because it works at any.
forEach('[data-base]', (text) => text.replaceChildren(folder.href.replace(/\/$/, '')));
// What works only with a script is hidden and disabled until here.
forEach('[data-scripted], [data-scripted] input', (part) => {
  part.removeAttribute('hidden');
  part.removeAttribute('disabled');
});
forEach<HTMLAnchorElement>('a[data-try]', (link) => {
  link.href = hashOf(link.getAttribute('href') ?? '');
});

const api = createApiClient(folder, document.documentElement.dataset.worker);
// Not every API has records with a position.
const mapSection = document.getElementById('find-one');
if (mapSection) startMapSection(mapSection, api);
startRequestSection(find(document, '#try-it'), api);
