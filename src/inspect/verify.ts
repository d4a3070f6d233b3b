import { statSync } from 'node:fs';
import path from 'node:path';
import { fileOf, type ListingAddress } from '../core/address.ts';
import { compose } from '../core/compose.ts';
import { NEWLINE, PAGE_TAIL, recordsIn } from '../core/envelope.ts';
import type { CollectionGrid, Grid } from '../core/grid.ts';
import { listingsOf, pagesOf, partitionOf } from '../core/listing.ts';
import { resolve, splitTarget } from '../core/resolve.ts';
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

/** A file is not the one that the manifest has. */
type FileFaultCode = 'missing' | 'extra' | 'kind' | 'unreadable' | 'size' | 'hash';

/** A file of a listing is not well-formed, or has other records or links than it should. */
type ListingFaultCode = 'syntax' | 'count' | 'next' | 'records';

/** What is wrong with a file of a site. */
export interface Fault {
  /** The codes are stable: scripts may match them. */
  readonly code: FileFaultCode | ListingFaultCode;
  /** The file, relative to the folder that is verified. */
  readonly path: string;
  /** What is wrong with it, as a part of a sentence whose subject is the file. */
  readonly message: string;
}

/** The scope and the faults of a verification. */
export type Verification = Awaited<ReturnType<typeof verifySite>>;

/**
 * Verifies the site in a folder: its files are those of its manifest, and a client that follows `next` gets
 * every record of a listing once.
 * @returns `files` and `bytes`: how many files the manifest lists, and their size, the manifest included;
 * `listings`: how many listings were walked, one for each ordering, page size and format of a collection;
 * `listingsNotChecked`: the collections with listings that were not walked to their ends, because some of
 * their files are damaged
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
  const hasPages = grid.layout !== 'chunks';
  const walked = hasPages ? await walkPages(files, manifest, pause) : null;
  for (const file of files.paths()) {
    files.read(file);
    await pause('Hashing');
  }
  // A damaged file of the store is reported by itself.
  const isWhole = files.faults.length === 0;
  const listings = walked?.listings ?? (isWhole ? await checkStore(folder, grid, files, pause) : 0);
  const unchecked = hasPages || isWhole ? [] : grid.collections.map(({ name }) => name);
  const listingsNotChecked = walked?.listingsNotChecked ?? unchecked;
  for (const file of unknownPaths(folder, manifest)) {
    files.report('extra', file, 'is not in the manifest');
  }
  const { size } = statSync(path.join(folder, MANIFEST));
  const bytes = rows.reduce((sum, row) => sum + row.bytes, size);
  return { faults: files.faults, files: 1 + rows.length, bytes, listings, listingsNotChecked };
}

/** Walks the listings of each collection. */
async function walkPages(files: UnreadFiles, { grid }: Manifest, pause: Pause) {
  const listingsNotChecked: string[] = [];
  let listings = 0;
  for (const collection of grid.collections) {
    let isWalked = true;
    for (const walk of walksOf(grid, collection)) {
      if (await walkListing(files, grid, walk, pause)) listings++;
      else isWalked = false;
    }
    if (!isWalked) listingsNotChecked.push(collection.name);
  }
  return { listings, listingsNotChecked };
}

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

  has(file: string): boolean {
    return this.#rows.has(file);
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
  for (const { name: collection, count, orderings, pagination } of grid.collections) {
    for (const ordering of ['', ...orderings]) {
      const window = { kind: 'page', format: '', limit: 'all', offset: 0 } as const;
      const { body } = await compose(site, {
        ...(pagination ? window : { kind: 'list' }),
        collection,
        ordering,
      });
      const records = recordsIn(Buffer.from(body ?? []));
      if (records.length !== count || !isUnique(records)) {
        const message = `has ${records.length} of ${count} records of ${collection} in the order ${ordering || 'without ordering'}, or repeats one`;
        files.report('records', ROOT, message);
      }
      listings++;
      await pause('Checking listings');
    }
  }
  return listings;
}

