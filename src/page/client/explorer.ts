/*
 * Makes the page interactive. All that it knows about the API is in the forms, texts and `data-`
 * attributes of the page.
 */
import { createApiClient } from './api-client.ts';
import { startContents } from './contents.ts';
import { addCopyButton } from './copy-button.ts';
import { findElement } from './dom.ts';
import { startReference } from './reference.ts';
import { startReload } from './reload.ts';
import { linkToRequests } from './render-response.ts';
import { startRequestSection } from './request-section.ts';

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
linkToRequests(document);

startContents([...document.querySelectorAll<HTMLAnchorElement>('.contents a')]);
// What is collapsed is printed too.
addEventListener('beforeprint', () => {
  for (const details of all('details')) details.setAttribute('open', '');
});

const { hostKind, changes } = document.documentElement.dataset;
if (changes) startReload(new URL(changes, folder));
const api = createApiClient(folder, hostKind);
startReference(findElement(document, '.reference'));
startRequestSection(findElement(document, '#try-it'), api);
