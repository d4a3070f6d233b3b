import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOf, type ListingAddress } from '../../../src/core/address.ts';
import { parseFileName } from '../../../src/core/file-name.ts';
import type { Grid } from '../../../src/core/grid.ts';
import {
  formatItemPath,
  formatListingPath,
  formatValueSegment,
  indexPath,
  isPagePath,
  isPathAddress,
  queryOfPath,
} from '../../../src/core/path-address.ts';
import { KINDS, WORDS } from '../../support/small-site.ts';
import { tinyGrid } from '../../support/tiny-grid.ts';

const grid: Grid = { ...tinyGrid, layout: 'paths' };
const [colors, cities] = grid.collections;
if (!cities || !colors) throw new Error('The tiny grid has two collections.');

const page = { kind: 'page', collection: 'cities', format: '', ordering: '' } as const;

describe('the paths of pages, lists and records', () => {
  it.each<[ListingAddress | { kind: 'item'; collection: string; key: string }, string]>([
    [{ ...page, limit: 2, offset: 0 }, 'api/cities/limit/2.json'],
    [{ ...page, limit: 2, offset: 4 }, 'api/cities/limit/2/offset/4.json'],
    [{ ...page, limit: 'all', offset: 0 }, 'api/cities/limit/all.json'],
    [
      { ...page, ordering: '-label', limit: 2, offset: 2 },
      'api/cities/ordering/-label/limit/2/offset/2.json',
    ],
    [
      { ...page, filters: { country: 'US', state: 'CO' }, limit: 2, offset: 0 },
      'api/cities/country/US/state/CO/limit/2.json',
    ],
    [
      { ...page, filters: { country: '', state: 'Süd' }, limit: 2, offset: 0 },
      'api/cities/state/--S.c3.bcd/limit/2.json',
    ],
    [{ ...page, limit: 2, offset: 0, pageSize: '' }, 'api/cities.json'],
    [{ ...page, limit: 2, offset: 4, pageSize: '' }, 'api/cities/page/3.json'],
    [{ ...page, limit: 2, offset: 0, pageSize: 2 }, 'api/cities/page_size/2.json'],
    [
      { ...page, ordering: 'label', limit: 2, offset: 2, pageSize: 2 },
      'api/cities/ordering/label/page_size/2/page/2.json',
    ],
    [{ kind: 'list', collection: colors.name, ordering: '' }, `api/${colors.name}.json`],
    [{ kind: 'item', collection: 'cities', key: 'new york' }, 'api/cities/--new.20york.json'],
    [{ kind: 'item', collection: 'cities', key: 'a/b' }, 'api/cities/--a.2fb.json'],
    [{ kind: 'item', collection: 'cities', key: 'limit' }, 'api/cities/limit.json'],
  ])('%o -> %s', (address, path) => {
    expect(fileOf(grid, address)).toBe(path);
  });

  it.each([
    ['api/index.json', 'api/'],
    ['api/cities.json', 'api/cities/'],
    ['api/cities/a.json', 'api/cities/a/'],
    ['api/cities/--a.2fb.json', 'api/cities/a%2Fb/'],
    ['api/cities/state/--S.c3.bcd/limit/2.json', 'api/cities/?state=S%C3%BCd&limit=2'],
    [
      'api/cities/ordering/-label/limit/2/offset/4.json',
      'api/cities/?ordering=-label&limit=2&offset=4',
    ],
    ['api/cities/page_size/2/page/3.json', 'api/cities/?page_size=2&page=3'],
    ['api/cities_geojson.json', 'api/cities_geojson/'],
    ['api/cities/----0123.json', null],
  ])('%s is for the same records as %s', (path, query) => {
    expect(queryOfPath('api/', path)).toBe(query);
  });

  it('with another prefix', () => {
    const other = { ...grid, prefix: 'api/v2' };
    expect(fileOf(other, { ...page, limit: 2, offset: 0 })).toBe('api/v2/cities/limit/2.json');
    expect(queryOfPath('api/v2/', 'api/v2/cities/limit/2.json')).toBe('api/v2/cities/?limit=2');
    expect(indexPath(other)).toBe('api/v2/index.json');
    expect(isPathAddress(other, 'api/v2/cities.json')).toBe(true);
    expect(isPathAddress(other, 'api/cities.json')).toBe(false);
    expect(isPagePath(other, 'api/v2/cities.json')).toBe(true);
  });

  it('the first page without parameters', () => {
    expect(formatListingPath(grid, cities, { ordering: '' })).toBe('api/cities.json');
    expect(formatListingPath(grid, cities, { ordering: 'label' })).toBe(
      'api/cities/ordering/label.json',
    );
  });

  it.each([
    ['api/cities.json', true],
    ['api/cities/limit/2.json', true],
    ['api/cities/oslo.json', false],
    [`api/${colors.name}.json`, false],
    ['api/index.json', false],
  ])('%s has links: %s', (path, expected) => {
    expect(isPagePath(grid, path)).toBe(expected);
  });
});

describe('any key and any value of a filter', () => {
  const text = fc.oneof(
    fc.constantFrom(...WORDS, ...KINDS, 'US.json', 'us.JSON', '.json', 'ordering', 'limit/2'),
    fc.string({ unit: 'binary', minLength: 1 }),
  );

  it('a key -> one segment, from which it can be read unless it is too long', () => {
    fc.assert(
      fc.property(text, (key) => {
        const [, segment = ''] =
          /^api\/cities\/([\w.-]+)\.json$/.exec(formatItemPath(grid, cities, key)) ?? [];
        expect(parseFileName(segment)).toBe(segment.startsWith('----') ? null : key);
      }),
    );
  });

  it('a value -> one segment that is no file, from which it can be read unless it is too long', () => {
    fc.assert(
      fc.property(text, (value) => {
        const segment = formatValueSegment(cities, 'country', value);
        expect(segment).toMatch(/^[\w.-]+$/);
        expect(segment).not.toMatch(/\.json$/i);
        expect(parseFileName(segment)).toBe(segment.startsWith('----') ? null : value);
      }),
    );
  });
});
