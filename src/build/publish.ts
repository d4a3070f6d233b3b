import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { headText, MANIFEST, type ManifestHead, type ManifestRow } from '../site/manifest.ts';
import type { SiteFile } from '../site/site-file.ts';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { errorCode } from '../util/system-error.ts';
import { besideOf } from './beside.ts';
import { ChangeCount, type Changes } from './changes.ts';
import { claimStage } from './claim.ts';
import { seal, sealedSite } from './links.ts';
import { ManifestFile } from './manifest-file.ts';
import { Predecessor } from './predecessor.ts';
import { cleanUp, discard } from './recover.ts';
import { fixed, requireReplaceable } from './target.ts';
import { writeDocuments } from './write.ts';

export interface Site {
  readonly head: ManifestHead;
  /** Every file but the manifest, in the order of their paths. */
  readonly documents: Iterable<SiteFile>;
}

/** Who looks at a site while it is written. */
export interface Inspection {
  /** Called for each file, the manifest last. */
  file(row: Pick<ManifestRow, 'path' | 'bytes'>): void;
  /** Called when all is written. What it throws keeps the site from being put in place. */
  end(): void;
}

/**
 * Writes a site beside its target and swaps the two when it is whole, so that the target is the old
 * site or the new one and never a mixture. What the new one shares with the old is linked and not
 * written. A signal that ends it leaves all as it was. Another build of the same target is waited for.
 * @returns what became of the target's files
 * @throws UsageError where the target can't be replaced, or is being built for a long time
 */
export async function publishSite(
  folder: string,
  site: Site,
  inspection: Inspection,
  attendance: TaskOptions = {},
): Promise<Changes> {
  const target = path.resolve(folder);
  const stage = besideOf(target, 'staging');
  await claimStage(stage, target, attendance);
  let changes: Changes;
  try {
    await cleanUp(target);
    requireReplaceable(target);
    changes = await writeStage(stage, target, site, inspection, attendance);
    inspection.end();
    // Somebody may have put a file there meanwhile.
    requireReplaceable(target);
    swap(stage, target);
  } catch (error) {
    const isTaken = !existsSync(stage);
    await discard(stage, target);
    if (!isTaken) throw error;
    throw new UsageError(`Another process removed ${stage}, where the site was being made.`, {
      cause: error,
    });
  }
  // From here on the stage may be another build's.
  await discard(besideOf(target, 'previous'), target);
  await seal(target);
  return changes;
}

/** Writes every file of a site, its manifest along with them. */
async function writeStage(
  stage: string,
  target: string,
  { head, documents }: Site,
  inspection: Inspection,
  attendance: TaskOptions,
): Promise<Changes> {
  const count = new ChangeCount();
  const predecessor = new Predecessor(target, () => count.removed());
  try {
    const manifest = new ManifestFile(stage, head);
    const options = { stage, sealed: sealedSite(target) };
    for await (const files of writeDocuments(documents, predecessor, options, attendance)) {
      for (const { row, old } of files) {
        manifest.add(row);
        count.file(row, old);
        inspection.file(row);
      }
    }
    const own = { path: MANIFEST, bytes: manifest.end() };
    inspection.file(own);
    return withManifest(count.changes, own.bytes, predecessor.head, head);
  } finally {
    predecessor.close();
  }
}

/** Counts the manifest with the others: it is the same if all of them are. */
function withManifest(
  changes: Changes,
  bytes: number,
  old: ManifestHead | null,
  head: ManifestHead,
): Changes {
  const { added, changed, removed, unchanged, uploadBytes } = changes;
  const isSame = added + changed + removed === 0 && old && headText(old) === headText(head);
  if (isSame) return { ...changes, unchanged: unchanged + 1 };
  const upload = { ...changes, uploadBytes: uploadBytes + bytes };
  return old ? { ...upload, changed: changed + 1 } : { ...upload, added: added + 1 };
}

function swap(stage: string, target: string): void {
  const previous = besideOf(target, 'previous');
  const replaces = existsSync(target);
  if (replaces) setAside(target, previous);
  try {
    renameSync(stage, target);
  } catch (error) {
    // Where that fails too, the next command does it.
    if (replaces) attempt(() => renameSync(previous, target));
    throw error;
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // What made it necessary is what is told.
  }
}

function setAside(target: string, previous: string): void {
  try {
    renameSync(target, previous);
  } catch (error) {
    if (['EBUSY', 'EXDEV'].includes(errorCode(error) ?? '')) throw fixed(target);
    throw error;
  }
}
