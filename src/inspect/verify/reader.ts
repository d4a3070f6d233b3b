import { lstatSync, readFileSync } from 'node:fs';
import type { Manifest, ManifestHead } from '../../site/manifest.ts';
import { readHead, readManifest } from '../../site/manifest.ts';
import { isAbsent } from '../../util/system-error.ts';

/** A finished site that is read, wherever its files are. */
export interface SiteReader {
  /**
   * What its manifest has before the rows.
   * @throws UsageError where it is none of ours
   */
  head(): ManifestHead;
  /**
   * Its manifest, whose rows are to be walked to their end, once; it may be asked for again.
   * @throws UsageError where it is none of ours
   */
  manifest(): Manifest;
  /** A file's bytes, by its path in the site; null where there is no such file. */
  read(path: string): Uint8Array | null;
}

/** Reads a site from its folder. */
export const folderReader = (folder: string): SiteReader => ({
  head: () => readHead(folder),
  manifest: () => readManifest(folder),
  read: (path) => readOrNull(`${folder}/${path}`),
});

function readOrNull(file: string): Uint8Array | null {
  try {
    // A link may lead anywhere, and who reads a pipe may wait for ever.
    return lstatSync(file).isFile() ? readFileSync(file) : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text of a JSON file.
 * @throws where it is not UTF-8
 */
export const decoded = (body: Uint8Array): string => UTF8.decode(body);
