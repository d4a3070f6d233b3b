import { type Address, fileOf } from '../core/address.ts';

/** A file of the site. Its body is given in pieces, so that pages can share their records' bytes. */
export interface SiteFile {
  /** Relative to the site's folder. */
  readonly path: string;
  readonly body: readonly Uint8Array[];
}

export const bytes = (text: string): Uint8Array => Buffer.from(text);

export const jsonFile = (address: Address, value: unknown): SiteFile => ({
  path: fileOf(address),
  body: [bytes(`${JSON.stringify(value)}\n`)],
});
