import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Grid } from '../../src/core/grid.ts';
import { HEADERS } from '../../src/core/header.ts';
import { literal } from '../../src/hosts/nginx/configuration.ts';
import { nginx } from '../../src/hosts/nginx/nginx.ts';
import { UsageError } from '../../src/util/problem.ts';
import { describeContract } from '../contract/contract.ts';
import { deployed } from '../contract/deployed.ts';
import { askRaw } from '../support/ask.ts';
import { temporaryFolder } from '../support/folder.ts';
import { complaints, guidedServer, NGINX, serveWith, startNginx } from '../support/nginx.ts';
import { smallSite } from '../support/small-site.ts';
import { textOf } from '../support/tiny-grid.ts';

const tinyGrid: Grid = {
  base: 'https://example.org/bna',
  formats: ['json'],
  collections: [
    {
      name: 'cities',
      count: 50,
      key: '[a-z]+',
      orderings: ['name', '-name'],
      pagination: { limits: [2], default: 2 },
    },
  ],
};

describe('what a user deploys', () => {
  it.each(['http.conf', 'server.conf'])('%s', (file) => {
    expect(textOf(nginx, tinyGrid, file)).toBe(readFileSync(`test/hosts/nginx/${file}`, 'utf8'));
  });
});

/** A grid with another ordering. */
const withOrdering = (grid: Grid, ordering: string): Grid => ({
  ...grid,
  collections: grid.collections.map((one) => ({ ...one, orderings: [...one.orderings, ordering] })),
});

describe('texts that nginx cannot quote', () => {
  it.each([
    ['a line end', 'a\n}'],
    ['NUL', 'a\0'],
    ['a carriage return', 'a\rb'],
    ['a variable', '$uri'],
    ['a variable in braces', 'a$' + '{hostname}'],
  ])('%s is rejected', (_, text) => {
    expect(() => literal(text)).toThrow(UsageError);
    expect(() => nginx.files(withOrdering(tinyGrid, text))).toThrow(UsageError);
  });
});

