/*
 * Makes the page interactive. All that it knows about the API is in the page: a model as JSON, forms and texts.
 */
import type { PageModel } from '../view/collection-model.ts';
import { formatHash, type RequestTarget } from '../view/request-target.ts';
import { createApiClient } from './api-client.ts';
import { startContents } from './contents.ts';
import { addCopyButton } from './copy-button.ts';
import { findElement } from './dom.ts';
import { startReference } from './reference.ts';
import { startReload } from './reload.ts';
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
const { textContent } = findElement(section, 'script');
const model: PageModel = JSON.parse(textContent ?? '');
if (model.changes) startReload(new URL(model.changes, folder));
startReference(findElement(document, '.reference'));
startRequestSection(section, createApiClient(folder, model), model, targets);
