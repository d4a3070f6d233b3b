import { servedSite } from '../../support/served.ts';
import { shippedSite } from '../../support/shipped-site.ts';

/** A page, as far as a client looks at it. */
export interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly { readonly uuid: string }[];
}

/** Where the shipped neighborhoods are, in a preview that ends with the test. */
export async function neighborhoods(): Promise<string> {
  const { port } = await servedSite(shippedSite());
  return `http://127.0.0.1:${port}/api/neighborhoods/`;
}
