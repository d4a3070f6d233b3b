import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAP_SCRIPT, PAGE } from '../../../src/describe/files.ts';
import { defineApi, defineCollection, z } from '../../../src/index.ts';
import { pageFiles } from '../../../src/page/page-files.ts';
import { compiledFile } from '../../../src/util/compiled-file.ts';
import { tagsOf } from '../../support/markup.ts';
import { renderedSite } from '../../support/rendered-site.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

const script = readFileSync(compiledFile('explorer-map.bundle.js'));

describe('the map of a page', () => {
  it.each([
    ['a map', true],
    ['a map without records', false],
    ['pages', false],
  ] as const)('of %s has a script of its own: %s', (name, expected) => {
    const files = pageFiles(UNUSUAL_SITES[name].described);
    const page = String(files.find(({ path }) => path === PAGE)?.body[0]);
    expect(files.some(({ path }) => path === MAP_SCRIPT)).toBe(expected);
    expect(/data-script="explorer-map\.js\?[0-9a-f]{8}"/.test(page)).toBe(expected);
  });

  it('has code and geography in at most 150 KB, compressed', () => {
    expect(gzipSync(script, { level: 9 }).length).toBeLessThan(150_000);
  });

  it('has its licences in the package', () => {
    const licences = readFileSync(compiledFile('THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['d3-geo', 'd3-zoom', 'topojson-client', 'world-atlas', 'us-atlas']) {
      expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
    }
  });

  it('shows a value with several labels as it is, and the filter shows all of them', () => {
    const places = defineCollection({
      name: 'places',
      title: 'Places',
      description: '',
      schema: z.object({ id: z.int(), state: z.string(), state_name: z.string() }),
      key: 'id',
      filters: {
        state: { field: 'state', match: 'equals', label: ({ state_name }) => state_name },
      },
      partitions: { filters: ['state'] },
      features: {
        properties: z.object({ state: z.string() }),
        feature: ({ state }) => ({ longitude: 1, latitude: 2, properties: { state } }),
      },
    });
    const { described } = renderedSite(
      defineApi({ name: 'Places', description: '', collections: [places] }),
      {
        places: ['UT Utah', 'UT Utrecht', 'CO Colorado'].map((text, id) => {
          const [state, state_name] = text.split(' ');
          return { id, state, state_name };
        }),
      },
    );
    const page = String(pageFiles(described).find(({ path }) => path === PAGE)?.body[0]);
    const section = tagsOf(page).find((tag) => tag.attributes.get('id') === 'find-one');
    expect(section?.attributes.get('data-names')).toBe('{"state":{"CO":"Colorado"}}');
    expect(page).toContain('>Utah or Utrecht (2)<');
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
      filters: { state: { field: 'state', match: 'equals', label: ({ state }) => `${state}land` } },
      partitions: { filters: ['state'] },
      features: {
        properties: z.object({ state: z.string() }),
        feature: ({ id, state }) =>
          id === 'nowhere' ? null : { longitude: 1, latitude: 2, properties: { state } },
        rank: ({ people = 0 }) => people,
      },
    });
    const records = [
      ['nowhere', 99_999_999],
      ['small', 1234],
      ['unknown', undefined],
      ['large', 7_654_321],
    ].map(([id, people]) => ({ id, state: 'A', people }));
    const { described } = renderedSite(
      defineApi({ name: 'Towns', description: '', collections: [towns] }),
      { towns: records },
    );
    const page = String(pageFiles(described).find(({ path }) => path === PAGE)?.body[0]);
    const section = tagsOf(page).find((tag) => tag.attributes.get('id') === 'find-one');
    expect(Object.fromEntries(section?.attributes ?? [])).toMatchObject({
      'data-details': 'state',
      'data-names': '{"state":{"A":"Aland"}}',
      'data-labels': '2 0 1',
    });
    expect(page).not.toMatch(/7654321|7,654,321/);
  });
});
