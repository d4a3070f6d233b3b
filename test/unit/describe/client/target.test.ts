import { describe, expect, it } from 'vitest';
import {
  endpointTarget,
  hashOf,
  pageTarget,
  parseTarget,
  targetOf,
  targetOfHash,
  withValue,
} from '../../../../src/describe/client/target.ts';

describe('the target in the page’s address', () => {
  it.each([
    ['none', '', null],
    ['a section', '#try-it', null],
    ['the index', '#/api/', 'api/'],
    ['a page', '#/api/cities/?limit=2', 'api/cities/?limit=2'],
    ['another folder', '#/apis/', null],
    ['another host', '#//example.org/api/', null],
    ['another host by an absolute address', '#/https://example.org/api/', null],
    ['outside the folder', '#/api/../../..//example.org/', null],
    ['outside the API, encoded', '#/api/%2e%2e/data/', null],
    ['within the API', '#/api/x/../cities/', 'api/x/../cities/'],
  ])('%s', (_, hash, target) => expect(targetOfHash(hash)).toBe(target));

  it.each(['api/', 'api/cities/?limit=2&limit=3'])('round-trips %s', (target) => {
    expect(targetOfHash(hashOf(target))).toBe(target);
  });
});

describe('a target', () => {
  it.each([
    ['without values', { limit: '', format: '' }, 'api/x/'],
    [
      'sorted by name',
      { ordering: '-a', format: 'api', limit: '' },
      'api/x/?format=api&ordering=-a',
    ],
    ['percent-encoded', { ordering: 'a b&c' }, 'api/x/?ordering=a+b%26c'],
  ])('is created %s', (_, values, target) => expect(targetOf('api/x/', values)).toBe(target));

  it('has the first of several values', () => {
    const { path, values } = parseTarget('api/x/?limit=1&limit=2&a=%20');
    expect([path, Object.fromEntries(values)]).toEqual(['api/x/', { limit: '1', a: ' ' }]);
  });

  it.each([
    ['another', 'api/x/?limit=37&offset=2', '50', 'api/x/?limit=50&offset=2'],
    ['none', 'api/x/?limit=37&offset=2', '', 'api/x/?offset=2'],
    ['a first', 'api/x/', '50', 'api/x/?limit=50'],
  ])('gets %s value', (_, target, value, changed) => {
    expect(withValue(target, 'limit', value)).toBe(changed);
  });
});

describe('a link of an answer', () => {
  it.each([
    [
      'to a page',
      'https://elsewhere.org/bna/api/cities/?limit=2&offset=2',
      'api/cities/?limit=2&offset=2',
    ],
    ['without a query', 'http://localhost:8080/api/cities/', 'api/cities/'],
  ])('%s leads to the same listing here', (_, address, target) => {
    expect(pageTarget(address, 'api/cities/')).toBe(target);
  });

  it.each([
    ['https://example.org/bna/api/cities/', 'api/cities/'],
    ['http://localhost:8080/api/', 'api/'],
    ['https://example.org/cities/', null],
    ['https://example.org/api/cities/?limit=2', null],
    ['10', null],
  ])('%s leads to the endpoint %s', (address, target) => {
    expect(endpointTarget(address)).toBe(target);
  });
});
