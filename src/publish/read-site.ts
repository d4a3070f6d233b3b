import { statSync } from 'node:fs';
import path from 'node:path';
import { assertVersion, MANIFEST, type Manifest, readManifest } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import { exists, unlessAbsent } from '../util/system-error.ts';
import { restoreSite } from './staging.ts';

/**
 * Reads the manifest of the site in a folder. A site that a killed build had set aside is put back first.
 * @throws UsageError if there is no site, its manifest is broken, or another version built it
 */
export function readSite(folder: string): Manifest {
  restoreSite(folder);
  const file = path.join(folder, MANIFEST);
  if (!exists(file)) {
    throw new UsageError(
      `There is no built site in ${folder}. Create one with \`npx staticrest build\`.`,
    );
  }
  const manifest = readManifest(folder);
  assertVersion(manifest, file);
  return manifest;
}

/**
 * Does work with the site in a folder.
 * @throws UsageError if another build replaces the site during the work; the errors of the work
 */
export function withUnreplacedSite<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const identity = manifestIdentity(folder);
  return work().finally(() => {
    if (manifestIdentity(folder) === identity) return;
    throw new UsageError(`Another build replaced the site in ${folder}. Run the command again.`);
  });
}

/** Differs between two builds, because each writes a new manifest; null where there is none. */
export function manifestIdentity(folder: string): string | null {
  const stats = unlessAbsent(() => statSync(path.join(folder, MANIFEST), { bigint: true }));
  return stats && `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}
