import { isListing } from '../../core/address.ts';
import { type CollectionGrid, findCollection, type Grid, windowNames } from '../../core/grid.ts';
import type { ApiRequest, Resolution } from '../../core/resolve.ts';
import type { Deviation, Host } from '../host.ts';

/*
 * How several hosts with rules differ from the contract: what they answer, by the request.
 */

/**
 * True if a request that is answered with a listing sends a filter, an `offset` or a `page` with a value as described.
 * @param isMeant tells by the name, the value as it is in the query, and the listing's collection
 */
export function sendsValue(
  { query }: ApiRequest,
  grid: Grid,
  found: Resolution,
  isMeant: (name: string, value: string, collection: CollectionGrid) => boolean,
): boolean {
  if (!('address' in found) || !isListing(found.address)) return false;
  const collection = findCollection(grid, found.address);
  const names = [...Object.keys(collection.filters ?? {}), windowNames(collection)[1]];
  return query.split('&').some((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s);
    return value !== undefined && names.includes(name) && isMeant(name, value, collection);
  });
}

/** Rules copy these values from the query but cannot decode them. */
export const ENCODED_VALUE: Readonly<Record<string, Deviation>> = {
  'a percent-encoded `offset` or `page`, a filter with a percent-encoded letter or digit, or white space around a filter':
    {
      gets: 'the error for that parameter',
      applies: (request, grid, found) =>
        sendsValue(request, grid, found, (name, value, { partitions }) => {
          const { [name]: encoded = {} } = partitions?.valueFileNames ?? {};
          const decoded = new URLSearchParams(`_=${value}`).get('_') ?? '';
          return /[%+]/.test(value) && !Object.hasOwn(encoded, decoded);
        }),
    },
};

/** Paths that servers decode before rules see them, and those that rules have no pattern for. */
export const ENCODED_KEY = {
  'a key with an encoded slash, backslash or control character': 'the error for an unknown path',
  'a key with other characters than letters, digits and `_ . -`, without the trailing slash':
    'the error for an unknown key',
};

/**
 * Of regular expressions, which cannot count characters, and match no larger number than a page may
 * begin at.
 */
export const LONG_FILTER = {
  'a filter of more than 200 letters and digits, or a filter together with an `offset` or `page` that has more digits than the count':
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
