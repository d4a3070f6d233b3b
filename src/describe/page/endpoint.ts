import { type Endpoint, endpointsOf } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import { formatCount, formatNumber } from '../../util/text.ts';

/** What an endpoint answers, as a phrase. */
export function phraseOf(endpoint: Endpoint): string {
  if (endpoint.kind === 'index') return 'the addresses of the collections';
  const { name, count, pagination, features = 0 } = endpoint.collection;
  switch (endpoint.kind) {
    case 'item':
      return 'one record';
    case 'features':
      return `${formatCount(features, 'point')} on a map, as GeoJSON`;
    case 'collection':
      return pagination
        ? `pages of the ${formatNumber(count)} ${spaced(name)}, ${pagination.default} at a time`
        : `all ${formatNumber(count)} ${spaced(name)} in one list`;
  }
}

/** A collection's name as words. */
export const spaced = (name: string): string => name.replaceAll('_', ' ');

/**
 * The endpoints of one collection.
 * @param key that of its item
 */
export const endpointsIn = (grid: Grid, name: string, key = ''): Endpoint[] =>
  endpointsOf(grid, key).filter(
    (endpoint) => endpoint.kind !== 'index' && endpoint.collection.name === name,
  );
