/*
 * What is where in a snapshot: one folder, named for what it holds.
 *
 *   <name>-<short hash>/
 *     SHA256SUMS          the hash of every other file, as `sha256sum` writes and checks them
 *     README.md
 *     dataset/<collection>.csv, .json, .ndjson
 *     site/…              the whole site, if asked for
 *
 * SHA256SUMS comes first, so that whoever reads the archive as it comes knows what may follow; the
 * others come in the order of their paths.
 */
export const SUMS = 'SHA256SUMS';
export const README = 'README.md';

/** The folder of the site, and what stands before the paths of its files. */
export const SITE_FOLDER = 'site';
const SITE = `${SITE_FOLDER}/`;

export const FORMATS = ['csv', 'json', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

/** The file that holds a collection's records in a format. */
export const datasetFile = (collection: string, format: Format): string =>
  `dataset/${collection}.${format}`;

/** The inverse of `datasetFile`; null where a path is no such file. */
export function datasetOf(path: string): { collection: string; format: Format } | null {
  const match = /^dataset\/([a-z][a-z0-9_]*)\.(csv|json|ndjson)$/.exec(path);
  return match && { collection: match[1] ?? '', format: match[2] as Format };
}

/** Where a file of the site is. */
export const siteFile = (path: string): string => SITE + path;

/** The inverse of `siteFile`; null where a path is no file of the site. */
export const sitePathOf = (path: string): string | null =>
  path.startsWith(SITE) ? path.slice(SITE.length) : null;

/** What a snapshot's name ends with. */
export const ENDING = '.tar.gz';

/** How much of a hash stands in a name: enough to tell two snapshots apart. */
const SHORT = 8;

/**
 * The name of a snapshot's folder, and of its file without the ending. It ends with the beginning of
 * the hash of SHA256SUMS, which holds the hash of all else: it names these contents and no others.
 * @param api what the API is called
 * @param sums the SHA-256 of SHA256SUMS, in hex
 */
export const snapshotName = (api: string, sums: string): string =>
  `${slugOf(api)}-${sums.slice(0, SHORT)}`;

/** What a snapshot's file is called while it is made: whatever is in it, so that a later run finds it. */
export const draftName = (api: string): string => slugOf(api) + ENDING;

/** Is this the name of the snapshot whose SHA256SUMS has this hash? */
export const isNameOf = (name: string, sums: string): boolean =>
  /^[a-z0-9-]+$/.test(name) && name.endsWith(`-${sums.slice(0, SHORT)}`);

/** Is this the name of a snapshot's file? */
export const isArchiveName = (file: string): boolean => /\.(tar\.gz|tgz)$/i.test(file);

/** A day, such as people put into the names of files. */
const DAY = /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;

/**
 * The beginning of a hash in the name of a snapshot's file; null where somebody gave it another name. A
 * day is of the same form, and one hash in 60,000 looks like one.
 */
export function hashInName(file: string): string | null {
  const [, hash = ''] = /^[a-z0-9-]+-([0-9a-f]{8})\.(?:tar\.gz|tgz)$/i.exec(file) ?? [];
  return hash === '' || DAY.test(hash) ? null : hash.toLowerCase();
}

/** A name as a part of a file's name: lower-case ASCII letters and digits, other runs one hyphen. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ['api'];
  return words.join('-').slice(0, 60).replace(/-$/, '');
}
