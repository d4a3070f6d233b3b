import { type Address, fileOf } from '../core/address.ts';

/** A file of the site. Its body is given in pieces, so that pages can share their records' bytes. */
export interface SiteFile {
  /** Relative to the site's folder. */
  readonly path: string;
  readonly body: readonly Uint8Array[];
}

/** Files that are next to each other in the order of the paths of all files. */
export interface FileGroup {
  /** The path of one of them. */
  readonly path: string;
  /** All of them, in the order of their paths. A body is made while they are walked, and valid until the next. */
  files(): Iterable<SiteFile>;
}

/** Compares by path, as text. */
export const byPath = (a: { path: string }, b: { path: string }): number =>
  a.path < b.path ? -1 : 1;

export const bytes = (text: string): Uint8Array => Buffer.from(text);

export const jsonFile = (address: Address, value: unknown): SiteFile => ({
  path: fileOf(address),
  body: [bytes(`${JSON.stringify(value)}\n`)],
});
