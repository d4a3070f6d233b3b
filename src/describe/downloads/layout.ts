import type { ManifestRow } from '../../site/manifest.ts';
import type { SiteFile } from '../../site/site-file.ts';
import type { TableColumn } from './table.ts';

/*
 * The folder of a site that has whole collections as files; a snapshot packs it:
 *
 *   downloads/
 *     README.md
 *     SHA256SUMS          the hash of every other file, as `sha256sum` writes and checks them
 *     datapackage.json
 *     <collection>.csv    and each other of `DOWNLOAD_FORMATS`: GeoJSON if it has features
 */
export const CHECKSUMS = 'SHA256SUMS';
export const README = 'README.md';
export const DATA_PACKAGE = 'datapackage.json';

/** One collection: its name, its number of records, its files, and the columns of its tables. */
export interface Dataset {
  readonly name: string;
  readonly count: number;
  readonly files: readonly Download[];
  readonly columns: readonly TableColumn[];
}

/** A file of the folder, with its row in the manifest. */
export type Download = SiteFile & ManifestRow;
