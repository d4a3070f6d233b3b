import type { Grid } from './grid.ts';
import { UsageError } from './problem.ts';

/** Where a site's manifest is, relative to the site's folder. It marks the folder as ours. */
export const MANIFEST = 'manifest.json';

/** A published file: its path in the site, its size in bytes, the hash of its body in hex. */
export interface ManifestRow {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a site is, and every file of it but the manifest itself. */
export interface Manifest {
  readonly generator: string;
  readonly grid: Grid;
  readonly files: readonly ManifestRow[];
}

const GENERATOR = 'staticrest';

/** A manifest's text: one file a row, in the order of their paths, and no dates. */
export function writeManifest(version: string, grid: Grid, files: readonly ManifestRow[]): string {
  const rows = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return [
    `{"generator":${JSON.stringify(`${GENERATOR} ${version}`)},`,
    `"grid":${JSON.stringify(grid)},`,
    '"files":[',
    rows.map((row) => JSON.stringify(row)).join(',\n'),
    ']}\n',
  ].join('\n');
}

/** Is this the text of a manifest that we wrote? */
export const isManifest = (text: string): boolean => text.startsWith(`{"generator":"${GENERATOR} `);

/**
 * Reads a manifest's text.
 * @param file what to call it in an error
 * @throws UsageError where it is not one of ours, or was cut off
 */
export function readManifest(text: string, file: string): Manifest {
  try {
    if (isManifest(text)) return JSON.parse(text) as Manifest;
  } catch {
    // Told below, with the other reason.
  }
  throw new UsageError(`${file} is not a whole manifest of a site built by ${GENERATOR}.`);
}
