import { isWholeNumber } from '../core/endpoint.ts';
import type { ApiRequest } from '../core/resolve.ts';
import type { Deviation } from './deviation.ts';

/**
 * What all hosts have in common whose rules are regular expressions (see `rule/reading.ts`): a rule can
 * take a number as it stands, but has no way to decode one.
 */
export const ENCODED_NUMBER = {
  given: 'an `offset` with percent-encoded digits',
  gets: 'the error for `offset`',
  why: 'Its rules can only take a number as it stands.',
  examples: ['/api/neighborhoods/?offset=%320'],
  reads: (request: ApiRequest): ApiRequest => ({
    ...request,
    // A redirect keeps the query as it came.
    query: request.path.endsWith('/') ? readQuery(request.query) : request.query,
  }),
} satisfies Deviation;

const readQuery = (query: string): string =>
  query
    .split('&')
    .map((pair) => (hasEncodedNumber(pair) ? 'offset=?' : pair))
    .join('&');

function hasEncodedNumber(pair: string): boolean {
  const [[name, value] = ['', '']] = new URLSearchParams(`?${pair}`);
  return name === 'offset' && isWholeNumber(value) && !pair.endsWith(`=${value}`);
}
