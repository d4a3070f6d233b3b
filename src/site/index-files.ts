import { featuresName } from '../core/address.ts';
import { endpointName, hrefAt, namedEndpoints } from '../core/endpoint.ts';
import { apiFolder, type Grid } from '../core/grid.ts';
import type { ApiMetadata } from './api-metadata.ts';
import { jsonFile, type SiteFile } from './site-file.ts';

/** The index, and the answer of every endpoint to `OPTIONS`. */
export function* indexFiles(metadata: ApiMetadata, grid: Grid): Generator<SiteFile> {
  yield jsonFile(grid, { kind: 'index' }, indexBody(grid));
  yield optionsFile(grid, '', metadata.name, metadata.description);
  for (const { name, title, description, properties } of metadata.collections) {
    yield optionsFile(grid, name, title, description);
    if (properties) {
      const text = `The points of ${name} on a map, as a GeoJSON FeatureCollection.`;
      yield optionsFile(grid, featuresName(name), `${title} as GeoJSON`, text);
    }
  }
}

/** The body of the index: the address of each collection, and of its features, by name. */
export const indexBody = (grid: Grid): Readonly<Record<string, string>> =>
  Object.fromEntries(
    namedEndpoints(grid).map((one) => {
      const name = endpointName(one);
      return [
        name,
        grid.linksByPath ? `${grid.base}/${apiFolder(grid)}${name}.json` : hrefAt(grid, one),
      ];
    }),
  );

/** What Django REST Framework answers to `OPTIONS`. `parses` is empty: a site of files takes no bodies. */
const optionsFile = (grid: Grid, collection: string, name: string, description: string): SiteFile =>
  jsonFile(
    grid,
    { kind: 'options', collection },
    { name, description, renders: ['application/json'], parses: [] },
  );
