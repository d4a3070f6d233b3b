import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { builtSite } from '../../support/built-site.ts';
import { shippedText } from '../../support/shipped-site.ts';
import { things, thingsApi } from '../../support/things-api.ts';

const licence = { name: 'CC0-1.0', url: 'https://example.org/cc0' };
const sources = [{ name: 'An office', url: 'https://example.org/', licence, data: 'all' }];

it('a site with a public address -> in its page, with licences and files', async () => {
  const description = '</script><!-- <script> & "x" \u2028';
  const api = { ...thingsApi, description, sources };
  const base = 'https://b.org/x';
  const { folder } = await builtSite(api, { 'things/all.json': things(9) }, { base });
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const [, text = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
  expect(text).not.toMatch(/[<>]/);
  const file = (name: string, encodingFormat: string) => ({
    '@type': 'DataDownload',
    encodingFormat,
    contentUrl: `https://b.org/x/downloads/${name}`,
    contentSize: '1 KB',
  });
  const work = (name: string, url: string) => ({ '@type': 'CreativeWork', name, url });
  expect(JSON.parse(text)).toEqual({
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    name: thingsApi.name,
    description,
    url: 'https://b.org/x/',
    version: thingsApi.version,
    license: [work('CC0-1.0', 'https://example.org/cc0')],
    isBasedOn: [work('An office', 'https://example.org/')],
    distribution: [
      file('things.csv', 'text/csv'),
      file('things.jsonl', 'application/jsonl'),
      file('things.parquet', 'application/vnd.apache.parquet'),
    ],
  });
});

it('a site with an address of this machine -> not in its page', () => {
  expect(shippedText('index.html')).not.toContain('ld+json');
});
