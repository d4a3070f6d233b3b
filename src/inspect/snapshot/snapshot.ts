import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { requireSite } from '../../build/recover.ts';
import { recordsIn } from '../../core/envelope.ts';
import type { CollectionGrid, Grid } from '../../core/grid.ts';
import { listingFile, WHOLE } from '../../core/plan.ts';
import {
  MANIFEST,
  type ManifestHead,
  type ManifestRow,
  parseManifest,
  requireVersion,
} from '../../site/manifest.ts';
import { rowOf, sha256 } from '../../site/row.ts';
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
  const site = readSite(options.site);
  const { about, grid } = site.head;
  const files = await datasetFiles(site, options);
  if (options.withSite) files.push(...siteFiles(site));
  const checksums = textFile(
    CHECKSUMS,
    files.map((one) => `${one.sha256}  ${one.path}\n`).join(''),
  );
  const name = snapshotName(about.name, checksums.sha256);
  const file = targetOf(options.out, name, options.site);
  await writeArchive(file, name, [checksums, ...files], options);
  return { file, grid, bytes: statSync(file).size, files: files.length + 1 };
}

/** A built site. */
interface Site {
  readonly folder: string;
  readonly head: ManifestHead;
  /** Every file, by its path; the manifest too. */
  readonly rows: ReadonlyMap<string, ManifestRow>;
}

/** @throws UsageError if there is no complete site of this version */
function readSite(folder: string): Site {
  const file = path.join(folder, MANIFEST);
  const manifest = readFileSync(file);
  const { rows, ...head } = parseManifest(manifest.toString().split('\n'), file);
  requireVersion(head, file);
  const all = [...rows, rowOf(MANIFEST, [manifest])];
  return { folder, head, rows: new Map(all.map((row) => [row.path, row])) };
}

/**
 * Reads a file of a site and compares it with the manifest.
 * @throws UsageError if it is not as it was built
 */
function readFile({ folder, rows }: Site, name: string): Buffer {
  const file = path.join(folder, name);
  try {
    const body = readFileSync(file);
    if (sha256(body) === rows.get(name)?.sha256) return body;
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  throw new UsageError(
    `${file} is missing or was changed after the build, or another build replaced the site. Build the site again.`,
  );
}

/** The file of all records of a collection, in its default order. */
export const allRecordsFile = (collection: CollectionGrid): string =>
  listingFile(collection, '', WHOLE);

/** The README and the files of every collection, sorted by their paths. */
async function datasetFiles(site: Site, options: SnapshotOptions): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  const columns = new Map<string, readonly Column[]>();
  for (const collection of site.head.grid.collections) {
    await yieldToEventLoop(options, 'Tabulating');
    const { name } = collection;
    const records = recordsIn(readFile(site, allRecordsFile(collection)));
    const dataset = datasetOf(name, records.map(textOf));
    columns.set(name, dataset.columns);
    files.push(
      ...FORMATS.map((format) => textFile(datasetFile(name, format), dataset.files[format])),
    );
  }
  files.push(textFile(README, readmeOf(site.head, columns, options.withSite)));
  return files.sort(byPath);
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

const textFile = (name: string, text: string): ArchiveFile => {
  const body = Buffer.from(text);
  return { path: name, sha256: sha256(body), read: () => body };
};

/** Every file of the site, sorted by path. */
const siteFiles = (site: Site): ArchiveFile[] =>
  [...site.rows.values()].sort(byPath).map((row) => ({
    path: siteFile(row.path),
    sha256: row.sha256,
    read: () => readFile(site, row.path),
  }));

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number =>
  a.path < b.path ? -1 : 1;
