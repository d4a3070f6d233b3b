import { expect, it } from 'vitest';
import { licencesOf } from '../../../src/describe/licence.ts';

const url = 'https://spdx.org/licenses/MIT.html';

it.each<[string, Parameters<typeof licencesOf>[0], ReturnType<typeof licencesOf>]>([
  ['no sources', undefined, []],
  ['a source without a licence', [{ name: 'a', data: 'x' }], []],
  [
    'two names',
    ['MIT', 'CC0-1.0'].map((licence) => ({ name: 'a', data: 'x', licence })),
    [{ name: 'MIT' }, { name: 'CC0-1.0' }],
  ],
  [
    'the same with and without an address',
    [{ name: 'MIT', url }, 'MIT'].map((licence) => ({ name: 'a', data: 'x', licence })),
    [{ name: 'MIT', url }],
  ],
])('%s', (_, sources, licences) => expect(licencesOf(sources)).toEqual(licences));
