import { findCollection } from '../../src/core/grid.ts';
import { once } from '../../src/util/once.ts';
import { Oracle } from './oracle.ts';
import type { PageRequest } from './page-text.ts';
import { SHIPPED_BASE, shippedJson, shippedManifest } from './shipped-site.ts';

const oracle = once(() => {
  const grid = findCollection(shippedManifest().grid, { collection: 'neighborhoods' });
  const { results } = shippedJson('api/neighborhoods/limit/all.json');
  return new Oracle(`${SHIPPED_BASE}/api/neighborhoods/`, grid, results, 'uuid');
});

/** The text of a page of the shipped neighborhoods. It takes only the records and the grid from the build. */
export function neighborhoodsPage(request: PageRequest): string {
  const query = Object.entries(request).map(([name, value]) => [name, String(value ?? '')]);
  return oracle().answer(Object.fromEntries(query))[1];
}
