import { realpathSync } from 'node:fs';
import path from 'node:path';

/** Is a file or a folder in a folder, or that folder itself, whatever links lead there? */
export function isWithin(inner: string, outer: string): boolean {
  const way = path.relative(realPath(outer), realPath(inner));
  // A name may begin with dots too.
  return way.split(path.sep)[0] !== '..' && !path.isAbsolute(way);
}

/** A path without links; what is not there yet is taken as it stands. */
function realPath(file: string): string {
  const absolute = path.resolve(file);
  try {
    return realpathSync(absolute);
  } catch {
    const { dir, base } = path.parse(absolute);
    return base === '' ? absolute : path.join(realPath(dir), base);
  }
}
