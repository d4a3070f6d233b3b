import { statSync } from 'node:fs';
import path from 'node:path';
import type { ListingAddress } from '../core/address.ts';
import { compose } from '../core/compose.ts';
import { recordsIn } from '../core/envelope.ts';
import { bothDirections, type Grid } from '../core/grid.ts';
import { listingsOf, pagesOf, partitionOf } from '../core/listing.ts';
import { fileOf } from '../core/path.ts';
import { openSite } from '../core/site.ts';
import { ROOT } from '../core/store.ts';
import { readSite, withUnreplacedSite } from '../publish/read-site.ts';
import { unknownPaths } from '../publish/unknown-paths.ts';
import {
  MANIFEST,
  type Manifest,
  type ManifestRow,
  readManifest,
  sha256,
} from '../site/manifest.ts';
import { type Pause, pauseWith, type TaskOptions } from '../util/progress.ts';
import { isNotRegular, readRegularFile } from '../util/regular-file.ts';
import { isAbsent } from '../util/system-error.ts';

/** What is wrong with a file of a site. */
export interface Fault {
  /**
   * `records`: a listing lacks records, or repeats one. The others: the file is not that of the manifest.
   * The codes are stable: scripts may match them.
   */
  readonly code: 'missing' | 'extra' | 'kind' | 'unreadable' | 'size' | 'hash' | 'records';
  /** The file, relative to the folder that is verified. */
  readonly path: string;
  /** What is wrong with it, as a part of a sentence whose subject is the file. */
  readonly message: string;
}

/** The scope and the faults of a verification. */
export type Verification = Awaited<ReturnType<typeof verifySite>>;

/**
 * Verifies the site in a folder: its files are those of its manifest, and the pages of a listing have every
 * record once.
 * @returns `files` and `bytes`: how many files the manifest lists, and their size, the manifest included;
 * `listings`: how many listings were checked, one for each ordering, page size and format of a collection;
 * `listingsNotChecked`: the collections with listings that were not checked, because some of their files are
 * damaged
 * @throws UsageError if there is no site, its manifest is broken or of another version, or the site is
 * replaced during the work; the signal's reason
 */
export async function verifySite(folder: string, options: TaskOptions = {}) {
  readSite(folder);
  return withUnreplacedSite(folder, () => verifyFolder(folder, options));
}

async function verifyFolder(folder: string, options: TaskOptions) {
  const manifest = readManifest(folder);
  const { grid, rows } = manifest;
  const files = new UnreadFiles(folder, rows);
  const pause = pauseWith(options);
  const hasPages = !grid.isStoreOnly;
  const checked = hasPages ? await checkPages(files, manifest, pause) : null;
  for (const file of files.paths()) {
    files.read(file);
    await pause('Hashing');
  }
  // A damaged file of the store is reported by itself.
  const isWhole = files.faults.length === 0;
  const listings =
    checked?.listings ?? (isWhole ? await checkStore(folder, grid, files, pause) : 0);
  const unchecked = hasPages || isWhole ? [] : grid.collections.map(({ name }) => name);
  const listingsNotChecked = checked?.listingsNotChecked ?? unchecked;
  for (const file of unknownPaths(folder, manifest)) {
    files.report('extra', file, 'is not in the manifest');
  }
  const { size } = statSync(path.join(folder, MANIFEST));
  const bytes = rows.reduce((sum, row) => sum + row.bytes, size);
  return { faults: files.faults, files: 1 + rows.length, bytes, listings, listingsNotChecked };
}

/** Reads the pages of every listing, and reports those that lack records or repeat one. */
async function checkPages(files: UnreadFiles, { grid }: Manifest, pause: Pause) {
  const listingsNotChecked = new Set<string>();
  let listings = 0;
  for (const { collection, count, pages } of listingsIn(grid)) {
    const read = await readPages(files, grid, pages, pause);
    if (!read) {
      listingsNotChecked.add(collection.name);
      continue;
    }
    listings++;
    // If records are published without their keys, some may be equal.
    const fault = findFault(read.records, count, collection.keyField !== undefined);
    if (fault) files.report('records', read.last, `ends a listing that ${fault}`);
  }
  return { listings, listingsNotChecked: [...listingsNotChecked] };
}

