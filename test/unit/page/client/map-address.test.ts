import { expect, it } from 'vitest';
import { formatMapQuery, parsePosition } from '../../../../src/page/client/map-address.ts';
import { rowsOf } from '../../../support/table.ts';

it.each(
  rowsOf(`
  ?map=5.2/39.7/-105 -> 5.2 39.7 -105
  ?x=1&map=0/-4/179.99 -> 0 -4 179.99
  ?map=5/1 -> none
  ?map=a/b/c -> none
  ? -> none`),
)('the position in %s is %s', (query = '', expected) => {
  const position = parsePosition(query);
  expect(position ? Object.values(position).join(' ') : 'none').toBe(expected);
});

const DENVER = { zoom: 6.123456, latitude: 39.73915, longitude: -104.9847 };
it.each([
  ['', DENVER, '?map=6.12/39.7392/-104.9847'],
  ['?theme=x&map=1/2/3', DENVER, '?theme=x&map=6.12/39.7392/-104.9847'],
  ['?map=1/2/3&theme=%C3%BC%26', null, '?theme=%C3%BC%26'],
  ['?map=1/2/3', null, ''],
])('%j with %j -> %j', (query, position, expected) =>
  expect(formatMapQuery(query, position)).toBe(expected),
);
