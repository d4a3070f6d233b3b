import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { readSite } from '../../publish/read-site.ts';
import { errorFiles } from '../../site/error-files.ts';
import { indexFiles } from '../../site/index-files.ts';
import { MANIFEST, type ManifestHead, readManifest } from '../../site/manifest.ts';
import { UsageError } from '../../util/problem.ts';
import { pauseWith, type TaskOptions } from '../../util/progress.ts';
import { compareFiles } from './files.ts';
import type { Fault, Inspection } from './inspection.ts';
import { parseObject, readItems, verifyFeatures } from './items.ts';
import { verifyListings } from './listing.ts';

/** The scope and the faults of a verification. */
export type Verification = Awaited<ReturnType<typeof verifySite>>;

/**
 * Verifies the site in a folder: its files are those of its manifest, and each listing has every record
 * once, in order, with links from page to page.
 * @returns `files` and `bytes`: how many files the manifest lists, and their size, the manifest included;
 * `listings`: how many listings were walked, one for each ordering, page size and format of a collection;
 * `unwalked`: the collections whose listings were not, because some of their files are damaged
 * @throws UsageError if there is no site, its manifest is broken or of another version, or the site is
 * replaced during the work; the signal's reason
 */
export async function verifySite(folder: string, options: TaskOptions = {}) {
  readSite(folder);
  const identity = manifestIdentity(folder);
  return verifyFolder(folder, options).finally(() => {
    if (manifestIdentity(folder) === identity) return;
    throw new UsageError(`Another build replaced the site in ${folder}. Verify it again.`);
  });
}

/** Differs between two builds, because each writes a new manifest. */
function manifestIdentity(folder: string): string {
  const stats = statSync(path.join(folder, MANIFEST), { throwIfNoEntry: false });
  return `${stats?.ino} ${stats?.size} ${stats?.mtimeMs}`;
}

async function verifyFolder(folder: string, options: TaskOptions) {
  const manifest = readManifest(folder);
  const { rows, ...head } = manifest;
  const faults: Fault[] = [];
  const report: Inspection['report'] = (code, file, message) =>
    faults.push({ code, path: file, message });
  const pause = pauseWith(options);
  await compareFiles(folder, manifest, { report, pause });
  const hashes = new Map(rows.map((row) => [row.path, row.sha256]));
  const damaged = new Set(faults.map((fault) => fault.path).filter((file) => hashes.has(file)));
  const read = (file: string) => {
    if (!hashes.has(file)) report('missing', file, 'is missing from the manifest');
    else if (!damaged.has(file)) return readFileSync(path.join(folder, file));
    return null;
  };
  const inspection: Inspection = { grid: head.grid, hashes, read, report, pause };
  const unwalked: string[] = [];
  let listings = 0;
  for (const collection of head.grid.collections) {
    // What a damaged file says would be reported again as wrong records and links.
    const isDamaged = [...damaged].some((file) => file.startsWith(`data/${collection.name}/`));
    const items = isDamaged ? null : await readItems(inspection, collection);
    if (items) {
      verifyFeatures(inspection, collection, items);
      listings += await verifyListings(inspection, collection, items);
    } else unwalked.push(collection.name);
  }
  verifyDocuments(inspection, head);
  const { size } = statSync(path.join(folder, MANIFEST));
  const bytes = rows.reduce((sum, row) => sum + row.bytes, size);
  return { faults, files: 1 + rows.length, bytes, listings, unwalked };
}

/** Verifies that the index, the answers to OPTIONS and the errors are there, each a JSON object. */
function verifyDocuments({ read, report }: Inspection, { about, grid }: ManifestHead): void {
  for (const document of [...indexFiles(about, grid), ...errorFiles(grid)]) {
    const body = read(document.path);
    if (body && !parseObject(body)) report('syntax', document.path, 'is not a JSON object');
  }
}
