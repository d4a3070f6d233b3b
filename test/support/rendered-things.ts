import type { Selection } from '../../src/api/selection.ts';
import { publishRecords } from '../../src/content/check/record.ts';
import type { DataSite } from '../../src/core/site.ts';
import { metadataOf } from '../../src/site/api-metadata.ts';
import { serialize } from '../../src/site/serialize.ts';
import { gridOf, siteFiles } from '../../src/site/site-files.ts';
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

/**
 * Every file of 45 things that is rendered with a selection, and the site that they make.
 * @param kept how many bytes of listings are held meanwhile
 */
export function renderedThings(selection?: Selection, kept?: number) {
  const grid = gridOf(thingsApi, collections, 'https://example.org', selection);
  const files = new Map<string, Buffer>();
  for (const { path, body } of siteFiles(
    metadataOf(thingsApi),
    grid,
    serialize(grid, collections),
    kept,
  )) {
    files.set(path, Buffer.concat(body));
  }
  const site: DataSite = { grid, read: async (file) => files.get(file) ?? null };
  return { files, site };
}
