import { statSync } from 'node:fs';
import path from 'node:path';
import { requireSite } from '../../build/target.ts';
import { ALL_RECORDS, listingFile } from '../../core/compose.ts';
import { recordsIn } from '../../core/envelope.ts';
import {
  MANIFEST,
  type ManifestHead,
  type ManifestRow,
  readManifest,
  sha256,
} from '../../site/manifest.ts';
import { UsageError } from '../../util/problem.ts';
import { type TaskOptions, yieldToEventLoop } from '../../util/progress.ts';
import { isNotRegular, readRegularFile } from '../../util/regular-file.ts';
import { isAbsent } from '../../util/system-error.ts';
import { type ArchiveFile, packed, targetOf, writeArchive } from './archive.ts';
import { type Column, datasetOf } from './dataset.ts';
import { CHECKSUMS, README, SITE_FOLDER, snapshotName } from './layout.ts';
import { readmeOf } from './readme.ts';

export interface SnapshotOptions extends TaskOptions {
  /** The folder of a built site. */
  readonly site: string;
  /** The file to write, or the folder to write it to. Default: the current folder. */
  readonly out?: string | undefined;
  /** Whether the whole site is packed too. */
  readonly withSite: boolean;
}

/**
 * Packs a built site into an archive: the records in several formats, a README, checksums and, if asked for, the
 * site itself. The archive depends on the site alone. Memory grows with the records, not with the pages.
 * @returns the archive's file, its size in bytes, how many files are in it, and the grid of the site
 * @throws UsageError if there is no site, the site was changed after the build, its records can't be a table,
 * or the archive can't be written there; errors of the file system; the signal's reason
 */
export async function snapshot(options: SnapshotOptions) {
  const { site, out, withSite } = options;
  requireSite(site);
  const { rows, ...head } = readManifest(site);
  const manifest = readRegularFile(path.join(site, MANIFEST));
  const all = [...rows, { path: MANIFEST, sha256: sha256(manifest) }];
  const siteFiles = new Map(all.map((row) => [row.path, siteFile(site, row)]));
  const files = await datasetFiles(head, siteFiles, options);
  if (withSite) files.push(...siteFiles.values());
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const lines = files.map((one) => `${one.sha256}  ${one.path}\n`);
  const checksums = textFile(CHECKSUMS, lines.join(''));
  const name = snapshotName(head.about.name, checksums.sha256);
  const file = targetOf(out, name, site);
  await writeArchive(file, packed(name, [checksums, ...files], options));
  return { file, grid: head.grid, bytes: statSync(file).size, files: files.length + 1 };
}

/** A file of a site. Reading it throws a UsageError if its hash is not the one in the manifest. */
function siteFile(site: string, row: Pick<ManifestRow, 'path' | 'sha256'>): ArchiveFile {
  const file = path.join(site, row.path);
  const read = () => {
    try {
      const body = readRegularFile(file);
      if (sha256(body) === row.sha256) return body;
    } catch (error) {
      if (!isAbsent(error) && !isNotRegular(error)) throw error;
    }
    throw siteChanged(file);
  };
  return { path: `${SITE_FOLDER}/${row.path}`, sha256: row.sha256, read };
}

const siteChanged = (file: string): UsageError =>
  new UsageError(
    `${file} is missing or was changed after the build, or another build replaced the site. Build the site again.`,
  );

const textFile = (name: string, text: string): ArchiveFile => {
  const body = Buffer.from(text);
  return { path: name, sha256: sha256(body), read: () => body };
};

/** The README and the files of every collection. */
async function datasetFiles(
  head: ManifestHead,
  siteFiles: ReadonlyMap<string, ArchiveFile>,
  options: SnapshotOptions,
): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  const columns = new Map<string, readonly Column[]>();
  for (const collection of head.grid.collections) {
    await yieldToEventLoop(options, 'Formatting records');
    const { name } = collection;
    const listing = listingFile(collection, { ordering: '' }, ALL_RECORDS);
    const body = siteFiles.get(listing)?.read();
    if (!body) throw siteChanged(listing);
    const lines = recordsIn(body).map((record) => Buffer.from(record).toString());
    const dataset = datasetOf(name, lines);
    columns.set(name, dataset.columns);
    for (const [file, text] of dataset.files) files.push(textFile(file, text));
  }
  return [...files, textFile(README, readmeOf(head, columns, options.withSite))];
}
