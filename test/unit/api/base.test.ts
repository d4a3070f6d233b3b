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

  it.each(
    Object.entries({
      'it must be an absolute address such as https://example.org/bna.':
        'abc /bna a.org localhost:80 https:// https:/a.org ftp://a.org data://a.org https://a.org:65536',
      'it must not have a query or a fragment.':
        'https://a.org/?a=1 https://a.org? https://a.org/#a',
      'it must not contain a user name or a password.': 'https://me@a.org https://:secret@a.org',
      'its host may contain only letters, digits, - and _ between single dots.':
        "http://a;include$(x)*;b/ http://a'b http://a$b http://a`b http://a&b http://a,b http://a..b http://-a.org http://a(b) http://a!b http://{a}",
      'its path may contain only letters, digits and . _ ~ - between single slashes.':
        'https://a.org/a//b https://a.org/a%20b https://a.org/é https://a.org/.git https://a.org/*',
    }).flatMap(([why, texts]) => texts.split(' ').map((text) => [text, why])),
  )('%s is refused: %s', (text = '', why) => {
    const message = `--base-url is ${JSON.stringify(text)}: ${why}`;
    expect(() => parseBase(text, '--base-url')).toThrow(new UsageError(message));
  });
});

describe('baseFromEnvironment', () => {
  const environmentOf = (text: string) =>
    Object.fromEntries(text.split(' ').map((one) => one.split(/=(.*)/s).slice(0, 2)));

  it.each(
    rowsOf(`
      HOST=x.org DEPLOY_URL=https://x.org                    -> none
      URL=https://a.org                                      -> https://a.org
      CF_PAGES_URL=https://b.org                             -> https://b.org
      VERCEL_PROJECT_PRODUCTION_URL=c.org                    -> https://c.org
      VERCEL_PROJECT_PRODUCTION_URL=http://c.org             -> http://c.org
      CF_PAGES_URL=https://b.org URL=https://a.org           -> https://a.org
      VERCEL_PROJECT_PRODUCTION_URL=c.org CF_PAGES_URL=https://b.org -> https://b.org
      URL= CF_PAGES_URL=https://b.org                        -> https://b.org
      URL=                                                   -> none`),
  )('%s -> %s', (variables = '', base) => {
    expect(baseFromEnvironment(environmentOf(variables)) ?? 'none').toBe(base);
  });

  it.each(['URL=here', 'CF_PAGES_URL=b.org', 'VERCEL_PROJECT_PRODUCTION_URL=a_?'])(
    '%s is refused, with the name of the variable',
    (variable) => {
      const [name] = variable.split('=');
      const read = () => baseFromEnvironment(environmentOf(variable));
      expect(read).toThrow(`The variable ${name} is `);
    },
  );
});

it.each([
  [undefined, 'http://localhost:8080'],
  ['192.168.0.7', 'http://192.168.0.7:8080'],
  ['fe80::1', 'http://[fe80::1]:8080'],
])('localBase of %s -> %s', (host, base) => expect(localBase(8080, host)).toBe(base));

it.each([
  ...['http://localhost:8080', 'http://api.localhost', 'http://127.1.2.3/x'].map(
    (base) => [base, true] as const,
  ),
  ...['http://[::1]:80', 'http://0.0.0.0:8080', 'http://[::]:8080'].map(
    (base) => [base, true] as const,
  ),
  ...['https://localhost.example.org', 'https://mylocalhost', 'http://127.0.0.1.a.org'].map(
    (base) => [base, false] as const,
  ),
])('isLocal of %s -> %s', (base, expected) => expect(isLocal(base)).toBe(expected));
