/*
 * The folder of a site that has whole collections as files; a snapshot packs it:
 *
 *   downloads/
 *     README.md
 *     SHA256SUMS          the hash of every other file, as `sha256sum` writes and checks them
 *     datapackage.json
 *     <collection>.csv, .jsonl and, if it has features, .geojson
 */
export const DOWNLOADS = 'downloads/';
export const CHECKSUMS = 'SHA256SUMS';
export const README = 'README.md';
export const DATA_PACKAGE = 'datapackage.json';
