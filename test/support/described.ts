import type { Api } from '../../src/api/definition.ts';
import type { Selection } from '../../src/api/selection.ts';
import { bnaApi } from '../../src/bna/bna.ts';
import { checkContent } from '../../src/build/build.ts';
import { type PublishedCollection, publishRecords } from '../../src/content/check/record.ts';
import type { Described } from '../../src/describe/described.ts';
import { examplesOf } from '../../src/describe/examples.ts';
import { metadataOf } from '../../src/site/api-metadata.ts';
import { serialize } from '../../src/site/serialize.ts';
import type { SiteFile } from '../../src/site/site-file.ts';
import { gridOf, SiteFiles } from '../../src/site/site-files.ts';

/** An API with its examples, and the files of its site. */
export interface DescribedSite {
  readonly described: Described;
  files(): Iterable<SiteFile>;
}

type Published = readonly PublishedCollection[];

function siteOf(
  api: Api,
  collections: Published,
  base: string,
  selection?: Selection,
): DescribedSite {
  const grid = gridOf(api, collections, base, selection);
  const about = metadataOf(api);
  const serialized = serialize(grid, collections);
  const files = () => new SiteFiles(about, grid, serialized).all();
  return { described: { about, grid, examples: examplesOf(grid, serialized) }, files };
}

/** The shipped API with its content. */
export async function describedBna(base: string): Promise<DescribedSite> {
  const api = bnaApi();
  const { collections } = await checkContent({ api, content: 'content' });
  return siteOf(api, collections, base);
}

/** An API with these records, by the names of its collections. */
export function describedSite(
  api: Api,
  records: Readonly<Record<string, readonly unknown[]>>,
  selection?: Selection,
): DescribedSite {
  const entries = Object.entries(records).flatMap(([collection, values]) =>
    values.map((value) => {
      const file = `${collection}/all.json`;
      const locate = () => ({ file, line: 1, column: 1, length: 1, text: '' });
      return { collection, file, alone: false, value, locate };
    }),
  );
  const { collections, problems } = publishRecords(api, entries);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  return siteOf(api, collections, 'https://api.example.org/small', selection);
}
