import { type Endpoint, endpointsOf } from '../core/endpoint.ts';
import type { Grid } from '../core/grid.ts';
import type { ApiMetadata } from '../site/api-metadata.ts';
import { answersSection, sourcesSection } from './page/answers.ts';
import { clientSection } from './page/client.ts';
import { collectionSection, type ToldCollection } from './page/collection.ts';
import { type Assets, contents, documentOf, masthead } from './page/document.ts';
import { endpointPicker, requestForm } from './page/form.ts';
import { type Html, html } from './page/html.ts';
import { placesSection } from './page/places.ts';

/** What the page for people is made of. */
export interface PageParts {
  readonly about: ApiMetadata;
  readonly grid: Grid;
  /** The first records of each collection, as they are published. */
  readonly examples: Readonly<Record<string, { readonly records: readonly unknown[] }>>;
  readonly assets: Assets;
  /** The address of a service worker that answers the API, such as `sw.js`; absent: a host does. */
  readonly worker?: string | undefined;
}

/**
 * The page for people: the reference of the API, which needs no script, and the places where a script
 * makes an explorer of it. It names no base address, so it works wherever its folder is served.
 */
export function pageOf({ about, grid, examples, assets, worker }: PageParts): string {
  const collections = about.collections.flatMap((one): ToldCollection[] => {
    const collection = grid.collections.find(({ name }) => name === one.name);
    const [example] = examples[one.name]?.records ?? [];
    if (!collection) return [];
    const key = keyOf(example, collection.keyField);
    return [{ grid, collection, about: one, example, key }];
  });
  const places = placesSection(collections);
  const body = html`${masthead(about, grid.collections)}
<div class="columns">
${contents(grid.collections, places !== false)}
<main id="main-content">
${places}
${trySection(grid, collections)}
${collections.map(collectionSection)}
${clientSection(collections, worker)}
${answersSection(grid)}
${sourcesSection(about)}
</main>
</div>
<footer><p>Made of files by staticrest.</p></footer>`;
  return String(documentOf(about, assets, worker, body));
}

/** The key of a record that shows it; else empty. */
function keyOf(record: unknown, field: string | undefined): string {
  const key = field === undefined ? undefined : Object(record)[field];
  return typeof key === 'string' || typeof key === 'number' ? String(key) : '';
}

function trySection(grid: Grid, collections: readonly ToldCollection[]): Html {
  const keys = new Map(collections.map(({ collection, key }) => [collection.name, key]));
  const endpoints = endpointsOf(grid, '').map((endpoint) =>
    endpoint.kind === 'item'
      ? { ...endpoint, key: keys.get(endpoint.collection.name) ?? '' }
      : endpoint,
  );
  const lists = endpoints.filter(({ kind }) => kind === 'collection');
  const isPaginated = (one: Endpoint) => one.kind !== 'index' && one.collection.pagination;
  const first = lists.find(isPaginated) ?? lists[0] ?? endpoints[0];
  return html`
<section id="try-it" aria-labelledby="try-it-title">
<h2 id="try-it-title">Try it</h2>
${endpointPicker(endpoints)}
<div class="forms">${endpoints.map((one) => requestForm(grid, one, one === first))}
</div>
<div class="exchange" data-scripted hidden></div>
</section>`;
}
