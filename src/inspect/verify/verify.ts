import { statSync } from 'node:fs';
import path from 'node:path';
import { requireSite } from '../../build/recover.ts';
import { isOfThisVersion, MANIFEST, type ManifestHead } from '../../site/manifest.ts';
import type { SiteFile } from '../../site/site-file.ts';
import { printable, UsageError } from '../../util/problem.ts';
import { type TaskOptions, yieldToEventLoop } from '../../util/progress.ts';
import { expectedDescription, Undescribed } from './description.ts';
import { type Fault, Faults, type Finding } from './fault.ts';
import { featureFindings } from './features.ts';
import { folderFindings } from './folder.ts';
import { misshapen } from './head.ts';
import { itemFindings } from './items.ts';
import { listingFindings, type Walked } from './listing.ts';
import { folderReader, type SiteReader } from './reader.ts';
import { collectionOf, type Inventory, rowFindings } from './rows.ts';
import { placedHost, singleFindings } from './single.ts';

/** What was looked at, and what is wrong with it. */
export interface Verification {
  readonly faults: Faults;
  /** How many files there are by the manifest, and their size in bytes, the manifest included. */
  readonly files: number;
  readonly bytes: number;
  /** How many listings were walked: one for each order, page size and format of a collection. */
  readonly listings: number;
  /** The collections whose listings were not walked, for files of theirs are not as they should be. */
  readonly unwalked: readonly string[];
}

/**
 * Verifies a site in a folder: every file by its manifest, nothing missing, nothing extra; and each
 * listing: every record once, in order, with links from page to page.
 * @throws UsageError where there is no site, another version built it, or another took its place meanwhile
 */
export async function verifySite(
  folder: string,
  attendance: TaskOptions = {},
): Promise<Verification> {
  const manifest = path.join(folder, MANIFEST);
  requireSite(folder);
  const stamp = stampOf(manifest);
  const site = folderReader(folder);
  const files = () => folderFindings(folder, site.manifest());
  const verification = await verifyReader(site, files, attendance);
  if (stampOf(manifest) !== stamp) {
    throw new UsageError(`The site at ${folder} was replaced meanwhile; verify it again.`);
  }
  return { ...verification, bytes: verification.bytes + statSync(manifest).size };
}

/** Tells one build's manifest from another's: each is a file of its own. */
function stampOf(manifest: string): string {
  const found = statSync(manifest, { bigint: true, throwIfNoEntry: false });
  return `${found?.ino} ${found?.size} ${found?.mtimeNs}`;
}

/**
 * Verifies a site wherever its files are.
 * @param files compares the files with the manifest, before anything is read of them
 * @returns sizes without that of the manifest
 * @throws UsageError where another version built the site
 */
export async function verifyReader(
  site: SiteReader,
  files: () => Iterable<Finding>,
  attendance: TaskOptions = {},
): Promise<Verification> {
  const inspection = new Inspection(attendance);
  try {
    const head = soundHead(site);
    await inspection.hear('Hashing', files());
    const inventory = await inspection.hear('Counting', rowFindings(site.manifest()));
    const told = { faults: inspection.faults, files: 1 + inventory.files, bytes: inventory.bytes };
    if (!inventory.isCounted) return { ...told, listings: 0, unwalked: [] };
    const walked = await walkAll(inspection, site, head, inventory);
    const { others } = inventory;
    const host = placedHost(head.grid, others);
    // Its examples are records: what is wrong with those would be told once more.
    const isSound = head.grid.collections.every(({ name }) => !inspection.isDamaged(name));
    const description = isSound ? inspection.describe(site, head, host) : null;
    await inspection.hear('Comparing', singleFindings(head, others, host, description));
    return { ...told, ...walked };
  } catch (error) {
    if (!(error instanceof UsageError) || error instanceof OtherVersion) throw error;
    // What was compared with a manifest that is none says nothing.
    const faults = new Faults();
    faults.add({ code: 'manifest', path: MANIFEST, message: error.message });
    return { faults, files: 1, bytes: 0, listings: 0, unwalked: [] };
  }
}

/** A site of another version has no fault for that: this one can't tell. */
class OtherVersion extends UsageError {}

/**
 * What the manifest of a site of this version has before its rows.
 * @throws UsageError where there is none
 */
function soundHead(site: SiteReader): ManifestHead {
  const head = site.head();
  if (!isOfThisVersion(head)) {
    const generator = printable(head.generator);
    throw new OtherVersion(`The site was made by ${generator}; verify it with that version.`);
  }
  const where = misshapen(head);
  if (where === null) return head;
  throw new UsageError(`${MANIFEST} says what no build does: see its ${where}.`);
}

async function walkAll(
  inspection: Inspection,
  site: SiteReader,
  { grid, about }: ManifestHead,
  inventory: Inventory,
): Promise<Pick<Verification, 'listings' | 'unwalked'>> {
  let listings = 0;
  const unwalked: string[] = [];
  for (const collection of grid.collections) {
    const names = inventory.items.get(collection.name) ?? [];
    // What is known to be damaged would be told once more, in other words.
    const isDamaged = inspection.isDamaged(collection.name);
    const reading = isDamaged ? null : itemFindings(site, collection, names);
    const items = reading && (await inspection.hear('Reading', reading));
    if (!items) {
      unwalked.push(collection.name);
      continue;
    }
    const walked: Walked = { site, grid, collection, items };
    const told = about.collections.find(({ name }) => name === collection.name);
    await inspection.hear('Reading', featureFindings(walked, told?.properties));
    listings += await inspection.hear('Walking', listingFindings(walked));
  }
  return { listings, unwalked };
}

/** How long is worked before others get a turn, in ms. */
const TURN = 10;

/** Hears findings as they come, and keeps the faults among them. */
class Inspection {
  readonly faults = new Faults();
  /** The folders of data with files that are not as they were built. */
  readonly #damaged = new Set<string>();
  #turn = 0;

  constructor(private readonly attendance: TaskOptions) {}

  /** @returns what the findings come to */
  async hear<Result>(step: string, findings: Iterable<Finding, Result>): Promise<Result> {
    const walk = findings[Symbol.iterator]();
    try {
      for (let done = 0; ; done++) {
        const found = walk.next();
        if (found.done) return found.value;
        if (found.value) this.#add(found.value);
        await this.#takeTurn(step, done);
      }
    } finally {
      walk.return?.();
    }
  }

  /** What describes the API; null where that can't be made, which is a fault of what tells of it. */
  describe(...told: Parameters<typeof expectedDescription>): SiteFile[] | null {
    try {
      return expectedDescription(...told);
    } catch (error) {
      if (!(error instanceof Undescribed)) throw error;
      this.#add({ code: 'manifest', path: MANIFEST, message: error.message });
      return null;
    }
  }

  async #takeTurn(step: string, done: number): Promise<void> {
    if (performance.now() < this.#turn) return;
    await yieldToEventLoop(this.attendance, step, done);
    this.#turn = performance.now() + TURN;
  }

  #add(fault: Fault): void {
    this.faults.add(fault);
    // One file too many is in nobody's way.
    if (fault.code === 'extra') return;
    const collection = collectionOf(fault.path);
    if (collection) this.#damaged.add(collection);
  }

  /** Is something wrong with a file of a collection? What else is wrong there follows from it. */
  isDamaged(collection: string): boolean {
    return this.#damaged.has(collection);
  }
}
