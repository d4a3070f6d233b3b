import { statSync } from 'node:fs';
import path from 'node:path';
import { slugOf } from '../../describe/downloads/data-package.ts';
import { CHECKSUMS, DOWNLOADS } from '../../describe/downloads/layout.ts';
import { readSite } from '../../publish/read-site.ts';
import { MANIFEST, type ManifestRow, readManifest, sha256 } from '../../site/manifest.ts';
import { UsageError } from '../../util/problem.ts';
import type { TaskOptions } from '../../util/progress.ts';
import { isNotRegular, readRegularFile } from '../../util/regular-file.ts';
import { isAbsent } from '../../util/system-error.ts';
import { type ArchiveFile, chooseArchive, packed, writeArchive } from './archive.ts';

export interface SnapshotOptions extends TaskOptions {
  /** The folder of a built site. */
  readonly site: string;
  /** The file to write, or the folder to write it to. Default: the current folder. */
  readonly out?: string | undefined;
  /** Whether the whole site is packed. Default: its downloads. */
  readonly withSite: boolean;
}

/**
 * Packs the downloads of a built site, or all of it, into an archive, which depends on the site alone.
 * All files are in one folder. Its name identifies them: it ends with the start of the hash of its first
 * file, which has the hashes of the others.
 * @returns the archive's file, its size in bytes, how many files are in it, and the grid of the site
 * @throws UsageError if there is no site, the site was changed after the build, or the archive can't be
 * written there; errors of the file system; the signal's reason
 */
export async function snapshot(options: SnapshotOptions) {
  const { site, out, withSite } = options;
  readSite(site);
  const { rows, about, grid } = readManifest(site);
  const first = withSite
    ? hashManifest(site)
    : rows.find(({ path }) => path === DOWNLOADS + CHECKSUMS);
  if (!first) throw siteChanged(path.join(site, DOWNLOADS + CHECKSUMS));
  const folder = withSite ? '' : DOWNLOADS;
  const others = rows.filter((row) => row.path.startsWith(folder) && row.path !== first.path);
  const files = [first, ...others].map((row) => archiveFile(site, folder, row));
  const name = `${slugOf(about.name)}-${first.sha256.slice(0, 8)}`;
  const file = chooseArchive(out, name, site);
  await writeArchive(file, packed(name, files, options));
  return { file, grid, bytes: statSync(file).size, files: files.length };
}

type Row = Pick<ManifestRow, 'path' | 'sha256'>;

const hashManifest = (site: string): Row => ({
  path: MANIFEST,
  sha256: sha256(readRegularFile(path.join(site, MANIFEST))),
});

/** A file of a site. Reading it throws a UsageError if its hash is not the one in the manifest. */
function archiveFile(site: string, folder: string, row: Row): ArchiveFile {
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
  return { path: row.path.slice(folder.length), read };
}

const siteChanged = (file: string): UsageError =>
  new UsageError(
    `${file} is missing or was changed after the build, or another build replaced the site. Build the site again.`,
  );
