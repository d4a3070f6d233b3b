import { expect, it } from 'vitest';
import { formatQuery, parsePosition, parseView } from '../../../../src/page/client/map-address.ts';
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
  ['', 'map', DENVER, '?view=map&map=6.12/39.7392/-104.9847'],
  ['?theme=x&map=1/2/3', 'map', DENVER, '?theme=x&map=6.12/39.7392/-104.9847&view=map'],
  ['?map=1/2/3&theme=%C3%BC%26', 'map', null, '?theme=%C3%BC%26&view=map'],
  ['?view=map&map=1/2/3', 'map', undefined, '?view=map&map=1/2/3'],
  ['?view=map&map=1/2/3', 'json', undefined, '?view=json'],
  ['?view=map&map=1/2/3', '', DENVER, ''],
] as const)('%j with %j and %j -> %j', (query, view, position, expected) =>
  expect(formatQuery(query, view, position)).toBe(expected),
);

it.each(
  rowsOf(`
  ?view=json -> json
  ?map=5.2/39.7/-105 -> map
  ?map=5 -> none`),
)('the view in %s is %s', (query = '', expected) =>
  expect(parseView(query) ?? 'none').toBe(expected),
);
