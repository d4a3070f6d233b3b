import { describe, expect, it } from 'vitest';
import { answer } from '../../../src/core/answer.ts';
import type { Described } from '../../../src/describe/described.ts';
import { machineFiles } from '../../../src/describe/machine-files.ts';
import { defineApi, defineCollection, z } from '../../../src/index.ts';
import { tagsOf } from '../../support/markup.ts';
import { renderedSite, SMALL_BASE } from '../../support/rendered-site.ts';
import { shippedText } from '../../support/shipped-site.ts';
import { things, thingsApi } from '../../support/things-api.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

const textsOf = (described: Described): Record<string, string> =>
  Object.fromEntries(
    machineFiles(described).map(({ path, body }) => [path, Buffer.concat(body).toString()]),
  );

/** An API of many collections, whose texts and names have some length. */
const manyCollections = (count: number, text = 'Words.', name = 'a-collection-of-words') =>
  defineApi({
    name: 'Many',
    description: text,
    collections: Array.from({ length: count }, (_, index) =>
      defineCollection({
        name: `${name}-${index}`,
        title: text,
        description: text,
        schema: z.object({ word: z.string() }),
        key: 'word',
        orderings: { word: { field: 'word', kind: 'code' } },
        filters: { word: { field: 'word', match: 'contains' } },
        pagination: { limits: [10, 20], default: 10 },
      }),
    ),
  });

const SITES = { ...UNUSUAL_SITES, 'many collections': renderedSite(manyCollections(100), {}) };

describe.each(Object.entries(SITES))('the files for machines of %s', (_, { described, site }) => {
  const texts = textsOf(described);

  it('the API catalog names the API, its description and its page, as RFC 9727 and 9264 require', () => {
    const { linkset, ...others } = JSON.parse(texts['.well-known/api-catalog'] ?? '');
    expect(others).toEqual({});
    const [catalog, api] = linkset;
    expect(catalog).toEqual({
      anchor: `${SMALL_BASE}/.well-known/api-catalog`,
      item: [{ href: api.anchor, title: described.about.name }],
    });
    expect(api).toEqual({
      anchor: expect.stringMatching(/^https:\/\/me\.github\.io\/small\/[\w/]+\/$/),
      'service-desc': [{ href: `${SMALL_BASE}/openapi.json`, type: 'application/json' }],
      'service-doc': [{ href: `${SMALL_BASE}/`, type: 'text/html' }],
    });
  });

  it('the sitemap is well-formed, and robots.txt names it', () => {
    const [, sitemap = ''] =
      texts['sitemap.xml']?.split(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/) ?? [];
    const [first, ...others] = tagsOf(`<!doctype html>\n${sitemap}`);
    expect([first?.name, first?.attributes.get('xmlns')]).toEqual([
      'urlset',
      'http://www.sitemaps.org/schemas/sitemap/0.9',
    ]);
    expect(others.map(({ name }) => name)).toEqual(['url', 'loc']);
    expect(texts['robots.txt']).toBe(
      `User-agent: *\nAllow: /\n\nSitemap: ${SMALL_BASE}/sitemap.xml\n`,
    );
  });

  it('llms.txt names the collections, and three requests that get an answer', async () => {
    const { 'llms.txt': text = '' } = texts;
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
    expect(text).toMatch(
      /^# .+\n\n> .+\n\n[^#]+## Collections\n\n- [^#]+## Requests\n\n(?:- <.+>\n){3}\n## /,
    );
    expect(text).toContain(`Base address: ${SMALL_BASE}\n`);
    for (const { name } of described.grid.collections)
      expect(text).toMatch(new RegExp(`- \\[?${name}\\b`));
    for (const [, href = ''] of text.matchAll(/- <(.+)>/g)) {
      if (href.includes(`/${described.grid.prefix ?? 'api'}/`)) {
        expect((await answer(new Request(href), site)).status, href).toBe(200);
      } else expect(['openapi.json', 'client.js', '']).toContain(href.slice(SMALL_BASE.length + 1));
    }
  });
});

it.each([
  ['long texts', manyCollections(3, 'é\\[`'.repeat(2000))],
  ['long names', manyCollections(300, 'x', `long${'-name'.repeat(10)}`)],
])('llms.txt of an API with %s has at most 4,096 bytes', (_, api) => {
  const { 'llms.txt': text = '' } = textsOf(renderedSite(api, {}).described);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
  expect(text).toContain('- [Page for people]');
  expect(text.includes('- others: see openapi.json')).toBe(api.collections.length === 300);
});

it('no private record is in them', () => {
  const records = [...things(3), { id: 99, size: 4, label: 'private', secret: true }];
  const { described } = renderedSite(thingsApi, { things: records });
  expect(Object.values(textsOf(described)).join()).not.toMatch(/private|secret|99/);
});

it('the shipped API: llms.txt has parameters with their values, the sitemap when the page changed', () => {
  const text = shippedText('llms.txt');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
  expect(text).toContain('state, country, ordering (created_at, modified_at, label, state_abbrev)');
  expect(shippedText('sitemap.xml')).toMatch(
    /8080\/<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/,
  );
});

it('a site for plain hosts: the requests of llms.txt lead to files', () => {
  const { described, files } = renderedSite(
    thingsApi,
    { things: things(45) },
    { linksByPath: true },
  );
  const { 'llms.txt': text = '' } = textsOf(described);
  const requests = [...text.matchAll(/- <(.+)>/g)].map(([, href = '']) =>
    href.slice(SMALL_BASE.length + 1),
  );
  expect(requests).toEqual(['api/things/limit/7.json', 'api/things/0.json', 'openapi.json']);
  expect([...files.keys()]).toEqual(expect.arrayContaining(requests.slice(0, 2)));
});
