import { realpathSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { RenderedSite } from '../build/build.ts';
import { requireSite } from '../build/recover.ts';
import type { DataSite } from '../core/site.ts';
import { readHead } from '../site/file.ts';
import { MANIFEST, requireVersion } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import { isAbsent } from '../util/system-error.ts';

/** How long a site may be away while its successor is put in its place, and between looks, in ms. */
const [AWAY, LOOK] = [1000, 5];

/** How long work is begun anew whenever another site took the place of the one it was for, in ms. */
const PATIENCE = 5000;

/** A place where a site is, and a moment later perhaps the next one. */
export interface SitePlace {
  /**
   * The site that is there now.
   * @throws UsageError where there is none
   */
  current(): Promise<DataSite>;
  /** Does some work with one site: again with the next one where that spoilt it. */
  during<T>(work: (site: DataSite) => Promise<T>): Promise<T>;
}

/** A site in memory, which another may follow; each stays whole for who is at work with it. */
export class LatestSite implements SitePlace {
  #latest: DataSite | undefined;

  /** Shows a site from now on. */
  show({ grid, files }: Pick<RenderedSite, 'grid' | 'files'>): void {
    const bodies = new Map<string, readonly Uint8Array[]>();
    for (const { path: file, body } of files()) bodies.set(file, body);
    const read = async (file: string) => {
      const body = bodies.get(file);
      return body ? Buffer.concat(body) : null;
    };
    this.#latest = { grid, read };
  }

  async current(): Promise<DataSite> {
    if (this.#latest) return this.#latest;
    throw new UsageError('There is no site yet.');
  }

  async during<T>(work: (site: DataSite) => Promise<T>): Promise<T> {
    return work(await this.current());
  }
}

/** A folder that holds a finished site, which a build may replace at any time. */
export class SiteFolder implements SitePlace {
  #latest: { readonly stamp: string; readonly site: DataSite } | undefined;

  constructor(private readonly folder: string) {}

  /**
   * The site that is there now. Its table is of the same build as its files, as long as no other
   * site takes its place: `during` sees to that.
   * @throws UsageError where there is no whole site
   */
  async current(): Promise<DataSite> {
    for (let waited = 0; ; waited += LOOK) {
      try {
        return await this.#look();
      } catch (error) {
        // Even if the same site comes back: what was read meanwhile was not of it.
        this.#latest = undefined;
        if (waited >= AWAY) throw error;
        await setTimeout(LOOK);
      }
    }
  }

  /** Does some work with one site: again with the next one where that took its place meanwhile. */
  async during<T>(work: (site: DataSite) => Promise<T>): Promise<T> {
    const end = performance.now() + PATIENCE;
    for (;;) {
      const site = await this.current();
      const [outcome] = await Promise.allSettled([work(site)]);
      if (site !== (await this.current())) {
        if (performance.now() < end) continue;
        throw new UsageError(`The site at ${this.folder} changes faster than it can be read.`);
      }
      if (outcome.status === 'fulfilled') return outcome.value;
      throw outcome.reason;
    }
  }

  /** The site that is there at this moment, which may be between two sites. */
  async #look(): Promise<DataSite> {
    const stamp = await this.#stamp();
    if (this.#latest?.stamp !== stamp) this.#latest = { stamp, site: openSite(this.folder) };
    return this.#latest.site;
  }

  /** Tells one build's manifest from another's: each is a file of its own. */
  async #stamp(): Promise<string> {
    const file = path.join(this.folder, MANIFEST);
    const found = await stat(file, { bigint: true }).catch(() => null);
    if (!found) {
      requireSite(this.folder);
      return this.#stamp();
    }
    return `${found.ino} ${found.size} ${found.mtimeNs}`;
  }
}

/**
 * Opens the site that is in a folder now, or that a build which was killed had taken from there.
 * @throws UsageError where there is no whole one
 */
export function openSite(folder: string): DataSite {
  requireSite(folder);
  const head = readHead(folder);
  requireVersion(head, path.join(folder, MANIFEST));
  const { grid } = head;
  const root = realpathSync(folder);
  return { grid, read: (one) => readWithin(root, one) };
}

/** A file's bytes, or null where there is no such file in the folder. */
async function readWithin(root: string, file: string): Promise<Uint8Array | null> {
  try {
    const real = await realpath(path.join(root, file));
    // A link may lead anywhere.
    return real === path.join(root, file) ? await readFile(real) : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
