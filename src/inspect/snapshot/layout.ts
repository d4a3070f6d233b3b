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

/** The path of the file that holds a collection's records in a format. */
export const datasetFile = (collection: string, format: (typeof FORMATS)[number]): string =>
  `dataset/${collection}.${format}`;

/** The extension of a snapshot's file. */
export const ENDING = '.tar.gz';

/**
 * The end of the name of a snapshot's folder: the beginning of the hash of SHA256SUMS, which contains the
 * hashes of all other files, so the name identifies the contents.
 * @param hash the SHA-256 of SHA256SUMS, in hex
 */
export const nameEnding = (hash: string): string => `-${hash.slice(0, 8)}`;

/**
 * The name of a snapshot's folder, and of its file without the extension.
 * @param api the name of the API, of which ASCII letters in lower case and digits are kept
 * @param hash the SHA-256 of SHA256SUMS, in hex
 */
export function snapshotName(api: string, hash: string): string {
  const plain = api.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ['api'];
  return words.join('-').slice(0, 60).replace(/-$/, '') + nameEnding(hash);
}
