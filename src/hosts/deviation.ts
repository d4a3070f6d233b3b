import type { Address } from '../core/address.ts';
import type { Grid } from '../core/grid.ts';
import type { ApiRequest } from '../core/resolve.ts';

/** What a request is answered with: a body of the site, another address, or something of the host's. */
export type Outcome =
  | { readonly status: number; readonly address: Address }
  | { readonly status: 301; readonly location: string }
  /** One of the files that the host has from us, relative to its place. */
  | { readonly status: number; readonly file: string }
  /** A page of the host's own, in a few words. */
  | { readonly status: number; readonly own: string };

/** One way in which a host answers otherwise than the contract says. */
export interface Deviation {
  /** What a request has, and what it gets: `a parameter twice`, `the last of them`. */
  readonly given: string;
  readonly gets: string;
  /** Why it can't be otherwise. */
  readonly why: string;
  /** Requests that show it, by GET where no method stands before the target, below the base path. */
  readonly examples: readonly string[];
  /** The request as the host reads it. */
  reads?(request: ApiRequest, grid: Grid): ApiRequest;
  /** The answer that the host gives in place of another. */
  answers?(outcome: Outcome, request: ApiRequest, grid: Grid): Outcome;
  /** The headers of the contract that the host does not send. */
  readonly lacks?: readonly string[];
}
