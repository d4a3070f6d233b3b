import path from 'node:path';
import { MANIFEST, readHead, requireVersion } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import { exists } from '../util/system-error.ts';
import { restoreSite } from './staging.ts';

/**
 * Reads the head of the manifest of the site in a folder. A site that a killed build had set aside is put back first.
 * @returns as `readHead`
 * @throws UsageError if there is no site, its manifest is broken, or another version built it
 */
export function readSite(folder: string): ReturnType<typeof readHead> {
  restoreSite(folder);
  const file = path.join(folder, MANIFEST);
  if (!exists(file)) {
    throw new UsageError(
      `There is no built site in ${folder}. Create one with \`npx staticrest build\`.`,
    );
  }
  const read = readHead(folder);
  requireVersion(read.head, file);
  return read;
}
