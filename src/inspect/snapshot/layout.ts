/*
 * The files of a snapshot. All of them are in one folder, named for its contents:
 *
 *   <name>-<short hash>/
 *     SHA256SUMS          the hash of every other file, as `sha256sum` writes and checks them
 *     README.md
 *     dataset/<collection>.csv, .json, .ndjson
 *     site/…              the whole site, with `--site`
 */
export const CHECKSUMS = 'SHA256SUMS';
export const README = 'README.md';
export const SITE_FOLDER = 'site';

export const FORMATS = ['csv', 'json', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

/** The path of the file that holds a collection's records in a format. */
export const datasetFile = (collection: string, format: Format): string =>
  `dataset/${collection}.${format}`;

/** The collections that have a file of one record per line among some paths. */
export const collectionsIn = (paths: Iterable<string>): string[] =>
  [...paths].flatMap((path) => /^dataset\/([a-z][a-z0-9_]*)\.ndjson$/.exec(path)?.[1] ?? []);

/** The path of a file of the site. */
export const siteFile = (path: string): string => `${SITE_FOLDER}/${path}`;

/** The extension of a snapshot's file. */
export const ENDING = '.tar.gz';

/** How many digits of a hash are in a name: enough to distinguish two snapshots. */
const HASH_LENGTH = 8;

/**
 * The name of a snapshot's folder, and of its file without the extension. It ends with the beginning of
 * the hash of SHA256SUMS, which contains the hashes of all other files, so it identifies the contents.
 * @param api the name of the API
 * @param hash the SHA-256 of SHA256SUMS, in hex
 */
export const snapshotName = (api: string, hash: string): string =>
  `${slugOf(api)}-${hash.slice(0, HASH_LENGTH)}`;

/** Is this a name of the snapshot whose SHA256SUMS has this SHA-256? */
export const isNameOf = (name: string, hash: string): boolean =>
  name.endsWith(`-${hash.slice(0, HASH_LENGTH)}`);

/** A name as part of a file name: ASCII letters in lower case and digits, hyphens in place of the rest. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ['api'];
  return words.join('-').slice(0, 60).replace(/-$/, '');
}
