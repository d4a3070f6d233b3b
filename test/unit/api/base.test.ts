import { describe, expect, it } from 'vitest';
import { baseFromEnvironment, isLocal, localBase, parseBase } from '../../../src/api/base.ts';
import { UsageError } from '../../../src/util/problem.ts';

describe('parseBase', () => {
  it.each([
    ['an origin', 'https://example.org', 'https://example.org'],
    ['a slash at its end', 'https://example.org/', 'https://example.org'],
    ['slashes at its end', 'https://example.org/bna//', 'https://example.org/bna'],
    ['a path', 'https://me.github.io/bna/v1', 'https://me.github.io/bna/v1'],
    ['a path with . _ ~ -', 'https://example.org/a.b_c~d-e', 'https://example.org/a.b_c~d-e'],
    ['a port', 'http://localhost:8080', 'http://localhost:8080'],
    ['the port that goes without saying', 'https://example.org:443', 'https://example.org'],
    ['capitals in the host, not in the path', 'HTTPS://EXAMPLE.org/A', 'https://example.org/A'],
    ['an IPv6 address', 'http://[::1]:80/x', 'http://[::1]/x'],
    ['a host beyond ASCII', 'https://bücher.example', 'https://xn--bcher-kva.example'],
    ['a line end, as a variable may have', 'https://example.org\n', 'https://example.org'],
  ])('%s: %j', (_, text, base) => expect(parseBase(text, 'It')).toBe(base));

  const absolute = 'it must be an absolute address such as https://example.org/bna.';
  const path = 'its path may contain only letters, digits and . _ ~ - between single slashes.';
  const query = 'it must not have a query or a fragment.';
  const user = 'it must not contain a user name or a password.';
  it.each([
    ['nothing', '', absolute],
    ['a word', 'abc', absolute],
    ['a path', '/bna', absolute],
    ['no scheme', 'example.org', absolute],
    ['no scheme but a port', 'localhost:8080', absolute],
    ['no host', 'https://', absolute],
    ['one slash', 'https:/example.org', absolute],
    ['another scheme', 'ftp://example.org', absolute],
    ['a script', 'javascript://example.org/%0aalert(1)', absolute],
    ['a port too large', 'https://example.org:65536', absolute],
    ['a query', 'https://example.org/?a=1', query],
    ['an empty query', 'https://example.org?', query],
    ['a fragment', 'https://example.org/#a', query],
    ['a user', 'https://me@example.org', user],
    ['a password', 'https://:secret@example.org', user],
    ['two slashes in the path', 'https://example.org/a//b', path],
    ['an encoded path', 'https://example.org/a%20b', path],
    ['a space in the path', 'https://example.org/a b', path],
    ['a letter beyond ASCII in the path', 'https://example.org/é', path],
    ['a hidden folder', 'https://example.org/.well-known', path],
    ['a placeholder of a host', 'https://example.org/:splat', path],
    ['a wildcard of a host', 'https://example.org/*', path],
  ])('%s: %j is refused', (_, text, why) => {
    const message = `--base-url is ${JSON.stringify(text)}: ${why}`;
    expect(() => parseBase(text, '--base-url')).toThrow(new UsageError(message));
  });
});

describe('baseFromEnvironment', () => {
  const [url, pages, vercel] = ['URL', 'CF_PAGES_URL', 'VERCEL_PROJECT_PRODUCTION_URL'];
  it.each([
    ['nothing set', {}, null],
    ['others set', { HOST: 'x.org', DEPLOY_URL: 'https://x.org' }, null],
    ['Netlify', { [url]: 'https://a.netlify.app' }, 'https://a.netlify.app'],
    ['Cloudflare', { [pages]: 'https://a.pages.dev' }, 'https://a.pages.dev'],
    ['Vercel, a bare host', { [vercel]: 'a.vercel.app' }, 'https://a.vercel.app'],
    ['Vercel, an address', { [vercel]: 'https://a.vercel.app' }, 'https://a.vercel.app'],
    [
      'all',
      { [vercel]: 'c.org', [pages]: 'https://b.org', [url]: 'https://a.org' },
      'https://a.org',
    ],
    ['the last two', { [vercel]: 'c.org', [pages]: 'https://b.org' }, 'https://b.org'],
    ['an empty one', { [url]: '', [pages]: 'https://b.org' }, 'https://b.org'],
    ['all empty', { [url]: '', [pages]: '', [vercel]: '' }, null],
  ])('%s -> %j', (_, environment, base) => {
    expect(baseFromEnvironment(environment)).toBe(base);
  });

  it.each([
    ['URL', 'here'],
    ['CF_PAGES_URL', 'b.pages.dev'],
    ['VERCEL_PROJECT_PRODUCTION_URL', 'a b'],
  ])('%s=%s is refused by the name of the variable', (name, value) => {
    expect(() => baseFromEnvironment({ [name]: value })).toThrow(`The variable ${name} is `);
  });
});

describe('localBase', () => {
  it.each([
    ['localhost', undefined, 'http://localhost:8080'],
    ['an IPv4 address', '192.168.0.7', 'http://192.168.0.7:8080'],
    ['an IPv6 address', 'fe80::1', 'http://[fe80::1]:8080'],
  ])('%s', (_, host, base) => expect(localBase(8080, host)).toBe(base));
});

describe('isLocal', () => {
  it.each([
    ['http://localhost:8080', true],
    ['http://api.localhost', true],
    ['http://127.0.0.1/x', true],
    ['http://127.1.2.3', true],
    ['http://[::1]:80', true],
    ['http://0.0.0.0:8080', true],
    ['http://[::]:8080', true],
    ['https://example.org', false],
    ['https://localhost.example.org', false],
    ['https://mylocalhost', false],
    ['http://127.0.0.1.example.org', false],
    ['http://192.168.0.7', false],
  ])('%s -> %j', (base, local) => expect(isLocal(base)).toBe(local));
});
