import type { Grid } from './grid.ts';
import { UsageError } from './problem.ts';
import { VERSION } from './version.ts';

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
const GENERATED_BY = `${GENERATOR} ${VERSION}`;

/** A manifest's text: one file a row, in the order of their paths, and no dates. */
export function writeManifest(grid: Grid, files: readonly ManifestRow[]): string {
  const rows = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return [
    `{"generator":${JSON.stringify(GENERATED_BY)},`,
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
 * @throws UsageError where it is not one of ours, was cut off, or is of another version
 */
export function readManifest(text: string, file: string): Manifest {
  const refuse = (why: string) => new UsageError(`${file} ${why}; build the site again.`);
  const whole = isManifest(text) ? parse(text) : null;
  if (!whole) throw refuse(`is not a whole manifest of a site built by ${GENERATOR}`);
  if (whole.generator === GENERATED_BY) return whole;
  throw refuse(`is of a site built by ${whole.generator}, and this is version ${VERSION}`);
}

function parse(text: string): Manifest | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
