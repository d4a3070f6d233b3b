import type { Address } from '../core/address.ts';
import type { Grid } from '../core/grid.ts';
import { formatJson } from '../core/json.ts';
import { fileOf } from '../core/path.ts';

/** A file of the site. Its body is given in pieces, so that pages can share their records' bytes. */
export interface SiteFile {
  /** Relative to the site's folder. */
  readonly path: string;
  readonly body: readonly Uint8Array[];
}

export const bytes = (text: string): Uint8Array => Buffer.from(text);

export const NEWLINE = bytes('\n');

export const jsonBytes = (value: unknown, indent?: number): Uint8Array =>
  bytes(`${formatJson(value, indent)}\n`);

/** Pieces in one; the only piece as it is. */
export const concat = (pieces: readonly Uint8Array[]): Uint8Array =>
  pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);

/** Files with texts, by their paths in a folder of the site, which ends with a slash. */
export const textFiles = (texts: Readonly<Record<string, string>>, folder = ''): SiteFile[] =>
  Object.entries(texts).map(([name, text]) => ({ path: folder + name, body: [bytes(text)] }));

export const jsonFile = (grid: Grid, address: Address, value: unknown): SiteFile => ({
  path: fileOf(grid, address),
  body: [jsonBytes(value)],
});
