/*
 * What makes an explorer of the page: it works with the forms and texts that are there, and knows
 * nothing of any API but by them.
 */
import { offerCopies } from './copy.ts';
import { Places } from './places.ts';
import { Site } from './site.ts';
import { hashOf } from './target.ts';
import { TryIt } from './try.ts';

const folder = new URL('./', location.href.replace(/[?#].*/s, ''));

function start(): void {
  offerCopies();
  nameBase();
  for (const one of document.querySelectorAll<HTMLElement>('[data-scripted]')) reveal(one);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-try]')) {
    link.href = hashOf(link.getAttribute('href') ?? '');
  }
  const site = new Site(folder, document.documentElement.dataset.worker);
  const [places, requests] = ['find-one', 'try-it'].map((id) => document.getElementById(id));
  if (places) new Places(places, site).start();
  if (requests) new TryIt(requests, site).start();
}

/** The page is written without its address, for it does not know it. */
function nameBase(): void {
  for (const one of document.querySelectorAll('[data-base]')) {
    one.textContent = folder.href.replace(/\/$/, '');
  }
}

/** What takes a script is hidden until there is one. */
function reveal(one: HTMLElement): void {
  one.hidden = false;
  for (const field of one.querySelectorAll<HTMLInputElement>('input[disabled]')) {
    field.disabled = false;
  }
}

start();
