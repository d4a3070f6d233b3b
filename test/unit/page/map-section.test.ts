import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Described } from '../../../src/describe/described.ts';
import { MAP_SCRIPT, PAGE } from '../../../src/describe/files.ts';
import { defineApi, defineCollection, z } from '../../../src/index.ts';
import { pageFiles } from '../../../src/page/page-files.ts';
import { compiledFile } from '../../../src/util/compiled-file.ts';
import { tagsOf } from '../../support/markup.ts';
import { renderedSite } from '../../support/rendered-site.ts';
import { shippedText } from '../../support/shipped-site.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

const pageIn = (described: Described) =>
  String(pageFiles(described).find(({ path }) => path === PAGE)?.body[0]);

const mapAttributes = (page: string) =>
  tagsOf(page).find(({ attributes }) => attributes.get('id') === 'find-one')?.attributes;

describe('the map of a page', () => {
  it.each([
    ['a map', true],
    ['a map without records', false],
    ['pages', false],
  ] as const)('of %s has a section and a script of its own: %s', (name, expected) => {
    const { described } = UNUSUAL_SITES[name];
    const page = pageIn(described);
    expect(pageFiles(described).some(({ path }) => path === MAP_SCRIPT)).toBe(expected);
    expect(/data-script="explorer-map\.js\?[0-9a-f]{8}"/.test(page)).toBe(expected);
    expect(page.includes('find-one')).toBe(expected);
  });

  it('gets the requests and the names of the fields that it needs, and is hidden', () => {
    expect(Object.fromEntries(mapAttributes(shippedText(PAGE)) ?? [])).toMatchObject({
      'data-features': 'api/neighborhoods_geojson/',
      'data-list': 'api/neighborhoods/',
      'data-label': 'label',
      'data-details': 'state country',
      hidden: '',
    });
  });

  it('has code and geography in at most 150 KB, compressed', () => {
    const script = readFileSync(compiledFile('explorer-map.bundle.js'));
    expect(gzipSync(script, { level: 9 }).length).toBeLessThan(150_000);
  });

  it('has its licences in the package', () => {
    const licences = readFileSync(compiledFile('THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['d3-geo', 'world-atlas']) expect(licences).toMatch(`\n${name} `);
  });

  it('gets the names of values and the order of the ranks, and not the ranks', () => {
    const towns = defineCollection({
      name: 'towns',
      title: 'Towns',
      description: '',
      schema: z.object({ id: z.string(), state: z.string(), people: z.int().optional() }),
      key: 'id',
      published: z.object({ id: z.string(), state: z.string() }),
      publish: ({ id, state }) => ({ id, state }),
      filters: {
        state: {
          field: 'state',
          match: 'equals',
          label: ({ id, state }) => (state === 'UT' && id === 'small' ? 'Utrecht' : `${state}land`),
        },
      },
      prerender: { filters: ['state'] },
      features: {
        properties: z.object({ state: z.string() }),
        feature: ({ id, state }) =>
          id === 'nowhere' ? null : { longitude: 1, latitude: 2, properties: { state } },
        rank: ({ people = 0 }) => people,
      },
    });
    const records = [
      { id: 'nowhere', state: 'UT', people: 99_999_999 },
      { id: 'small', state: 'UT', people: 1234 },
      { id: 'unknown', state: 'CO' },
      { id: 'large', state: 'CO', people: 7_654_321 },
    ];
    const api = defineApi({ name: 'Towns', description: '', collections: [towns] });
    const page = pageIn(renderedSite(api, { towns: records }).described);
    expect(Object.fromEntries(mapAttributes(page) ?? [])).toMatchObject({
      'data-details': 'state',
      // Of a value with several names, the map shows none: a place has only one of them.
      'data-names': '{"state":{"CO":"COland"}}',
      'data-labels': '2 0 1',
    });
    expect(page).toContain('>UTland or Utrecht (2)<');
    expect(page).not.toMatch(/7654321|7,654,321/);
  });
});