describe.skipIf(!NGINX)('nginx', () => {
  describeContract('nginx', startNginx);

  /** The small site behind a server's configuration that a test changes. */
  async function served(change: (text: string) => string = (text) => text) {
    const site = deployed('nginx', await smallSite(), temporaryFolder());
    const engine = await serveWith((port) => change(guidedServer(site, port)));
    onTestFinished(() => engine.close());
    return engine;
  }

  it('a body of 3 MB -> 405 like any other, with the headers of the contract', async () => {
    const engine = await served();
    const body = Buffer.alloc(3_000_000, 'x');
    const { status, headers } = await engine.ask('/small/api/cities/', { method: 'POST', body });
    expect([status, headers.allow]).toEqual([405, ['GET, HEAD, OPTIONS']]);
  });

  it('a hostile text is one literal argument', async () => {
    const texts = [
      ...['a";deny all;#', "'", '"', '\\', '\\"', '\\n', '{', '}', ';', '# a', 'a b', ''],
      ...['%{ENV:L}', 'x{env.HOME}', '{key}', '~a', 'é'],
    ];
    const engine = await serveWith((port) => {
      const locations = texts.map(
        (text, at) => `location = /${at} { return 200 ${literal(text)}; }`,
      );
      return `server { listen 127.0.0.1:${port};\n${locations.join('\n')} }`;
    });
    onTestFinished(() => engine.close());
    for (const [at, text] of texts.entries()) {
      expect((await engine.ask(`/${at}`)).body.toString()).toBe(text);
    }
  });

  it('hostile names of orderings do no harm', async () => {
    const names = ['a";deny all;#', "a' 'b", 'x{env.HOME}', '}', ';', 'include', '{key}', '#', '"'];
    const { grid } = await smallSite();
    const text = textOf(nginx, names.reduce(withOrdering, grid), 'http.conf');
    const engine = await served((all) => all.replace(/^include .*http\.conf;$/m, () => text));
    const statusOf = async (ordering: string) => {
      const target = `/small/api/cities/?limit=2&ordering=${encodeURIComponent(ordering)}`;
      return (await engine.ask(target)).status;
    };
    expect(await statusOf('-name')).toBe(200);
    // The site has no files for them.
    for (const name of names) expect(await statusOf(name), name).toBe(400);
  });

  it('12 fields of 64 characters, both ways, in 10 collections of a long address -> it loads', () => {
    const long = (letter: string, at: number) => `${letter.repeat(62)}${at + 10}`;
    const fields = Array.from({ length: 12 }, (_, at) => long('f', at));
    const grid: Grid = {
      base: `https://${'x'.repeat(60)}.example.org/${'p'.repeat(100)}`,
      formats: ['json', 'api'],
      collections: Array.from({ length: 10 }, (_, at) => ({
        name: long('c', at),
        count: 1_000_000,
        key: '.*',
        orderings: fields.flatMap((field) => [field, `-${field}`]),
        pagination: { limits: [10, 20, 50, 100], default: 20 },
      })),
    };
    const server = `server { listen 127.0.0.1:1;\n${textOf(nginx, grid, 'server.conf')}}`;
    expect(complaints(`${textOf(nginx, grid, 'http.conf')}\n${server}`)).toBe('');
  });

  it('an argument as long as the limit loads, a longer one does not', () => {
    const { wordBytes = 0 } = nginx.limits;
    const mapOf = (length: number) =>
      `map $uri $x {\n${literal(`~${'a'.repeat(length - 3)}`)} b;\n}`;
    expect(complaints(mapOf(wordBytes))).toBe('');
    expect(complaints(mapOf(wordBytes + 1))).toContain('too long parameter');
  });

  it('two sites in one server block', async () => {
    const { grid } = await smallSite();
    const other = { ...grid, base: 'https://example.org/other' };
    const engine = await served((text) => {
      const both = text.replace(
        'location / ',
        () => `${textOf(nginx, other, 'server.conf')}location / `,
      );
      return `${both}\n${textOf(nginx, other, 'http.conf')}`;
    });
    for (const path of ['/small/api', '/other/api']) {
      expect((await engine.ask(`${path}?x`)).headers.location).toEqual([`${path}/?x`]);
    }
    expect((await engine.ask('/small/api/cities/')).status).toBe(200);
  });

  it.each([
    ['charset utf-8; charset_types application/json;'],
    ['expires 1h; add_header X-Own yes always; add_header Vary Cookie always;'],
    ['gzip on; gzip_types application/json; gzip_min_length 1; gzip_vary on;'],
    ['types { text/x-own json; } default_type text/x-own;'],
    ['error_page 400 404 405 418 /own.html; location ~ [.]json$ { return 403; }'],
    ['merge_slashes off;'],
    ['location ~ cities { return 403; }'],
  ])('a server block with %s changes no answer', async (lines) => {
    const engine = await served((text) => text.replace('server_name', `${lines}\n    server_name`));
    const headers = { 'Accept-Encoding': 'gzip' };
    for (const [target, status] of [
      ['/small/api/cities/', 200],
      ['/small/api/cities/?limit=0', 400],
      ['/small/api//cities/', 404],
    ] as const) {
      const answer = await engine.ask(target, { headers });
      expect(answer.status, target).toBe(status);
      expect(answer.headers).toMatchObject(
        Object.fromEntries(
          Object.entries(HEADERS).map(([name, value]) => [name.toLowerCase(), [value]]),
        ),
      );
      expect(answer.headers).not.toHaveProperty('expires');
      expect(answer.headers).not.toHaveProperty('content-encoding');
    }
  });

  it('requests that client libraries do not send', async () => {
    const { port } = await served();
    const statusOf = async (line: string) => {
      const head = `${line}\r\nHost: example.org\r\nConnection: close\r\n\r\n`;
      return (await askRaw(port, Buffer.from(head)))?.status;
    };
    for (const [name, line, status] of [
      ['an absolute address', 'GET http://e.org/small/api/cities/?limit=2 HTTP/1.1', 200],
      ['an absolute address without a slash', 'GET http://e.org/small/api HTTP/1.1', 301],
      ['HTTP/1.0', 'GET /small/api/cities/ HTTP/1.0', 200],
      ['two slashes at the start', 'GET //small/api/cities/ HTTP/1.1', 404],
      ['a fragment after a value', 'GET /small/api/cities/?limit=2#x HTTP/1.1', 400],
      ['a fragment in a path', 'GET /small/api/countries/#/no/ HTTP/1.1', 404],
      ['an unknown method', 'BREW /small/api/cities/ HTTP/1.1', 405],
      ['TRACE', 'TRACE /small/api/cities/ HTTP/1.1', 405],
      ['an internal location', 'GET /small/api-answer/200/small/data/index.json HTTP/1.1', 404],
      [
        'an internal location of a page',
        'GET /small/api-answer/page/small/data/index.json:/ HTTP/1.1',
        404,
      ],
      ['the server as a whole', 'OPTIONS * HTTP/1.1', 400],
    ] as const) {
      expect(await statusOf(line), name).toBe(status);
    }
  });

  it('If-None-Match: 304 for a page, never for an error', async () => {
    const engine = await served();
    const page = '/small/api/cities/';
    const [tag = ''] = (await engine.ask(page)).headers.etag ?? [];
    const headers = { 'If-None-Match': tag };
    expect((await engine.ask(page, { headers })).status).toBe(304);
    const error = await engine.ask(`${page}?limit=0`, { headers });
    expect(error.status).toBe(400);
    expect(error.headers).not.toHaveProperty('etag');
  });
});
