import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { datasetOf } from '../../../src/describe/dataset.ts';
import { builtSite } from '../../support/built-site.ts';
import { things, thingsApi } from '../../support/things-api.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

const { about, ...parts } = UNUSUAL_SITES.pages.described;

it.each([
  ['short', 'x', 'x Published as a REST API and as files to download: Thing List'],
  ['of 50 characters', 'x'.repeat(50), 'x'.repeat(50)],
  ['long', 'x'.repeat(6000), 'x'.repeat(5000)],
])('a description that search engines accept: %s', (_, description, shown) =>
  expect(datasetOf({ ...parts, about: { ...about, description } })[0].description).toBe(shown),
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
  const file = (name: string, encodingFormat: string) => ({
    '@type': 'DataDownload',
    encodingFormat,
    contentUrl: `https://b.org/x/downloads/${name}`,
    contentSize: '1 KB',
  });
  const work = (name: string, url: string) => ({ '@type': 'CreativeWork', name, url });
  expect(JSON.parse(text)).toEqual([
    {
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      name: thingsApi.name,
      description: expect.stringContaining(description),
      url: 'https://b.org/x/',
      version: thingsApi.version,
      license: [work('CC0-1.0', 'https://example.org/cc0')],
      isBasedOn: [work('An office', 'https://example.org/')],
      distribution: [file('things.csv', 'text/csv'), file('things.jsonl', 'application/jsonl')],
    },
    {
      '@context': 'https://schema.org/',
      '@type': 'WebAPI',
      name: `${thingsApi.name} API`,
      url: 'https://b.org/x/api/',
      documentation: ['https://b.org/x/', 'https://b.org/x/openapi.json'],
    },
  ]);
});

it('a site with an address of this machine -> not in its page', async () => {
  expect(await dataIn('http://localhost:8080', 'x')).toBeUndefined();
});
