import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { requireSite } from '../../build/target.ts';
import { recordsIn } from '../../core/envelope.ts';
import type { Grid } from '../../core/grid.ts';
import { listingFile, WHOLE } from '../../core/plan.ts';
import {
  MANIFEST,
  type ManifestHead,
  parseManifest,
  requireVersion,
  rowOf,
  sha256,
} from '../../site/manifest.ts';
import { UsageError } from '../../util/problem.ts';
import { type TaskOptions, yieldToEventLoop } from '../../util/progress.ts';
import { isAbsent } from '../../util/system-error.ts';
import { type ArchiveFile, targetOf, writeArchive } from './archive.ts';
import { type Column, datasetOf } from './dataset.ts';
import { CHECKSUMS, datasetFile, FORMATS, README, siteFile, snapshotName } from './layout.ts';
import { readmeOf } from './readme.ts';

export interface SnapshotOptions extends TaskOptions {
  /** The folder of a built site. */
  readonly site: string;
  /** The file to write, or the folder to write it to. Default: the current folder. */
  readonly out?: string | undefined;
  /** Whether the whole site is packed too. */
  readonly withSite: boolean;
}

/** What was packed. */
export interface SnapshotReport {
  /** The archive. */
  readonly file: string;
  /** The size of the archive. */
  readonly bytes: number;
  /** How many files are in it. */
  readonly files: number;
  readonly grid: Grid;
}

/**
 * Packs a built site into an archive: the records in several formats, a README, checksums and, if asked for, the
 * site itself. The archive depends on the site alone. Memory grows with the records, not with the pages.
 * @throws UsageError if there is no site, the site was changed after the build, its records can't be a table,
 * or the archive can't be written there; errors of the file system; the signal's reason
 */
export async function snapshot(options: SnapshotOptions): Promise<SnapshotReport> {
  requireSite(options.site);
  const { head, files: siteFiles } = readSite(options.site);
  const files = await datasetFiles(head, siteFiles, options);
  if (options.withSite) files.push(...siteFiles.values());
  const lines = files.map((one) => `${one.sha256}  ${one.path}\n`);
  const checksums = textFile(CHECKSUMS, lines.join(''));
  files.unshift(checksums);
  const name = snapshotName(head.about.name, checksums.sha256);
  const file = targetOf(options.out, name, options.site);
  await writeArchive(file, name, files, options);
  return { file, grid: head.grid, bytes: statSync(file).size, files: files.length };
}

/** The files of a built site, by their paths in it. */
type SiteFiles = ReadonlyMap<string, ArchiveFile>;

/** @throws UsageError if there is no complete site of this version */
function readSite(folder: string): { head: ManifestHead; files: SiteFiles } {
  const file = path.join(folder, MANIFEST);
  const manifest = readFileSync(file);
  const { rows, ...head } = parseManifest(manifest.toString(), file);
  requireVersion(head, file);
  const all = [...rows, rowOf(MANIFEST, [manifest])].sort(byPath);
  const files = all.map(({ path: name, sha256: hash }): [string, ArchiveFile] => {
    const read = () => readUnchanged(path.join(folder, name), hash);
    return [name, { path: siteFile(name), sha256: hash, read }];
  });
  return { head, files: new Map(files) };
}

/**
 * Reads a file of a site.
 * @throws UsageError if its hash is not the one in the manifest
 */
function readUnchanged(file: string, hash: string): Buffer {
  try {
    const body = readFileSync(file);
    if (sha256(body) === hash) return body;
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  throw siteChanged(file);
}

const siteChanged = (file: string): UsageError =>
  new UsageError(
    `${file} is missing or was changed after the build, or another build replaced the site. Build the site again.`,
  );

/** The README and the files of every collection, sorted by path. */
async function datasetFiles(
  head: ManifestHead,
  siteFiles: SiteFiles,
  options: SnapshotOptions,
): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  const columns = new Map<string, readonly Column[]>();
  for (const collection of head.grid.collections) {
    await yieldToEventLoop(options, 'Formatting records');
    const { name } = collection;
    const listing = listingFile(collection, '', WHOLE);
    const body = siteFiles.get(listing)?.read();
    if (!body) throw siteChanged(listing);
    const lines = recordsIn(body).map((record) => Buffer.from(record).toString());
    const dataset = datasetOf(name, lines);
    columns.set(name, dataset.columns);
    for (const format of FORMATS) {
      files.push(textFile(datasetFile(name, format), dataset.files[format]));
    }
  }
  files.push(textFile(README, readmeOf(head, columns, options.withSite)));
  return files.sort(byPath);
}

const textFile = (name: string, text: string): ArchiveFile => {
  const body = Buffer.from(text);
  return { path: name, sha256: sha256(body), read: () => body };
};

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number =>
  a.path < b.path ? -1 : 1;
