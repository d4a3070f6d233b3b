import { featuresName } from '../core/address.ts';
import { hrefAt, namedEndpoints, nameOf } from '../core/endpoint.ts';
import type { Grid } from '../core/grid.ts';
import type { ApiMetadata } from './api-metadata.ts';
import { jsonDocument, type SiteFile } from './site-file.ts';

/** The index and what every endpoint says of itself. */
export function* indexDocuments(about: ApiMetadata, grid: Grid): Generator<SiteFile> {
  yield jsonDocument({ kind: 'index' }, indexBody(grid));
  yield optionsDocument('', about.name, about.description);
  for (const { name, title, description, properties } of about.collections) {
    yield optionsDocument(name, title, description);
    if (properties) {
      const words = `The points of ${name} on a map, as a GeoJSON FeatureCollection.`;
      yield optionsDocument(featuresName(name), `${title} as GeoJSON`, words);
    }
  }
}

/** What the index says: the address of each collection, and of its features, under its name. */
export const indexBody = (grid: Grid): Readonly<Record<string, string>> =>
  Object.fromEntries(namedEndpoints(grid).map((one) => [nameOf(one), hrefAt(grid, one)]));

/** What a Django REST Framework view says of itself. A site of files takes no bodies. */
const optionsDocument = (collection: string, name: string, description: string): SiteFile =>
  jsonDocument(
    { kind: 'options', collection },
    { name, description, renders: ['application/json'], parses: [] },
  );
