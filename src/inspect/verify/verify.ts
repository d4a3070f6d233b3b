import { statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { requireSite } from '../../build/target.ts';
import { sortIn } from '../../core/grid.ts';
import { ORDERING_KINDS } from '../../core/ordering.ts';
import { errorFiles } from '../../site/error-files.ts';
import { indexFiles } from '../../site/index-files.ts';
import {
  isOfThisVersion,
  MANIFEST,
  type ManifestHead,
  type ManifestRow,
  readManifest,
} from '../../site/manifest.ts';
import { printable, UsageError } from '../../util/problem.ts';
import type { TaskOptions } from '../../util/progress.ts';
import { Faults } from './fault.ts';
import { verifyFeatures } from './features.ts';
import { compareFiles } from './files.ts';
import { type Inspection, pauseWith, readPlainFile } from './inspection.ts';
import { parseObject, readItems } from './items.ts';
import { verifyListings } from './listing.ts';

/** What was verified, and what is wrong with it. */
export interface Verification {
  readonly faults: Faults;
  /** How many files the manifest lists, and their size in bytes, the manifest included. */
  readonly files: number;
  readonly bytes: number;
  /** How many listings were walked: one for each ordering, page size and format of a collection. */
  readonly listings: number;
  /** The collections whose listings were not walked, because some of their files are damaged. */
  readonly unwalked: readonly string[];
}

/**
 * Verifies the site in a folder: its files are those of its manifest, and each listing has every record
 * once, in order, with links from page to page.
 * @throws UsageError where there is no site, another version built it, or it is replaced meanwhile
 */
export async function verifySite(folder: string, options: TaskOptions = {}): Promise<Verification> {
  requireSite(folder);
  const identity = manifestIdentity(folder);
  const verification = await verifyFolder(folder, options);
  if (manifestIdentity(folder) === identity) return verification;
  throw new UsageError(`The site at ${folder} was replaced meanwhile; verify it again.`);
}

/** Differs between two builds, because each writes a new manifest. */
function manifestIdentity(folder: string): string {
  const stats = statSync(path.join(folder, MANIFEST), { throwIfNoEntry: false });
  return `${stats?.ino} ${stats?.size} ${stats?.mtimeMs}`;
}

async function verifyFolder(folder: string, options: TaskOptions): Promise<Verification> {
  const faults = new Faults();
  const report: Inspection['report'] = (code, file, message) =>
    faults.add({ code, path: file, message });
  const manifest = loadManifest(folder);
  if (typeof manifest === 'string') {
    report('manifest', MANIFEST, manifest);
    return { faults, files: 1, bytes: 0, listings: 0, unwalked: [] };
  }
  const { grid, rows } = manifest;
  const pause = pauseWith(options);
  const damaged = await compareFiles(folder, rows, { report, pause });
  const paths = rows.map((row) => row.path);
  const read = (file: string) => {
    const body = readPlainFile(`${folder}/${file}`);
    if (!body) report('missing', file, 'is missing');
    return body;
  };
  const inspection: Inspection = { grid, read, report, pause };
  const walked = await verifyCollections(inspection, paths, damaged);
  verifyDocuments(inspection, manifest, damaged);
  const { size } = statSync(path.join(folder, MANIFEST));
  const bytes = rows.reduce((sum, row) => sum + row.bytes, size);
  return { faults, files: 1 + rows.length, bytes, ...walked };
}

/** Verifies the items, features and listings of each collection. */
async function verifyCollections(
  inspection: Inspection,
  paths: readonly string[],
  damaged: readonly string[],
): Promise<Pick<Verification, 'listings' | 'unwalked'>> {
  const unwalked: string[] = [];
  let listings = 0;
  for (const collection of inspection.grid.collections) {
    // What a damaged file says would be reported again as wrong records and links.
    const isDamaged = damaged.some((file) => file.startsWith(`data/${collection.name}/`));
    const items = isDamaged ? null : await readItems(inspection, collection, paths);
    if (items) {
      verifyFeatures(inspection, collection, items);
      listings += await verifyListings(inspection, collection, items);
    } else {
      unwalked.push(collection.name);
    }
  }
  return { listings, unwalked };
}

/** Verifies that the index, the answers to OPTIONS and the errors are there, each a JSON object. */
function verifyDocuments(
  { read, report }: Inspection,
  { about, grid }: LoadedManifest,
  damaged: readonly string[],
): void {
  for (const document of [...indexFiles(about, grid), ...errorFiles(grid)]) {
    const body = damaged.includes(document.path) ? null : read(document.path);
    if (body && !parseObject(body)) report('syntax', document.path, 'is not a JSON object');
  }
}

const SORT = z.object({ field: z.string(), kind: z.enum(ORDERING_KINDS) });

const COLLECTION = z
  .object({
    name: z.string().regex(/^\w+$/),
    count: z.int().min(0),
    orderings: z.array(z.string()),
    sortedBy: z.record(z.string(), SORT).default({}),
    order: SORT.optional(),
    pagination: z.object({ limits: z.array(z.int().min(1)) }).optional(),
  })
  .refine(({ orderings, sortedBy }) => orderings.every((one) => sortIn(sortedBy, one)));

/** What the verification relies on in a manifest. */
const HEAD = z.object({
  grid: z.object({ formats: z.array(z.string()), collections: z.array(COLLECTION) }),
  about: z.object({ collections: z.array(z.object({ name: z.string() })) }),
});

/** The manifest of a site, with all its rows. */
interface LoadedManifest extends ManifestHead {
  readonly rows: readonly ManifestRow[];
}

/** Another version built the site, which is not a fault. */
class OtherVersion extends UsageError {}

/**
 * Loads the manifest of a site.
 * @returns what is wrong with it where it is broken
 * @throws UsageError where another version built the site
 */
function loadManifest(folder: string): LoadedManifest | string {
  try {
    const manifest = readManifest(folder);
    requireSound(manifest);
    return manifest;
  } catch (error) {
    if (!(error instanceof UsageError) || error instanceof OtherVersion) throw error;
    return error.message;
  }
}

function requireSound(head: ManifestHead): void {
  if (!isOfThisVersion(head)) {
    const generator = printable(head.generator);
    throw new OtherVersion(`The site was made by ${generator}; verify it with that version.`);
  }
  const [issue] = HEAD.safeParse(head).error?.issues ?? [];
  if (issue) throw new UsageError(`is broken at ${issue.path.join('.')}; build the site again`);
}
