import { describe, expect, it } from 'vitest';
import { answer } from '../../../src/core/answer.ts';
import type { Described } from '../../../src/describe/described.ts';
import { machineFiles } from '../../../src/describe/machine-files.ts';
import { defineApi, defineCollection, z } from '../../../src/index.ts';
import { renderedSite, SMALL_BASE } from '../../support/rendered-site.ts';
import { shippedText } from '../../support/shipped-site.ts';
import { things, thingsApi } from '../../support/things-api.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

const textsOf = (described: Described): Record<string, string> =>
  Object.fromEntries(
    machineFiles(described).map(({ path, body }) => [path, Buffer.concat(body).toString()]),
  );

/** An API of many collections, whose texts and names have some length. */
const manyCollections = (count: number, text = 'Words.') =>
  defineApi({
    name: 'Many',
    description: text,
    collections: Array.from({ length: count }, (_, index) =>
      defineCollection({
        name: `a-collection-of-words-${index}`,
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
  const api = `${SMALL_BASE}/${described.grid.prefix ?? 'api'}/`;

  it('the sitemap, and robots.txt, which names it', () => {
    expect(texts['sitemap.xml']).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${SMALL_BASE}/</loc></url>
<url><loc>${SMALL_BASE}/reference.html</loc></url>
</urlset>
`);
    expect(texts['robots.txt']).toBe(
      `User-agent: *\nAllow: /\n\nSitemap: ${SMALL_BASE}/sitemap.xml\n`,
    );
  });

  it('llms.txt names the collections that fit, and three requests that get an answer', async () => {
    const { 'llms.txt': text = '' } = texts;
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
    expect(text).toMatch(
      /^# .+\n\n> .+\n\n[^#]+## Collections\n\n- [^#]+## Requests\n\n(?:- <.+>\n){3}\n## /,
    );
    expect(text).toContain(`Base address: ${SMALL_BASE}\n`);
    const { collections } = described.grid;
    const named = collections.filter(({ name }) => text.includes(`- [${name}](${api}${name}/): `));
    const isWhole = !text.includes('- others: see openapi.json');
    expect(isWhole).toBe(named.length === collections.length);
    expect(named.length).toBeGreaterThan(0);
    for (const [, href = ''] of text.matchAll(/- <(.+)>/g)) {
      if (href.startsWith(api)) {
        expect((await answer(new Request(href), site)).status, href).toBe(200);
      } else expect(['openapi.json', 'client.js', '']).toContain(href.slice(SMALL_BASE.length + 1));
    }
  });
});

it('llms.txt shortens long texts', () => {
  const api = manyCollections(3, 'é\\[`'.repeat(2000));
  const { 'llms.txt': text = '' } = textsOf(renderedSite(api, {}).described);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
  expect(text).toContain('- [Data for people]');
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
  const records = [...things(45), { id: 99, size: 4, label: 'private', secret: true }];
  const { described, files } = renderedSite(thingsApi, { things: records }, 'plain');
  const texts = textsOf(described);
  const requests = [...(texts['llms.txt'] ?? '').matchAll(/- <(.+)>/g)].map(([, href = '']) =>
    href.slice(SMALL_BASE.length + 1),
  );
  expect(requests).toEqual(['api/things/limit/7.json', 'api/things/0.json', 'openapi.json']);
  expect([...files.keys()]).toEqual(expect.arrayContaining(requests.slice(0, 2)));
  expect(Object.values(texts).join()).not.toMatch(/private|secret|99/);
});
