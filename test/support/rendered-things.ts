import type { Selection } from '../../src/api/selection.ts';
import { publishRecords } from '../../src/content/check/record.ts';
import type { DataSite } from '../../src/core/site.ts';
import { metadataOf } from '../../src/site/api-metadata.ts';
import { serialize } from '../../src/site/serialize.ts';
import { gridOf, SiteFiles } from '../../src/site/site-files.ts';
import { things, thingsApi } from './things-api.ts';

const locate = () => ({ file: 'things/all.json', line: 1, column: 1, length: 1, text: '' });
const entries = things(45).map((value) => ({
  collection: 'things',
  file: 'things/all.json',
  alone: false,
  value,
  locate,
}));
const { collections } = publishRecords(thingsApi, entries);

/** Every file of 45 things that is rendered with a selection, and the site that they make. */
export function renderedThings(selection?: Selection) {
  const grid = gridOf(thingsApi, collections, 'https://example.org', selection);
  const siteFiles = new SiteFiles(metadataOf(thingsApi), grid, serialize(grid, collections));
  const files = new Map<string, Buffer>();
  for (const { path, body } of siteFiles.all()) files.set(path, Buffer.concat(body));
  const site: DataSite = { grid, read: async (file) => files.get(file) ?? null };
  return { files, site, siteFiles };
}