/** A listing to walk. */
interface Walk {
  readonly first: ListingAddress;
  /** How many records it has. */
  readonly count: number;
  /** False if records are published without their keys: then some may be equal. */
  readonly hasKeys: boolean;
}

/** Every listing of a collection: one for each ordering, page size and format. */
function* walksOf(grid: Grid, collection: CollectionGrid): Generator<Walk> {
  for (const listing of listingsOf(grid, collection)) {
    const { count } = partitionOf(collection, listing) ?? collection;
    for (const [first] of pagesOf(grid, collection, listing)) {
      if (first) yield { first, count, hasKeys: collection.keyField !== undefined };
    }
  }
}

/**
 * Walks a listing by `next` from its first page, and reports the first fault.
 * @returns false if a damaged file ends the walk
 */
async function walkListing(
  files: UnreadFiles,
  grid: Grid,
  walk: Walk,
  pause: Pause,
): Promise<boolean> {
  const records: Uint8Array[] = [];
  let file: string | null = fileOf(grid, walk.first);
  while (file !== null) {
    const body = files.read(file);
    if (!body) return false;
    for (const record of recordsIn(body)) records.push(record);
    const page = parsePageHead(grid, walk, body);
    const fault = findPageFault(files, walk, page, records);
    if (fault) {
      files.report(fault[0], file, fault[1]);
      return true;
    }
    file = page?.nextFile ?? null;
    await pause('Checking listings');
  }
  return true;
}

/** The first line of a page. */
interface PageHead {
  readonly count: unknown;
  readonly next: unknown;
  /** The file of the next page, or an empty text if no page has that address; null on the last page. */
  readonly nextFile: string | null;
}

/** Parses the first line of a page; null if it is not one. A list is the only page of a listing. */
function parsePageHead(
  grid: Grid,
  { first, count: expected }: Walk,
  body: Buffer,
): PageHead | null {
  if (first.kind === 'list') return { count: expected, next: null, nextFile: null };
  try {
    const head = body.toString('utf8', 0, body.indexOf(NEWLINE)) + PAGE_TAIL;
    const { count, next } = JSON.parse(head);
    return { count, next, nextFile: next === null ? null : fileOfPage(grid, String(next)) };
  } catch {
    return null;
  }
}

function fileOfPage(grid: Grid, address: string): string {
  if (!address.startsWith(`${grid.base}/`)) return '';
  if (grid.layout === 'paths') return address.slice(grid.base.length + 1);
  const found = resolve(grid, { method: 'GET', ...splitTarget(address) });
  return 'address' in found ? fileOf(grid, found.address) : '';
}

/** @param records those of this page and the pages before it */
function findPageFault(
  files: UnreadFiles,
  { count, hasKeys }: Walk,
  page: PageHead | null,
  records: readonly Uint8Array[],
): [Fault['code'], message: string] | null {
  if (!page) return ['syntax', 'is not a page of a listing'];
  const { next, nextFile } = page;
  if (page.count !== count) return ['count', `has the count ${page.count} instead of ${count}`];
  if (nextFile !== null) {
    if (files.has(nextFile)) return null;
    return ['next', `has the next ${next}, which is no later page of the listing`];
  }
  if (records.length !== count) {
    return ['records', `ends the listing after ${records.length} of ${count} records`];
  }
  const isRepeated = hasKeys && !isUnique(records, PREFIX_BYTES) && !isUnique(records);
  return isRepeated ? ['records', 'ends a listing that repeats a record'] : null;
}

/** Most records differ in their first bytes, and comparing only these takes a fraction of the time. */
const PREFIX_BYTES = 64;

const isUnique = (records: readonly Uint8Array[], length?: number): boolean =>
  new Set(records.map((record) => (record as Buffer).toString('latin1', 0, length))).size ===
  records.length;
