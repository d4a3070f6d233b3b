import { isListing } from '../../core/address.ts';
import type { Grid } from '../../core/grid.ts';
import { findCollection } from '../../core/listing.ts';
import type { ApiRequest, Resolution } from '../../core/resolve.ts';
import type { Deviation, Host } from '../host.ts';

/*
 * How several hosts with rules differ from the contract: what they answer, by the request.
 */

/**
 * True if a request that is answered with a listing sends a filter, or another parameter, with a value of a
 * form.
 * @param form a regular expression
 */
export function sendsValue(
  { query }: ApiRequest,
  grid: Grid,
  found: Resolution,
  form: string,
  ...others: readonly string[]
): boolean {
  if (!('address' in found) || !isListing(found.address)) return false;
  const { filters = {} } = findCollection(grid, found.address);
  const names = [...Object.keys(filters), ...others].join('|');
  return new RegExp(`(?:^|&)(?:${names})=${form}(?:&|$)`).test(query);
}

/** Rules copy these values from the query but cannot decode them. */
export const ENCODED_VALUE: Readonly<Record<string, Deviation>> = {
  'a percent-encoded `offset` or filter, or white space around a filter': {
    gets: 'the error for that parameter',
    applies: (request, grid, found) => sendsValue(request, grid, found, '[^&]*[%+][^&]*', 'offset'),
  },
};

/**
 * Of regular expressions, which cannot count characters, and match no larger number than a page may
 * begin at.
 */
export const LONG_FILTER = {
  'a filter of more than 200 letters and digits, or a filter together with an `offset` that has more digits than the count':
    'another error with the same status',
};

/** Of rules for the API only. */
export const OUTSIDE_API = {
  'a path outside of the API': 'the file at that path, or the host’s own 404 page',
};

/** Of servers that limit the first line of a request. */
export const longRequestLine = (bytes: number): Host['deviations'] => ({
  [`a request line of more than ${bytes} bytes`]: 'the server’s own 414 page',
});
