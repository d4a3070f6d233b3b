import { addressFor, type Endpoint, relativeEndpointPath } from '../core/endpoint.ts';
import { apiFolder, type CollectionGrid, type Grid } from '../core/grid.ts';
import { listingsOf, pagesOf } from '../core/listing.ts';
import { aliasOf, fileOf, isFirstPage } from '../core/path.ts';
import { keyName } from './endpoint.ts';

/** An address by path, with a template for each parameter. */
export interface PathTemplate {
  /** Such as `/api/cities/country/{country}/limit/{limit}.json`. */
  readonly path: string;
  /** The parameters in it, in their order, each with its segments in the paths of files; of offsets and keys only some. */
  readonly parameters: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The addresses by path of an endpoint, those with the fewest parameters first. */
export function pathTemplates(grid: Grid, endpoint: Endpoint): PathTemplate[] {
  if (endpoint.kind === 'record') {
    const list = relativeEndpointPath(grid, { ...endpoint, kind: 'collection' });
    const key = keyName(endpoint.collection);
    return [{ path: `/${list}{${key}}.json`, parameters: new Map([[key, new Set()]]) }];
  }
  if (endpoint.kind !== 'collection')
    return [{ path: `/${fileOf(grid, addressFor(endpoint, {}))}`, parameters: new Map() }];
  const templates = new Map<string, Map<string, Set<string>>>();
  for (const path of pathsOf(grid, endpoint.collection)) {
    const [name = '', ...pairs] = path.slice(apiFolder(grid).length, -'.json'.length).split('/');
    const names = pairs.filter((_, index) => index % 2 === 0);
    const segments = [name, ...names.map((one) => `${one}/{${one}}`)];
    const template = `/${apiFolder(grid)}${segments.join('/')}.json`;
    const parameters = templates.get(template) ?? new Map(names.map((one) => [one, new Set()]));
    templates.set(template, parameters);
    for (const [index, one] of names.entries())
      parameters.get(one)?.add(pairs[2 * index + 1] ?? '');
  }
  const all = Array.from(templates, ([path, parameters]) => ({ path, parameters }));
  return all.sort((a, b) => a.parameters.size - b.parameters.size);
}

/** The paths of the first two pages of each prerendered listing and size, which a site without pages composes. */
function* pathsOf(site: Grid, collection: CollectionGrid) {
  const grid: Grid = site.hostKind === 'code' ? { ...site, hostKind: 'rules' } : site;
  for (const listing of listingsOf(grid, collection)) {
    for (const [first, second] of pagesOf(grid, collection, listing)) {
      if (first && isFirstPage(grid, first)) yield aliasOf(grid, first);
      if (first) yield fileOf(grid, first);
      if (second) yield fileOf(grid, second);
    }
  }
}
