import { describe, expect, it } from 'vitest';
import { baseFromEnvironment, isLocal, localBase, parseBase } from '../../../src/api/base.ts';
import { UsageError } from '../../../src/util/problem.ts';
import { rowsOf } from '../../support/table.ts';

describe('parseBase', () => {
  it.each([
    ...rowsOf(`
      https://example.org               -> https://example.org
      https://example.org/              -> https://example.org
      https://example.org/bna//         -> https://example.org/bna
      https://example.org/a.b_c~d-e/v1  -> https://example.org/a.b_c~d-e/v1
      http://localhost:8080             -> http://localhost:8080
      https://example.org:443           -> https://example.org
      HTTPS://EXAMPLE.org/A             -> https://example.org/A
      http://[::1]:80/x                 -> http://[::1]/x
      https://bücher.example            -> https://xn--bcher-kva.example
      https://my_pc.local.:81           -> https://my_pc.local.:81
      http://127.0.0.1                  -> http://127.0.0.1`),
    ['https://example.org\n', 'https://example.org'],
  ])('%j -> %s', (text = '', base) => expect(parseBase(text, 'It')).toBe(base));

  it.each([
    ...['abc', '/bna', 'a.org', 'localhost:80', 'https://', 'ftp://a.org', 'https://a.org:65536'],
    ...['https://a.org/?a=1', 'https://a.org?', 'https://a.org/#a', 'https://me@a.org'],
    ...['http://a;include$(x)*;b/', "http://a'b", 'http://a`b', 'http://a&b', 'http://a..b'],
    ...['https://a.org/a//b', 'https://a.org/a%20b', 'https://a.org/é', 'https://a.org/.git'],
    ...['http://-a.org', 'http://{a}', 'https://a.org/*', 'https://:secret@a.org'],
  ])('%s is refused', (text) => {
    const parse = () => parseBase(text, '--base-url');
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(`--base-url is ${JSON.stringify(text)}. It must be an absolute address`);
  });
});

it('a base without https:// -> the error has it', () =>
  expect(() => parseBase('a.org/bna', 'It')).toThrow('such as https://a.org/bna, without'));

describe('baseFromEnvironment', () => {
  const LOCAL = 'http://localhost:8080';
  const environmentOf = (text: string) =>
    Object.fromEntries(text.split(' ').map((one) => one.split(/=(.*)/s).slice(0, 2)));

  it.each(
    rowsOf(`
      URL=https://a.org CONTEXT=production                                       -> local
      DEPLOY_PRIME_URL=https://b.org                                             -> local
      CF_PAGES_URL=https://b.org VERCEL_PROJECT_PRODUCTION_URL=c.org             -> local
      NETLIFY=true CONTEXT=production URL=https://a.org/ DEPLOY_PRIME_URL=https://b.org -> https://a.org
      NETLIFY=true CONTEXT=deploy-preview URL=https://a.org DEPLOY_PRIME_URL=https://b.org -> https://b.org
      NETLIFY=true CI=true URL=https://a.org DEPLOY_PRIME_URL=https://b.org      -> https://b.org
      NETLIFY=true CI=true CONTEXT=branch-deploy URL=https://a.org               -> an error
      NETLIFY=false CONTEXT=production URL=https://a.org                         -> local
      CI=1 URL=https://a.org                                                     -> an error
      CI= HOST=x.org                                                             -> local
      CI=false DEPLOY_URL=https://x.org                                          -> local`),
  )('%s -> %s', (variables = '', expected) => {
    const read = () => baseFromEnvironment(environmentOf(variables), true);
    if (expected === 'an error') {
      const error =
        /^There is no address for links\. In CI .* add --base-url with the public address/;
      expect(read).toThrow(error);
      expect(baseFromEnvironment(environmentOf(variables), false)).toEqual(LOCAL);
    } else {
      expect(read()).toBe(expected === 'local' ? LOCAL : expected);
    }
  });

  it.each(['CONTEXT=production URL', 'DEPLOY_PRIME_URL'])('%s=here is refused', (variable) => {
    const read = () => baseFromEnvironment(environmentOf(`NETLIFY=true ${variable}=here`), true);
    expect(read).toThrow(`The variable ${variable.split(' ').at(-1)} is `);
  });
});

it.each([
  [undefined, 'http://localhost:8080'],
  ['192.168.0.7', 'http://192.168.0.7:8080'],
  ['fe80::1', 'http://[fe80::1]:8080'],
])('localBase of %s -> %s', (host, base) => expect(localBase(8080, host)).toBe(base));

it.each(
  rowsOf(`
    http://localhost:8080         -> true
    http://api.localhost          -> true
    http://127.1.2.3/x            -> true
    http://[::1]:80               -> true
    http://0.0.0.0:8080           -> true
    http://[::]:8080              -> true
    https://localhost.example.org -> false
    https://mylocalhost           -> false
    http://127.0.0.1.a.org        -> false`),
)('isLocal of %s -> %s', (base = '', expected) => expect(`${isLocal(base)}`).toBe(expected));
