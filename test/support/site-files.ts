import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every file below a folder, relative to it and with `/`, in the order of their paths. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();
}

export const sha256 = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');

/** A folder's files with the hash of each: equal for two folders that are the same to the byte. */
export const fingerprint = (folder: string): Record<string, string> =>
  Object.fromEntries(
    filesOf(folder).map((file) => [file, sha256(readFileSync(path.join(folder, file)))]),
  );
