import type { Grid } from './grid.ts';

/** A finished site, wherever its files are. */
export interface DataSite {
  readonly grid: Grid;
  /** The most files that may be read for one answer, two or more; absent: any number. */
  readonly reads?: number;
  /** The bytes of a file, by its path in the site's folder; null where there is no such file. */
  read(file: string): Promise<Uint8Array | null>;
}

/**
 * Reads a file that every whole site has.
 * @throws where it is missing
 */
export async function readPublished(site: DataSite, file: string): Promise<Uint8Array> {
  const body = await site.read(file);
  if (body) return body;
  throw new Error(`The site lacks ${file}.`);
}
