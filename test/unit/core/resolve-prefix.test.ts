import { expect, it } from 'vitest';
import { isApiPath } from '../../../src/core/resolve.ts';

it.each([
  ['/api/v2/', true],
  ['/api/v2', true],
  ['/api/v2/x/%zz', true],
  ['/%61pi/v%32/x/', true],
  ['/api/', false],
  ['/api/v2x/', false],
  ['/api/v2%2Fx/', false],
  ['/api%2Fv2/', false],
  ['/api,v2', false],
  ['/%zz/v2/', false],
])('a path of an API with the prefix api/v2: %s -> %s', (path, expected) => {
  expect(isApiPath('/', 'api/v2/', path)).toBe(expected);
});
