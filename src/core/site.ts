import type { Grid } from './grid.ts';

/** A finished site, wherever its files are. */
export interface DataSite {
  readonly grid: Grid;
  /** The maximum number of files read for one answer, at least two; absent: no limit. */
  readonly reads?: number;
  /** Reads a file by its path in the site's folder into memory of its own; null if there is no such file. */
  read(file: string): Promise<Uint8Array | null>;
}

/**
 * Reads a file that every complete site has.
 * @throws if it is missing
 */
export async function readPublished(site: DataSite, file: string): Promise<Uint8Array> {
  const body = await site.read(file);
  if (body) return body;
  throw new Error(`The site lacks ${file}.`);
}
