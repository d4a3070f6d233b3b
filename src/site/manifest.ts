import { createHash, hash } from 'node:crypto';
import path from 'node:path';
import type { Grid } from '../core/grid.ts';
import { LAYOUT_VERSION } from '../core/store.ts';
import { printable, UsageError } from '../util/problem.ts';
import { readRegularFile } from '../util/regular-file.ts';
import { isAbsent } from '../util/system-error.ts';
import { VERSION } from '../util/version.ts';
import type { ApiMetadata } from './api-metadata.ts';

/** Where the manifest of a site is, relative to its folder. It marks the folder as a site. */
export const MANIFEST = 'manifest.json';

/** A published file: its path in the site, its size in bytes, the hash of its body in hex. */
export interface ManifestRow {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a site is: who built it, its grid, and what the API tells of itself. */
export interface ManifestHead {
  /** `staticrest`, its version, and the version of its layout. */
  readonly generator: string;
  readonly grid: Grid;
  readonly about: ApiMetadata;
  /** The only host that the site was built for; absent: several. */
  readonly host?: string;
  /** The paths of the files of `public/`; absent if there are none. */
  readonly publicFiles?: readonly string[];
}

export interface Manifest extends ManifestHead {
  /** Every file of the site but the manifest, in the order of their paths (by UTF-16 code units). */
  readonly rows: readonly ManifestRow[];
}

const GENERATOR = 'staticrest';
const GENERATED_BY = `${GENERATOR} ${VERSION}, layout ${LAYOUT_VERSION}`;

/** What this version says of a site that it builds. */
export const headOf = (
  grid: Grid,
  about: ApiMetadata,
  host?: string,
  publicFiles: readonly string[] = [],
): ManifestHead => ({
  generator: GENERATED_BY,
  grid,
  about,
  ...(host && { host }),
  ...(publicFiles.length > 0 && { publicFiles }),
});

/** The SHA-256 of a body, in hex. It may be in pieces. */
export function sha256(body: Uint8Array | readonly Uint8Array[]): string {
  // For the small files of a site, this takes half of the time.
  if (body instanceof Uint8Array) return hash('sha256', body, 'hex');
  const [first, second] = body;
  if (first && !second) return sha256(first);
  const digest = createHash('sha256');
  for (const piece of body) digest.update(piece);
  return digest.digest('hex');
}

/** The row of a file with this body. */
export const rowOf = (file: string, body: readonly Uint8Array[]): ManifestRow => ({
  path: file,
  bytes: body.reduce((sum, { length }) => sum + length, 0),
  sha256: sha256(body),
});

/**
 * The text of a manifest: JSON with one file per line, and no dates.
 * @param rows in the order of their paths
 */
export function manifestText(head: ManifestHead, rows: readonly ManifestRow[]): string {
  const properties = Object.entries(head).map(
    ([name, value]) => `"${name}":${JSON.stringify(value)},\n`,
  );
  const files = rows.map((row) => JSON.stringify(row)).join(',\n');
  return `{${properties.join('')}"files":[\n${files}\n]}\n`;
}

/**
 * Reads the manifest of a site of any version.
 * @throws UsageError if it is broken or another program's, or a system error
 */
export function readManifest(site: string): Manifest {
  const file = path.join(site, MANIFEST);
  const { files, ...head } = parseJson(readRegularFile(file).toString());
  if (!String(head.generator).startsWith(`${GENERATOR} `) || !Array.isArray(files)) {
    throw new UsageError(
      `${file} is not a complete manifest of a site built by ${GENERATOR}. Build the site again.`,
    );
  }
  return { ...head, rows: files };
}

/**
 * The manifest of a site, or null where a folder is no site: there is no manifest, or a broken one.
 * @throws a system error such as EACCES, or an error if it is not a regular file
 */
export function findManifest(folder: string): Manifest | null {
  try {
    return readManifest(folder);
  } catch (error) {
    if (error instanceof UsageError || isAbsent(error)) return null;
    throw error;
  }
}

/**
 * Checks that a site is of this version: the manifest of another may have another shape.
 * @throws UsageError where it is not
 */
export function assertVersion(head: ManifestHead, file: string): void {
  const { generator } = head;
  if (generator === GENERATED_BY) return;
  const builder = printable(generator);
  throw new UsageError(
    `The site of ${file} was built by ${builder}, but this is ${GENERATED_BY}. Build the site again.`,
  );
}

function parseJson(text: string): ManifestHead & { readonly files?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return Object(null);
  }
}
