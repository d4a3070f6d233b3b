import { realpathSync, statSync } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { requireSite } from '../build/target.ts';
import { MANIFEST, type ManifestRow, readManifest, requireVersion } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import { isAbsent } from '../util/system-error.ts';
import type { ServedSite, SiteSource } from './site-source.ts';

/** How often to try to read a site that is being replaced, and the pause between, in ms. */
const [ATTEMPTS, PAUSE] = [100, 10];

/** A folder that holds a finished site, which a build can replace at any time. */
export class SiteFolder implements SiteSource {
  #latest: { readonly stamp: string | null; readonly site: ServedSite } | undefined;

  constructor(private readonly folder: string) {}

  async use<T>(work: (site: ServedSite) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const site = this.#current();
        const result = work(site);
        await Promise.allSettled([result]);
        // An error of the work itself is not caught below.
        if (this.#current() === site) return result;
        throw new UsageError(`The site at ${this.folder} is replaced faster than it can be read.`);
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
      }
      await setTimeout(PAUSE);
    }
  }

  /** The site that is in the folder now. It is opened again when its manifest is another file. */
  #current(): ServedSite {
    const stamp = stampOf(path.join(this.folder, MANIFEST));
    if (stamp !== null && stamp === this.#latest?.stamp) return this.#latest.site;
    // Also where opening fails: between two renames, files of both sites may have been read.
    this.#latest = undefined;
    this.#latest = { stamp, site: openSite(this.folder) };
    return this.#latest.site;
  }
}

/** Tells one build's manifest from another's; null where there is none. */
function stampOf(manifest: string): string | null {
  const stats = statSync(manifest, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : null;
}

/**
 * Opens the site that is in a folder now, or that a killed build moved away from there.
 * @throws UsageError where there is no complete one
 */
export function openSite(folder: string): ServedSite {
  requireSite(folder);
  const file = path.join(folder, MANIFEST);
  const manifest = readManifest(folder);
  requireVersion(manifest, file);
  const { mtimeMs } = statSync(file);
  const rows = new Map<string, ManifestRow>();
  for (const row of manifest.rows) rows.set(row.path, row);
  const root = realpathSync(folder);
  const openFile = async (file: string) => (rows.has(file) ? openWithin(root, file) : null);
  return {
    grid: manifest.grid,
    async read(file) {
      const handle = await openFile(file);
      return handle && (await handle.readFile().finally(() => handle.close()));
    },
    async open(file) {
      const [handle, row] = [await openFile(file), rows.get(file)];
      if (!handle || !row) return null;
      const stats = await handle.stat();
      // Somebody may have edited the file since: then the hash in the manifest is not its own.
      const isAsBuilt = stats.isFile() && stats.size === row.bytes && stats.mtimeMs <= mtimeMs;
      if (isAsBuilt) return { path: file, handle, stats, etag: `"${row.sha256}"` };
      await handle.close();
      return null;
    },
  };
}

/** Opens a file of a folder; null where there is none, or a link leads there. */
async function openWithin(root: string, file: string): Promise<FileHandle | null> {
  try {
    const full = path.join(root, file);
    return (await realpath(full)) === full ? await open(full) : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
