import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Grid } from '../../src/core/grid.ts';
import { apache } from '../../src/hosts/apache/apache.ts';
import { plain, quoted } from '../../src/hosts/apache/htaccess.ts';
import { UsageError } from '../../src/util/problem.ts';
import { describeContract, type Engine } from '../contract/contract.ts';
import { apacheProgram, startApache } from '../support/apache.ts';
import { writeFiles } from '../support/folder.ts';

const tinyGrid: Grid = {
  base: 'https://example.org/tiny',
  formats: ['json'],
  collections: [
    {
      name: 'cities',
      count: 5,
      key: '[a-z]+',
      orderings: ['-name'],
      pagination: { limits: [2], default: 2 },
    },
  ],
};

// biome-ignore lint/suspicious/noTemplateCurlyInString: Apache would substitute it
const VARIABLE = '${HOME}';

const textOf = (grid: Grid): string => apache.files(grid)['.htaccess'] ?? '';

describe('.htaccess', () => {
  it('of a tiny site', () => {
    const expected = readFileSync(path.join(import.meta.dirname, 'apache.htaccess'), 'utf8');
    expect(textOf(tinyGrid)).toBe(expected);
  });

  it.each([
    ['a";deny all;#'],
    ['x{env.HOME}'],
    [VARIABLE],
    ['%{ENV:HOME}'],
    ['a,R=301'],
    ['a]'],
    ['a\nDeny from all'],
    ['a\0'],
  ])('an ordering %j -> rejected', (ordering) => {
    const [cities] = tinyGrid.collections;
    const grid = { ...tinyGrid, collections: [{ ...cities, orderings: [ordering] }] } as Grid;
    expect(() => textOf(grid)).toThrow(UsageError);
    expect(() => plain(ordering)).toThrow(/cannot be written in a configuration for Apache/);
  });

  it.each(['a\nb', 'a\rb', 'a\0b', VARIABLE])('%j in quotes -> rejected', (text) => {
    expect(() => quoted(text)).toThrow(UsageError);
  });
});

describe.skipIf(!apacheProgram)('Apache', () => {
  describeContract('apache', startApache);

  describe('in addition to the contract', () => {
    const HOSTILE = [
      'a"b',
      "a'b",
      'a\\b',
      'a\\',
      '\\"',
      'a b;c#d',
      '# x',
      '<If>',
      '$1 $ {x} }{',
      'é',
    ];
    const root = mkdtempSync(path.join(os.tmpdir(), 'staticrest-apache-test-'));
    let engine: Engine;
    beforeAll(async () => {
      const lines = HOSTILE.map(
        (text, index) => `Header always set X-Text-${index} ${quoted(text)}`,
      );
      writeFiles(root, {
        'tiny/.htaccess': textOf(tinyGrid),
        'tiny/data/index.json': '{}',
        'tiny/api.html': 'No page of the API.',
        'tiny/data/errors/path.json': '{"detail": "path"}',
        'tiny/data/errors/method.json': '{"detail": "method"}',
        'tiny/api-notes/.htaccess': lines.join('\n'),
      });
      engine = await startApache({ root, grid: tinyGrid, open: true });
    });
    afterAll(async () => {
      await engine?.close();
      rmSync(root, { recursive: true });
    });

    it('a hostile text in quotes -> unchanged', async () => {
      const { headers } = await engine.ask('/tiny/api-notes/');
      const texts = HOSTILE.map((_, index) => headers[`x-text-${index}`]?.[0]);
      expect(texts.map((text = '') => Buffer.from(text, 'latin1').toString())).toEqual(HOSTILE);
    });

    it.each([
      ['/tiny/data/index.json', 200],
      ['/tiny/nothing', 404],
      ['/tiny/apis/', 404],
      ['/tiny/api-notes/', 403],
      ['/', 200],
    ])('%s, outside of the API -> without its headers and bodies', async (target, status) => {
      const answer = await engine.ask(target);
      expect(answer.status).toBe(status);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      expect(answer.headers.vary).not.toEqual(['Accept']);
      expect(String(answer.body)).not.toContain('detail');
    });

    it('a page that the client has cached -> 304 with the headers', async () => {
      const { headers } = await engine.ask('/tiny/api/');
      const again = { headers: { 'If-None-Match': headers.etag?.[0] ?? '' } };
      const answer = await engine.ask('/tiny/api/', again);
      expect(answer.status).toBe(304);
      expect(answer.headers).toMatchObject({ vary: ['Accept'], etag: headers.etag });
    });

    it.each(['If-Match', 'If-Unmodified-Since', 'Range'])('%s -> the whole page', async (name) => {
      const value = name === 'Range' ? 'bytes=0-0' : 'Thu, 01 Jan 1970 00:00:00 GMT';
      const answer = await engine.ask('/tiny/api/', { headers: { [name]: value } });
      expect([answer.status, String(answer.body)]).toEqual([200, '{}']);
    });

    it.each([
      ['TRACE', 405, 'text/html'],
      ['PURGE', 405, 'application/json'],
    ])('%s -> 405', async (method, status, type) => {
      const answer = await engine.ask('/tiny/api/', { method });
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']?.[0]).toMatch(type);
    });

    it.each([
      ['a path that is encoded where the base address has none', '/%74iny/api/', 404],
      ['an absolute address', 'http://example.org/tiny/api/', 200],
      ['an encoded question mark', '/tiny/api/cities/a%3Fb/', 404],
      ['an encoded question mark in a query that is kept', '/tiny/api/cities?x=%3F', 301],
      [
        'the longest request line',
        `/tiny/api/?${'x'.repeat(8191 - 'GET /tiny/api/? HTTP/1.1'.length)}`,
        200,
      ],
      ['a longer one', `/tiny/api/?${'x'.repeat(8192 - 'GET /tiny/api/? HTTP/1.1'.length)}`, 414],
    ])('%s -> %3$s', async (_, target, status) => {
      expect((await engine.ask(target)).status).toBe(status);
    });

    it.each([
      ['/%zz/', 400],
      ['/../x', 404],
      ['/a%2Fb/', 404],
      ['/a%00/', 404],
      ['/../../..', 400],
      ['/%2e%2e/%2e%2e/%2e%2e', 400],
    ])('api%s -> %i by the server itself', async (rest, status) => {
      const answer = await engine.ask(`/tiny/api${rest}`);
      expect(answer.status).toBe(status);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    });
  });
});
