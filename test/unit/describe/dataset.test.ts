import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { datasetOf } from '../../../src/describe/dataset.ts';
import type { Described } from '../../../src/describe/described.ts';
import { z } from '../../../src/index.ts';
import { builtSite } from '../../support/built-site.ts';
import { things, thingsApi } from '../../support/things-api.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

const work = z.strictObject({
  '@type': z.literal('CreativeWork'),
  name: z.string().min(1),
  url: z.httpUrl().optional(),
});

/** What Google requires and recommends, as far as a site has it. */
const DATASET = z.strictObject({
  '@context': z.literal('https://schema.org/'),
  '@type': z.literal('Dataset'),
  name: z.string().min(1),
  description: z.string().min(50).max(5000),
  url: z.httpUrl(),
  version: z.string(),
  dateModified: z.iso.datetime().optional(),
  license: z.array(work).min(1).optional(),
  isBasedOn: z.array(work).min(1).optional(),
  distribution: z
    .array(
      z.strictObject({
        '@type': z.literal('DataDownload'),
        encodingFormat: z.stringFormat('media type', /^[a-z]+\/[a-z+]+$/),
        contentUrl: z.httpUrl(),
        contentSize: z.stringFormat('size', /^[\d,.]+ [KM]B$/),
      }),
    )
    .min(1)
    .optional(),
});

const API = z.strictObject({
  '@context': z.literal('https://schema.org/'),
  '@type': z.literal('WebAPI'),
  name: z.string().min(1),
  url: z.httpUrl(),
  documentation: z.array(z.httpUrl()).length(2),
});

/** As the page has it, so that undefined properties are left out. */
const validated = (described: Described) =>
  z.tuple([DATASET, API]).parse(JSON.parse(JSON.stringify(datasetOf(described))));

describe.each(Object.entries(UNUSUAL_SITES))('the data of %s', (_, { described }) => {
  it('has what search engines require', () => {
    const [dataset] = validated(described);
    expect(dataset.description).toContain(described.about.description);
  });
});

const { about, ...parts } = UNUSUAL_SITES.pages.described;

it.each([
  ['short', 'x', 'x Published as a REST API and as files to download: Thing List'],
  ['of 50 characters', 'x'.repeat(50), 'x'.repeat(50)],
  ['long', 'x'.repeat(6000), 'x'.repeat(5000)],
])('a description: %s', (_, description, shown) =>
  expect(validated({ ...parts, about: { ...about, description } })[0].description).toBe(shown),
);

/** The data in the page of a site. */
async function dataIn(base: string, description: string) {
  const licence = { name: 'CC0-1.0', url: 'https://example.org/cc0' };
  const sources = [{ name: 'An office', url: 'https://example.org/', licence, data: 'all' }];
  const api = { ...thingsApi, description, sources };
  const { folder } = await builtSite(api, { 'things/all.json': things(9) }, { base });
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  return /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1];
}

it('a site with a public address -> in its page, with licences and files', async () => {
  const description = '</script><!-- <script> & "x" \u2028';
  const text = (await dataIn('https://b.org/x', description)) ?? '';
  expect(text).not.toMatch(/[<>]/);
  const [dataset, api] = z.tuple([DATASET, API]).parse(JSON.parse(text));
  expect(dataset).toMatchObject({
    description: expect.stringContaining(description),
    url: 'https://b.org/x/',
    license: [{ name: 'CC0-1.0', url: 'https://example.org/cc0' }],
    isBasedOn: [{ name: 'An office', url: 'https://example.org/' }],
  });
  expect(dataset.distribution?.map((file) => [file.contentUrl, file.encodingFormat])).toEqual([
    ['https://b.org/x/downloads/things.csv', 'text/csv'],
    ['https://b.org/x/downloads/things.jsonl', 'application/jsonl'],
  ]);
  expect(api.documentation).toEqual(['https://b.org/x/', 'https://b.org/x/openapi.json']);
});

it('a site with an address of this machine -> not in its page', async () => {
  expect(await dataIn('http://localhost:8080', 'x')).toBeUndefined();
});
