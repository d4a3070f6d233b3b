import type { Document } from '../document/document.ts';
import type { Grid } from '../grid.ts';

/** A static host: what it needs beside the data to answer the API's query strings. */
export interface Host {
  /** What people call it. */
  readonly title: string;
  /** Its files, relative to the document root. */
  files(grid: Grid): Document[];
}
