import { createWriteStream, lstatSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ensureDir, remove } from 'fs-extra/esm';
import { create, list, type WriteEntry } from 'tar';
import { DOWNLOADS } from '../core/address.ts';
import { slugOf } from '../describe/downloads/data-package.ts';
import { CHECKSUMS } from '../describe/downloads/layout.ts';
import { isWithin } from '../publish/target.ts';
import { MANIFEST, readManifest, sha256, withUnreplacedSite } from '../site/manifest.ts';
import { printable, UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { readRegularFile } from '../util/system-error.ts';

export interface SnapshotOptions extends TaskOptions {
  /** The folder of a built site. */
  readonly site: string;
  /** The file to write, or the folder to write it to. Default: the current folder. */
  readonly out?: string | undefined;
  /** Whether the whole site is packed. Default: its downloads. */
  readonly withSite?: boolean | undefined;
}

/**
 * Packs the downloads of a built site, or all of it, into an archive, which depends only on the site. All
 * files are in one folder. Its name ends with the start of the hash of its first file, which has the
 * hashes of the others.
 * @returns the archive's file, its size in bytes, how many files are in it, and the grid of the site
 * @throws UsageError if there is no site, a link leads out of it, another build replaces it, or the archive can't be
 * written there; errors of the file system; the signal's reason
 */
export async function snapshot({ site, out, withSite, onProgress, signal }: SnapshotOptions) {
  const { rows, own, about, grid } = readManifest(site);
  const [prefix, first] = withSite ? ['', MANIFEST] : [DOWNLOADS, CHECKSUMS];
  const listed = rows.filter((row) => row.path.startsWith(prefix));
  if (listed.length === 0)
    throw new UsageError('The site has no downloads. Use --site to pack all of it.');
  const files = [...new Set([first, ...listed.map((row) => row.path.slice(prefix.length))])];
  const folder = path.join(site, prefix);
  const foreign = files.find((file) => !isWithin(path.join(folder, file), site));
  if (foreign !== undefined)
    throw new UsageError(
      `A link in ${site} leads out of it, in the path ${printable(prefix + foreign)}. Build the site again, or don’t use it.`,
    );
  const hash = sha256(readRegularFile(path.join(folder, first))).slice(0, 8);
  const name = `${slugOf(about.name)}-${hash}`;
  const file = chooseFile(out, name, site);
  const hashes = new Map([own, ...rows].map((row) => [row.path, row.sha256]));
  let count = 0;
  const onWriteEntry = (entry: WriteEntry) => {
    // The entry does not depend on the permissions and the time of the file.
    if (entry.stat) entry.stat.mode = 0o644;
    entry.mtime = timeOf(hashes.get(prefix + entry.path) ?? '');
    onProgress?.('Packed', count++, files.length);
  };
  // The file is as it was before if this fails or is aborted.
  // The next one replaces what a killed one left.
  const draft = `${file}.staticrest-part`;
  await ensureDir(path.dirname(file));
  try {
    await withUnreplacedSite(site, async () => {
      const archive = create({ ...PORTABLE, cwd: folder, prefix: name, onWriteEntry }, files);
      const output = createWriteStream(draft, { flush: true });
      await pipeline(archive as unknown as NodeJS.ReadableStream, output, { signal });
    });
    await rename(draft, file);
  } catch (error) {
    await remove(draft);
    // After an abort, the error may be that of a write to the closed file.
    signal?.throwIfAborted();
    throw error;
  }
  return { file, grid, bytes: statSync(file).size, files: files.length };
}

/** The same bytes for the same files, with one version of zlib. */
const PORTABLE = { portable: true, strict: true, gzip: true } as const;

/**
 * The time of a file in an archive, from its content: rsync and nginx take two files of the same size and time for
 * the same file. It is between 1980-02-01 and 2014, because GNU tar warns about older times and about times in the
 * future, and ZIP can't express times before 1980 in any time zone.
 */
const timeOf = (sha256: string): Date =>
  new Date(Date.UTC(1980, 1, 1, 0, 0, Number.parseInt(sha256.slice(0, 8), 16) % 2 ** 30));

/**
 * Chooses the file to write a snapshot to.
 * @param out a folder, if it exists or ends with a slash, or a file; undefined: the current folder
 * @param name the file's name in a folder, without the extension
 * @param site the folder of the site, where no snapshot may be
 * @throws UsageError if a snapshot can't be written there
 */
function chooseFile(out = './', name: string, site: string): string {
  const isFolder = /[/\\]$/.test(out) || statSync(out, { throwIfNoEntry: false })?.isDirectory();
  const file = isFolder ? path.join(out, `${name}.tar.gz`) : out;
  if (isWithin(path.dirname(path.resolve(file)), site))
    throw new UsageError(
      `A snapshot can’t be written into the site (${site}). Choose another folder.`,
    );
  if (!/\.(tar\.gz|tgz)$/i.test(file))
    throw new UsageError(
      `The name of a snapshot must end in .tar.gz or .tgz, but ${file} does not. Choose another name, or an existing folder.`,
    );
  if (lstatSync(file, { throwIfNoEntry: false }) && !isSnapshot(file))
    throw new UsageError(`${file} already exists and is not a snapshot. Choose another name.`);
  return file;
}

/** Does an archive start as every snapshot does? */
function isSnapshot(file: string): boolean {
  const names: string[] = [];
  if (lstatSync(file).isFile())
    list({ file, sync: true, onReadEntry: (entry) => names.push(entry.path) });
  return [CHECKSUMS, MANIFEST].includes(names[0]?.split('/')[1] ?? '');
}
