import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { apiFolder, type Grid } from '../core/grid.ts';
import { formatJson } from '../core/json.ts';
import { LAYOUT_VERSION } from '../core/store.ts';
import { VERSION } from '../util/package.ts';
import { printable, UsageError } from '../util/problem.ts';
import { readRegularFile, unlessAbsent } from '../util/system-error.ts';
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
  /** The maximum number of files that this host reads for one answer; absent: it sets no limit. */
  readonly reads?: number;
  /** The paths of the files of `public/`; absent if there are none. */
  readonly publicFiles?: readonly string[];
}

export interface Manifest extends ManifestHead {
  /** Every file of the site but the manifest, in the order of their paths (by UTF-16 code units). */
  readonly rows: readonly ManifestRow[];
  /** The manifest itself. */
  readonly own: ManifestRow;
}

const GENERATOR = 'staticrest';
/** The generator of the sites that this version builds. */
export const GENERATED_BY = `${GENERATOR} ${VERSION}, layout ${LAYOUT_VERSION}`;

/** The SHA-256 of a body, in hex. */
export const sha256 = (body: Uint8Array): string => hash('sha256', body, 'hex');

/** The row of a file with this body. */
export const rowOf = (file: string, body: Uint8Array): ManifestRow => ({
  path: file,
  bytes: body.length,
  sha256: sha256(body),
});

/**
 * The text of a manifest: JSON with one file per line, and no dates.
 * @param rows in the order of their paths
 */
export function manifestText(head: ManifestHead, rows: readonly ManifestRow[]): string {
  const properties = Object.entries(head).map(
    ([name, value]) => `"${name}":${formatJson(value)},\n`,
  );
  const files = rows.map((row) => formatJson(row)).join(',\n');
  return `{${properties.join('')}"files":[\n${files}\n]}\n`;
}

/**
 * The manifest of the site in a folder, of any version; null where there is none, or only a part of one.
 * @throws a system error such as EACCES, or an error if it is not a regular file
 */
export function findManifest(folder: string): Manifest | null {
  const body = unlessAbsent(() => readRegularFile(path.join(folder, MANIFEST)));
  const { files, ...head } = parseJson(String(body));
  const isOwn = String(head.generator).startsWith(`${GENERATOR} `);
  return body && isOwn ? { ...head, rows: files, own: rowOf(MANIFEST, body) } : null;
}

function parseJson(text: string): ManifestHead & { readonly files: readonly ManifestRow[] } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return Object(null);
  }
}

/** True for a path of a file that is below the folder of its site on every system. */
export const isSitePath = (file: string): boolean =>
  !/[\\\0]|^[a-z]:/i.test(file) && file.split('/').every((name) => !['', '.', '..'].includes(name));

/** The paths in a manifest, which may be somebody else's: none may lead out of the site. */
const pathsIn = ({ grid, publicFiles = [], rows }: Manifest): string[] => [
  apiFolder(grid).slice(0, -1),
  ...grid.collections.map(({ name }) => name),
  ...publicFiles,
  ...rows.map((row) => row.path),
];

/**
 * The manifest of the site in a folder.
 * @throws UsageError if there is no complete site, a path leads out of it, or another version built it: its manifest may
 * have another shape
 */
export function readManifest(folder: string): Manifest {
  const manifest = findManifest(folder);
  if (manifest?.generator !== GENERATED_BY) {
    const reason = manifest
      ? `The site in ${folder} was built by ${printable(manifest.generator)}, but this is ${GENERATED_BY}.`
      : `There is no complete site in ${folder}.`;
    throw new UsageError(`${reason} Create one with \`staticrest build\`.`);
  }
  const wrong = pathsIn(manifest).find((file) => !isSitePath(file));
  if (wrong === undefined) return manifest;
  throw new UsageError(
    `${path.join(folder, MANIFEST)} is broken: ${printable(JSON.stringify(wrong))} is no path in the site. Build the site again, or don’t use it.`,
  );
}

/** Differs between two builds, because each writes a new manifest; null where there is none. */
export function manifestIdentity(folder: string): string | null {
  const stats = unlessAbsent(() => statSync(path.join(folder, MANIFEST), { bigint: true }));
  return stats && `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
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
