import type { Api } from '../../src/api/definition.ts';
import type { Selection } from '../../src/api/selection.ts';
import { publishRecords } from '../../src/content/check/record.ts';
import type { DataSite } from '../../src/core/site.ts';
import { metadataOf } from '../../src/site/api-metadata.ts';
import { serialize } from '../../src/site/serialize.ts';
import { gridOf, SiteFiles } from '../../src/site/site-files.ts';

/** The base address of rendered sites: one with a path. */
export const SMALL_BASE = 'https://me.github.io/small';

/**
 * The data files that the build would write for an API of one collection, in memory.
 * @param records as they are written in a content file
 */
export function renderedSite(api: Api, records: readonly object[], selection?: Selection) {
  const collection = api.collections[0]?.name ?? '';
  const file = `${collection}/all.json`;
  const locate = () => ({ file, line: 1, column: 1, length: 1, text: '' });
  const entries = records.map((value) => ({ collection, file, alone: false, value, locate }));
  const { collections } = publishRecords(api, entries);
  const grid = gridOf(api, collections, SMALL_BASE, selection);
  const siteFiles = new SiteFiles(metadataOf(api), grid, serialize(grid, collections));
  const files = new Map(
    Array.from(siteFiles.all(), ({ path, body }) => [path, Buffer.concat(body)]),
  );
  const site: DataSite = { grid, read: async (file) => files.get(file) ?? null };
  return { files, site, siteFiles, text: (file: string) => String(files.get(file)) };
}
