import type { Api } from '../../src/api/definition.ts';
import type { Selection } from '../../src/api/selection.ts';
import { publishRecords } from '../../src/content/check/record.ts';
import { siteWith } from '../../src/core/site.ts';
import type { Described } from '../../src/describe/described.ts';
import { examplesOf } from '../../src/describe/examples.ts';
import { metadataOf } from '../../src/site/api-metadata.ts';
import { serialize } from '../../src/site/serialize.ts';
import { gridOf, SiteFiles } from '../../src/site/site-files.ts';
import { StoreFiles } from '../../src/site/store-files.ts';

/** The base address of the sites that tests make: one with a path. */
export const SMALL_BASE = 'https://me.github.io/small';

/** A site in memory. */
export type RenderedSite = ReturnType<typeof renderedSite>;

/**
 * The data files that the build would write, in memory, and the API with its examples.
 * @param records by collection, as they are written in a content file
 */
export function renderedSite(
  api: Api,
  records: Readonly<Record<string, readonly unknown[]>>,
  selection: Selection = {},
) {
  const entries = Object.entries(records).flatMap(([collection, values]) => {
    const file = `${collection}/all.json`;
    const locate = () => ({ file, line: 1, column: 1, length: 1, text: '' });
    return values.map((value) => ({ collection, file, isSingleRecord: false, value, locate }));
  });
  const { collections, problems } = publishRecords(api, entries);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  const serialized = collections.map((one) => serialize(one, selection));
  const grid = gridOf(api, collections, serialized, SMALL_BASE, selection);
  const about = metadataOf(api, collections);
  const siteFiles = new SiteFiles(about, grid, serialized);
  const store = new StoreFiles(grid, collections, serialized);
  const files = new Map(
    Array.from(siteFiles.all(store.files()), ({ path, body }) => [path, Buffer.concat(body)]),
  );
  const site = siteWith(store.root, async (file) => files.get(file) ?? null);
  const described: Described = { about, grid, examples: examplesOf(grid, serialized) };
  return { files, site, siteFiles, described, text: (file: string) => String(files.get(file)) };
}