/** Every listing of a site, for each ordering, page size and format, with the number of its records. */
function* listingsIn(grid: Grid) {
  for (const collection of grid.collections) {
    for (const listing of listingsOf(grid, collection)) {
      const { count } = partitionOf(collection, listing) ?? collection;
      for (const pages of pagesOf(grid, collection, listing)) yield { collection, count, pages };
    }
  }
}

/** Reads pages to the first one that is damaged; then, returns null. */
async function readPages(
  files: UnreadFiles,
  grid: Grid,
  pages: Iterable<ListingAddress>,
  pause: Pause,
) {
  const records: Uint8Array[] = [];
  let last = '';
  for (const address of pages) {
    last = fileOf(grid, address);
    const body = files.read(last);
    if (!body) return null;
    for (const record of recordsIn(body)) records.push(record);
    await pause('Checking listings');
  }
  return { records, last };
}

/** What is wrong with the records of a listing that should have `count` different ones; null if nothing is. */
function findFault(records: readonly Uint8Array[], count: number, areUnique = true): string | null {
  if (records.length !== count) return `has ${records.length} of ${count} records`;
  const isRepeated = areUnique && !isUnique(records, PREFIX_BYTES) && !isUnique(records);
  return isRepeated ? 'repeats a record' : null;
}

/** Most records differ in their first bytes, and comparing only these takes a fraction of the time. */
const PREFIX_BYTES = 64;

const isUnique = (records: readonly Uint8Array[], length?: number): boolean =>
  new Set(records.map((record) => (record as Buffer).toString('latin1', 0, length))).size ===
  records.length;

/** The files of a manifest that are not read yet, and the faults of those that are. Each is read once. */
class UnreadFiles {
  readonly faults: Fault[] = [];
  readonly #rows: Map<string, ManifestRow>;

  constructor(
    private readonly folder: string,
    rows: readonly ManifestRow[],
  ) {
    this.#rows = new Map(rows.map((row) => [row.path, row]));
  }

  report(code: Fault['code'], file: string, message: string): void {
    this.faults.push({ code, path: file, message });
  }

  paths(): Iterable<string> {
    return this.#rows.keys();
  }

  /** Reads a file, and compares it with the manifest. Returns null if it is damaged, which it reports. */
  read(file: string): Buffer | null {
    const row = this.#rows.get(file);
    this.#rows.delete(file);
    const fault = (code: Fault['code'], message: string) => {
      this.report(code, file, message);
      return null;
    };
    if (!row) return fault('missing', 'is missing from the manifest');
    try {
      const body = readRegularFile(path.join(this.folder, file));
      const { length } = body;
      if (length !== row.bytes) return fault('size', `has ${length} bytes instead of ${row.bytes}`);
      return sha256(body) === row.sha256 ? body : fault('hash', 'was changed after the build');
    } catch (error) {
      if (isAbsent(error)) return fault('missing', 'is missing');
      if (isNotRegular(error)) return fault('kind', 'is a folder, a link or a special file');
      return fault('unreadable', `can’t be read: ${(error as Error).message}`);
    }
  }
}

/**
 * Composes every ordering of a site without pages, and reports those that lack records or repeat one.
 * @returns how many there are
 */
async function checkStore(folder: string, grid: Grid, files: UnreadFiles, pause: Pause) {
  const site = await openSite(async (file) => readRegularFile(path.join(folder, file)));
  let listings = 0;
  for (const { name: collection, count, sorts = {}, pagination } of grid.collections) {
    for (const ordering of ['', ...bothDirections(Object.keys(sorts))]) {
      const window = { kind: 'page', format: '', limit: 'all', offset: 0 } as const;
      const { body } = await compose(site, {
        ...(pagination ? window : { kind: 'list' }),
        collection,
        ordering,
      });
      const fault = findFault(recordsIn(Buffer.from(body ?? [])), count);
      const order = `${collection} in the order ${ordering || 'without ordering'}`;
      if (fault) files.report('records', ROOT, `${fault} of ${order}`);
      listings++;
      await pause('Checking listings');
    }
  }
  return listings;
}
