import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Every file below a folder, relative to it and with `/`, in the order of their paths. */
export function filesOf(folder: string): string[] {
  // With `recursive`, Node 24 follows links to folders, and Node 20 does not.
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const within = () => filesOf(path.join(folder, entry.name));
      return entry.isDirectory() ? within().map((file) => `${entry.name}/${file}`) : entry.name;
    })
    .sort();
}

export const sha256 = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');

/** A folder's files with the hash of each: equal for two folders that are the same to the byte. */
export const fingerprint = (folder: string): Record<string, string> =>
  Object.fromEntries(
    filesOf(folder).map((file) => [file, sha256(readFileSync(path.join(folder, file)))]),
  );

/** The file of a folder at a path of an address, relative to the folder; null if there is none. */
export function fileAt(folder: string, urlPath: string): string | null {
  // Each segment is decoded by itself, so that an encoded slash does not divide.
  const segments = urlPath.slice(1).split('/').map(decoded);
  const file = path.join(folder, ...segments);
  const isFile = segments.every(isName) && existsSync(file) && statSync(file).isFile();
  return isFile ? segments.join('/') : null;
}

/** A segment that cannot be decoded becomes the empty string, which is not the name of a file. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

const isName = (segment: string): boolean =>
  !['', '.', '..'].includes(segment) && !/[/\0]/.test(segment);
