import { describe, expect, it } from 'vitest';
import type { Grid } from '../../../src/core/grid.ts';
import { formatWord, quoteArgument } from '../../../src/hosts/apache/htaccess.ts';
import {
  assertPlain,
  formatOutput,
  formatPattern,
  formatTemplate,
  formatToken,
} from '../../../src/hosts/caddy/caddyfile.ts';
import type { Host } from '../../../src/hosts/host.ts';
import { HOSTS, type HostName } from '../../../src/hosts/hosts.ts';
import { quoteLiteral } from '../../../src/hosts/nginx/configuration.ts';
import { UsageError } from '../../../src/util/problem.ts';
import { tinyGrid, withFilter, withOrderings } from '../../support/tiny-grid.ts';

const VARIABLE = '$\u007bHOME}';

/** Texts that a host's configuration cannot hold. */
const UNSAFE: Partial<Record<HostName, readonly string[]>> = {
  apache: [
    ...['a";deny all;#', 'x{env.HOME}', VARIABLE, '%{ENV:HOME}', 'a,R=301', 'a]', 'a\nDeny', 'a\0'],
  ],
  caddy: ['x{env.HOME}', '{$HOME}', 'a`b', 'a\n}\nrespond "mine"\n', 'a\r', '}', 'a\0'],
  nginx: ['a\n}', 'a\rb', 'a\0', '$uri', VARIABLE],
  netlify: [
    ...['a b', 'a\n/* https://evil.example 200', 'a\t#', '#a', 'a";deny all;#', 'x{env.HOME}', 'é'],
    ...['%{ENV:HOME}', "a'", '$1', 'a=b', ':splat', '*', 'a\0', 'a|b'],
  ],
};

describe.each(Object.entries(UNSAFE))(
  '%s: a name that would change a rule -> rejected',
  (name, texts) => {
    it.each(texts)('%j', (text) => {
      const host: Host = HOSTS[name as HostName];
      const grids: Grid[] = [
        withOrderings(tinyGrid, text),
        { ...tinyGrid, collections: tinyGrid.collections.map((one) => ({ ...one, name: text })) },
        { ...tinyGrid, formats: [text] },
        withFilter(tinyGrid, text),
      ];
      for (const grid of grids) {
        expect(() => host.files(grid)).toThrow(
          `cannot be written in a configuration for ${host.title}`,
        );
      }
    });
  },
);

describe.each([
  ['Apache: an unquoted text', [formatWord], UNSAFE.apache],
  ['Apache: a quoted text', [quoteArgument], ['a\nb', 'a\rb', 'a\0b', VARIABLE]],
  ['Caddy', [formatToken, formatPattern, formatOutput, formatTemplate, assertPlain], UNSAFE.caddy],
  ['nginx', [quoteLiteral], UNSAFE.nginx],
] as const)('%s: a text that cannot be quoted -> rejected', (_, printers, texts = []) => {
  it.each(texts)('%j', (text) => {
    for (const print of printers) expect(() => print(text)).toThrow(UsageError);
  });
});

it.each(['/a*', '/a"', '/a\n/worker.js', '/!a', '/a b', '/[a]', '/a\0'])(
  'Cloudflare: a site at the path %j -> rejected',
  (path) => {
    const grid = { ...tinyGrid, base: `https://me.example${path}` };
    expect(() => HOSTS.cloudflare.files(grid)).toThrow(UsageError);
  },
);

it.each([
  ['caddy', 'https://example.org\n}\n'],
  ['netlify', 'https://example.org/a=b'],
] as const)('%s: a site at %j -> rejected', (name, base) => {
  expect(() => HOSTS[name].files({ ...tinyGrid, base })).toThrow(UsageError);
});

it.each([
  [formatToken, 'name', 'name'],
  [formatToken, '', '``'],
  [formatToken, 'a"b', '`a"b`'],
  [formatToken, "it's; #b", "`it's; #b`"],
  [formatToken, 'a\\', '`a\\`'],
  [formatToken, '$HOME', '`$HOME`'],
  [formatToken, '<<END', '`<<END`'],
  [formatToken, '@there', '`@there`'],
  [formatToken, '*', '`*`'],
  [formatPattern, '^a|b$', '`~^a|b$`'],
  [formatOutput, '$1', '`$$1`'],
  [formatOutput, '050', '`050`'],
  [formatOutput, 'nan', '`nan`'],
  [formatTemplate, 'l-{limit}/{offset}.json', 'l-{staticrest.limit}/{staticrest.offset}.json'],
  [formatTemplate, 'a b/{limit}', '`a b/{staticrest.limit}`'],
])('Caddy: %o of %j -> %s', (print, text, expected) => {
  expect(print(text)).toBe(expected);
});
