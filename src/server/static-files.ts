import { basePath, type Grid } from '../core/grid.ts';
import type { Headers } from '../core/header.ts';
import { DESCRIBED_FILES, PAGE } from '../describe/files.ts';

/*
 * The files that describe the API: the page for people, and what programs read. A host sends them as
 * static files, with its own headers.
 */

/** The methods that a static file has. */
export const STATIC_METHODS = ['GET', 'HEAD'];

/** A static file, and the headers that it is sent with. */
export interface StaticFile {
  /** Relative to the site's folder. */
  readonly file: string;
  readonly headers: Headers;
}

/** The static file at a path; null where there is none. */
export function staticFileAt(grid: Grid, path: string): StaticFile | null {
  const folder = `${basePath(grid)}/`;
  if (!path.startsWith(folder)) return null;
  const file = path.slice(folder.length) || PAGE;
  const type = DESCRIBED_FILES.get(file);
  return type === undefined ? null : { file, headers: headersOf(type) };
}

/** Pages of any site may read the file, and a reload always shows the latest build. */
const headersOf = (type: string): Headers => ({
  'Content-Type': type,
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
});
