import { describe, expect, it, onTestFinished } from 'vitest';
import type { Grid } from '../../src/core/grid.ts';
import { HEADERS } from '../../src/core/header.ts';
import { nginx } from '../../src/hosts/nginx/nginx.ts';
import { COMPRESSING_HEADERS } from '../../src/hosts/rules/printing.ts';
import { describeContract } from '../contract/contract.ts';
import { temporaryFolder } from '../support/folder.ts';
import { configurationErrors, IPV6, NGINX, startNginx } from '../support/nginx.ts';
import { rowsOf } from '../support/table.ts';
import { hostText, tinyGrid, withFilter } from '../support/tiny-grid.ts';

describe.skipIf(!NGINX)('nginx', () => {
  describeContract('nginx', startNginx, (send, site) => {
    /** Starts nginx with an edited configuration, until the test has finished. */
    async function started(change: (http: string) => string) {
      const engine = await startNginx(site(), change);
      onTestFinished(() => engine.close());
      return engine;
    }

    it('a body of 3 MB -> 405 like any other, with the headers of the contract', async () => {
      const body = Buffer.alloc(3_000_000, 'x');
      const { status, headers } = await send('/small/api/cities/', { method: 'POST', body });
      expect([status, headers.allow]).toEqual([405, ['GET, HEAD, OPTIONS']]);
    });

    it.skipIf(!IPV6)('a request over IPv6 -> the same answer', async () => {
      const { port } = await started((http) => http);
      const answer = await fetch(`http://[::1]:${port}/small/api/cities/`);
      expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    });

    it('two sites in one server block -> both answer', async () => {
      const other = { ...site().grid, base: 'https://example.org/other' };
      const server = hostText(nginx, other, 'server.conf');
      const engine = await started((http) => {
        const both = http.replace('location /small/ ', () => `${server}location /small/ `);
        return `${both}\n${hostText(nginx, other, 'http.conf')}`;
      });
      for (const path of ['/small/api', '/other/api']) {
        expect((await engine.send(`${path}?x`)).headers.location).toEqual([`${path}/?x`]);
      }
      expect((await engine.send('/small/api/cities/')).status).toBe(200);
    });

    it.each([
      'expires 1h; add_header X-Own yes always; add_header Vary Cookie always;',
      'gzip on; gzip_types application/json; gzip_min_length 1; gzip_vary on;',
      'types { text/x-own json; } default_type text/x-own;',
      'error_page 400 404 405 418 /own.html; location ~ [.]json$ { return 403; }',
    ])('a server block with %s -> the same answers', async (lines) => {
      const engine = await started((http) => http.replace('server_name', `${lines} $&`));
      const headers = { 'Accept-Encoding': 'gzip' };
      for (const [target, status, encoding] of [
        ['/small/api/cities/', 200],
        ['/small/api/cities/?limit=0', 400],
        ['/small/api//cities/', 404, ['gzip']],
      ] as const) {
        const answer = await engine.send(target, { headers });
        expect(answer.status, target).toBe(status);
        for (const [name, value] of Object.entries({ ...HEADERS, ...COMPRESSING_HEADERS })) {
          expect(answer.headers[name.toLowerCase()], name).toEqual([value]);
        }
        expect(answer.headers).not.toHaveProperty('expires');
        expect(answer.headers['content-encoding']).toEqual(encoding);
      }
    });

    const longest = 8190 - 'GET /small/api/? HTTP/1.1'.length;
    it.each(
      rowsOf(`
        the longest request line -> /small/api/?${'x'.repeat(longest)} -> 200
        a longer request line -> /small/api/?${'x'.repeat(longest + 1)} -> 414
        an absolute address without a slash -> http://e.org/small/api -> 301
        an internal location -> /small/api-answer/200/small/data/index.json -> 404
        the server as a whole -> OPTIONS * -> 400
      `),
    )('%s -> %3$s', async (_, request = '', status) => {
      const [target = '', method = 'GET'] = request.split(' ').reverse();
      expect((await send(target, { method })).status).toBe(Number(status));
    });
  });

  it('two builds with other filters -> no variable of both', () => {
    const namesOf = (grid: Grid) =>
      [...hostText(nginx, grid, 'http.conf').matchAll(/\$api_\w+/g)].map(String);
    const names = namesOf(withFilter(tinyGrid, 'area'));
    expect(names.length).toBeGreaterThan(0);
    expect(namesOf(tinyGrid).filter((name) => names.includes(name))).toEqual([]);
  });

  it('12 fields and filters of 64 characters, in 10 collections of a long address -> accepted', () => {
    const long = (letter: string, at: number) => `${letter.repeat(62)}${at + 10}`;
    const fields = Array.from({ length: 12 }, (_, at) => long('f', at));
    const allOf = (count: number) => ({ [Array(count).fill('x').join('/')]: 1 });
    const grid: Grid = {
      hostKind: 'rules',
      base: `https://${'x'.repeat(60)}.example.org/${'p'.repeat(100)}`,
      formats: ['json', 'api'],
      collections: Array.from({ length: 10 }, (_, at) => ({
        name: long('c', at),
        count: 1_000_000,
        key: '.*',
        orderings: fields.flatMap((field) => [field, `-${field}`]),
        filters: Object.fromEntries(
          fields.map((field) => [field, { fields: [field], match: 'equals' as const }]),
        ),
        partitions: { filters: fields.slice(6), orderings: [], limits: [20], counts: allOf(6) },
        pagination: { limits: [10, 20, 50, 100], default: 20 },
      })),
    };
    const server = `server { listen 127.0.0.1:1;\n${hostText(nginx, grid, 'server.conf')}}`;
    const http = `${hostText(nginx, grid, 'http.conf')}\n${server}`;
    expect(configurationErrors(http, temporaryFolder())).toBe('');
  });

  it('an argument as long as the limit -> accepted; a longer one -> rejected', () => {
    const { wordBytes = 0 } = nginx.limits;
    const errors = [wordBytes, wordBytes + 1].map((length) => {
      const argument = `"~${'a'.repeat(length - 3)}"`;
      return configurationErrors(`map $uri $x {\n${argument} b;\n}`, temporaryFolder());
    });
    expect(errors).toEqual(['', expect.stringContaining('too long parameter')]);
  });
});
