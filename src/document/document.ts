import { type Address, fileOf } from '../address/address.ts';

/** A file of the site. Its body is given in pieces, so that pages can share their records' bytes. */
export interface Document {
  /** Relative to the site's folder. */
  readonly path: string;
  readonly body: readonly Uint8Array[];
}

export const bytes = (text: string): Uint8Array => Buffer.from(text);

export const jsonDocument = (address: Address, value: unknown): Document => ({
  path: fileOf(address),
  body: [bytes(`${JSON.stringify(value)}\n`)],
});
