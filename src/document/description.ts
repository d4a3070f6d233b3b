import { collectionHref } from '../address/address.ts';
import type { Grid } from '../grid.ts';
import type { About } from './about.ts';
import { type Document, jsonDocument } from './document.ts';

/** The index and what every endpoint says of itself. */
export function* indexDocuments(about: About, grid: Grid): Generator<Document> {
  const { base, collections } = grid;
  const hrefs = collections.map(({ name }) => [name, collectionHref(base, name)]);
  yield jsonDocument({ kind: 'index' }, Object.fromEntries(hrefs));
  yield optionsDocument('', about.name, about.description);
  for (const { name, title, description } of about.collections) {
    yield optionsDocument(name, title, description);
  }
}

/** What a Django REST Framework view says of itself. A site of files takes no bodies. */
const optionsDocument = (collection: string, name: string, description: string): Document =>
  jsonDocument(
    { kind: 'options', collection },
    { name, description, renders: ['application/json'], parses: [] },
  );
