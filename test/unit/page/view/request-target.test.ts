import { describe, expect, it } from 'vitest';
import { formatTarget } from '../../../../src/core/address.ts';
import {
  findRequestTarget,
  formatHash,
  parseHash,
  parseTarget,
  withValues,
} from '../../../../src/page/view/request-target.ts';
import { rowsOf } from '../../../support/table.ts';

it.each(
  rowsOf(`
  api/ -> # -> null
  api/ -> #try-it -> null
  api/ -> #/api/ -> api/
  api/ -> #/api/cities/?limit=2&limit=3 -> api/cities/?limit=2&limit=3
  api/ -> #//example.org/api/ -> null
  api/ -> #/https://example.org/api/ -> null
  api/ -> #/api/%2e%2e/data/ -> null
  api/ -> #/api/x/../cities/ -> api/x/../cities/
  api/v2/ -> #/api/v2/cities/ -> api/v2/cities/
  api/v2/ -> #/api/cities/ -> null
  api/v2/ -> #/api/v2 -> api/v2/
  api/ -> #/api/cities -> api/cities/
  api/ -> #/api/cities/1?a=b/c.json -> api/cities/1/?a=b/c.json
  api/ -> #/api/cities/1.json?a -> api/cities/1.json?a`),
)('the target below %s in the hash %s is %s', (api = '', hash = '', expected = '') => {
  const target = parseHash(api, hash);
  expect(String(target)).toBe(expected);
  if (hash.endsWith(expected)) expect(formatHash(expected)).toBe(hash);
});

it.each(
  rowsOf(`
  https://a.org/x/api/v2/cities/?limit=2 -> api/v2/cities/?limit=2
  https://b.org/api/v2/cities/1/ -> api/v2/cities/1/
  https://b.org/api/v2/bike-shops.json -> api/v2/bike-shops/
  https://b.org/api/v2/cities/1.json -> api/v2/cities/1.json
  https://b.org/api/cities/ -> null
  https://a.org/api/v2/cities/ -> null`),
)('the address %s in a response is the request %s', (address = '', target) => {
  const folders = ['https://a.org/x/', 'https://b.org/'];
  expect(String(findRequestTarget('api/v2/', address, folders))).toBe(target);
});

describe('a target', () => {
  it.each([
    [{ ordering: '-a', format: 'api', limit: '' }, 'api/x/?format=api&ordering=-a'],
    [{ ordering: 'a b&c' }, 'api/x/?ordering=a+b%26c'],
  ])('with the values %j is %s', (values, target) => {
    expect(formatTarget('api/x/', values)).toBe(target);
  });

  it('has the first of several values', () => {
    const { path, values } = parseTarget('api/x/?limit=1&limit=2&a=%20');
    expect([path, Object.fromEntries(values)]).toEqual(['api/x/', { limit: '1', a: ' ' }]);
  });

  it.each([
    ['api/x/?limit=37&offset=2', '50', 'api/x/?limit=50&offset=2'],
    ['api/x/?limit=37&offset=2', '', 'api/x/?offset=2'],
    ['api/x/', '50', 'api/x/?limit=50'],
  ])('%s with limit=%s becomes %s', (target, value, changed) => {
    expect(withValues(target, { limit: value })).toBe(changed);
  });
});
