import type { Api } from '../../src/api/definition.ts';
import type { Entry } from '../../src/content/read.ts';
import type { HostKind } from '../../src/core/grid.ts';
import { type DataSite, siteWith } from '../../src/core/site.ts';
import { ROOT, type StoreRoot } from '../../src/core/store.ts';
import type { Described } from '../../src/describe/described.ts';
import { examplesOf } from '../../src/describe/examples.ts';
import { pointsOf } from '../../src/page/points.ts';
import { recordsOf } from '../../src/publish/build.ts';
import { metadataOf } from '../../src/site/api-metadata.ts';
import { serialize } from '../../src/site/serialize.ts';
import type { SiteFile } from '../../src/site/site-file.ts';
import { siteFiles } from '../../src/site/site-files.ts';
import { gridOf } from '../../src/site/site-grid.ts';
import { StoreInMemory, storeFiles } from '../../src/site/store-files.ts';
import { fileLocation } from '../../src/util/problem.ts';
import { runAtOnce } from '../../src/util/progress.ts';

/** The base address of the sites that tests make: one with a path. */
export const SMALL_BASE = 'https://me.github.io/small';

/** A site in memory. */
export type RenderedSite = ReturnType<typeof renderedSite>;

/**
 * The data files that the build would write, in memory, and the API with its examples.
 * @param records by collection, as they are written in a content file
 * @param hostKind the kind of the hosts that the site is for
 */
export function renderedSite(
  api: Api,
  records: Readonly<Record<string, readonly unknown[]>>,
  hostKind: HostKind = 'rules',
) {
  const { serialized, grid, about, siteFiles } = prepared(api, records, hostKind);
  const files = new Map([...bodiesOf(siteFiles.all()), ...bodiesOf(storeFiles(grid, serialized))]);
  const root: StoreRoot = JSON.parse(String(files.get(ROOT)));
  const site = siteWith(root, async (file) => files.get(file) ?? null);
  const described: Described = { about, grid, examples: examplesOf(grid, serialized) };
  const points = pointsOf(about, serialized);
  return {
    files,
    site,
    siteFiles,
    described,
    points,
    text: (file: string) => String(files.get(file)),
  };
}

/**
 * The same site twice, with pages that are rendered when they are read: with the store that the build
 * writes, and with the one of `dev`. `files` has those of the built store.
 */
export function storedSites(api: Api, records: Readonly<Record<string, readonly unknown[]>>) {
  const { serialized, grid, siteFiles } = prepared(api, records);
  const render = (file: string) => {
    const body = siteFiles.bodyOf(file);
    return body && Buffer.concat(body);
  };
  const files = new Map(bodiesOf(storeFiles(grid, serialized)));
  const read = async (file: string) => files.get(file) ?? render(file);
  const root: StoreRoot = JSON.parse(String(files.get(ROOT)));
  const store = new StoreInMemory(grid, serialized);
  const ofDev: DataSite = { grid, store, read: async (file) => render(file) };
  return { files, site: siteWith(root, read), ofDev };
}

/** A body is valid until the next file. */
const bodiesOf = (files: Iterable<SiteFile>) =>
  Array.from(files, ({ path, body }) => [path, Buffer.concat(body)] as const);

/** The entries of a content file for each collection, with its records. */
export const entriesOf = (records: Readonly<Record<string, readonly unknown[]>>): Entry[] =>
  Object.entries(records).flatMap(([collection, values]) => {
    const file = `${collection}/all.json`;
    const locate = () => fileLocation(file);
    return values.map((value) => ({ collection, file, value, locate }));
  });

/** What the files of a site are made of. The records must have no problem. */
export function prepared(
  api: Api,
  records: Readonly<Record<string, readonly unknown[]>>,
  hostKind: HostKind = 'rules',
  fileBytes?: number,
) {
  const entries = entriesOf(records);
  const { collections, problems } = runAtOnce(recordsOf({ api, base: SMALL_BASE }, entries));
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  const serialized = collections.map((one) => runAtOnce(serialize(one)));
  const grid = gridOf(api, serialized, { base: SMALL_BASE, hostKind }, fileBytes);
  const about = metadataOf(api, serialized);
  return {
    serialized,
    grid,
    about,
    siteFiles: siteFiles(about, grid, serialized),
  };
}
