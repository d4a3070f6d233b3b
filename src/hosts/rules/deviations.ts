import { isListing } from '../../core/address.ts';
import { parametersOf } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import { type ApiRequest, endpointOf, type Resolution } from '../../core/resolve.ts';
import type { Deviation, Host } from '../host.ts';

/*
 * How several hosts with rules differ from the contract: what they answer, by the request.
 */

/**
 * The parameters of a request for a page whose values rules copy, without decoding them: `offset` and
 * filters.
 */
export function copiedValues({ path, query }: ApiRequest, grid: Grid, found: Resolution) {
  const endpoint = endpointOf(grid, path);
  const isPage = 'address' in found && isListing(found.address);
  const parameters = endpoint && isPage ? parametersOf(grid, endpoint) : [];
  return query.split('&').flatMap((pair) => {
    const [name, given] = /^([^=]*)=(.*)$/s.exec(pair)?.slice(1) ?? [];
    const parameter = parameters.find((one) => one.name === name);
    const isCopied = parameter && ['filter', 'offset'].includes(parameter.kind);
    return isCopied ? [{ ...parameter, given }] : [];
  });
}

/** Rules copy these values from the query but cannot decode them. */
export const ENCODED_VALUE: Readonly<Record<string, Deviation>> = {
  'a percent-encoded `offset` or filter, or white space around a filter': {
    gets: 'the error for that parameter',
    applies: (...answered) =>
      copiedValues(...answered).some(({ given = '' }) => /[%+]/.test(given)),
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
