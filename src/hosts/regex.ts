import { isWholeNumber } from '../address/endpoint.ts';
import type { ApiRequest } from '../address/resolve.ts';
import type { Deviation } from './deviation.ts';

/*
 * What the hosts have in common whose rules are regular expressions (see `rule/reading.ts`).
 */

/** A rule can take a number as it stands, but has no way to decode one. */
export const ENCODED_NUMBER = {
  group: 'encodings',
  given: 'an `offset` with percent-encoded digits',
  gets: 'the error for `offset`',
  why: 'Its rules can only take a number as it stands.',
  examples: ['/api/neighborhoods/?offset=%320'],
  reads: (request: ApiRequest): ApiRequest => ({
    ...request,
    query: request.query
      .split('&')
      .map((pair) => (hasEncodedNumber(pair) ? 'offset=?' : pair))
      .join('&'),
  }),
} satisfies Deviation;

function hasEncodedNumber(pair: string): boolean {
  const [[name, value] = ['', '']] = new URLSearchParams(`?${pair}`);
  return name === 'offset' && isWholeNumber(value) && !pair.endsWith(`=${value}`);
}
