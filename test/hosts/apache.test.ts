import { describe, expect, it, onTestFinished } from 'vitest';
import { describeContract } from '../contract/contract.ts';
import { APACHE, startApache } from '../support/apache.ts';
import { exchangeBytes } from '../support/http.ts';
import { rowsOf } from '../support/table.ts';

describe.skipIf(!APACHE)('Apache', () => {
  describeContract('apache', startApache, (send, site) => {
    it.each([
      ['/small/data/root.json', 200],
      ['/small/nothing', 404],
      ['/', 404],
    ])('%s, outside of the API -> %i without the headers of the API', async (target, status) => {
      const answer = await send(target);
      expect(answer.status).toBe(status);
      expect(answer.headers).not.toHaveProperty('allow');
      expect(answer.headers.vary).not.toEqual(['Accept']);
    });

    it.each(
      rowsOf(`
        the API -> /small/api/cities?limit=2 -> /small/api/cities/?limit=2
        the site -> /small -> /small/
        a folder -> /small/downloads?x=1 -> /small/downloads/?x=1
      `),
    )('a redirect: %s -> the scheme of the base in its domain', async (_, from = '', to) => {
      const { hostname } = new URL(site().grid.base);
      const domain = hostname.replace('me.', '');
      const https = [hostname, hostname.toUpperCase(), `www.${hostname}`, `staging.${domain}:8443`];
      const http = ['localhost:8080', '127.0.0.1', `evil${domain}`, `${domain}.evil.org`];
      for (const Host of [...https, ...http]) {
        const { status, headers } = await send(from, { headers: { Host } });
        const scheme = https.includes(Host) ? 'https' : 'http';
        expect([status, headers.location]).toEqual([301, [`${scheme}://${Host}${to}`]]);
      }
    });

    it('HTTP/1.0 without a host -> a redirect to the name of the server', async () => {
      const engine = await startApache(site());
      onTestFinished(() => engine.close());
      const answer = await exchangeBytes(engine.port, (socket) => {
        socket.write('GET /small/api HTTP/1.0\r\n\r\n');
      });
      expect(String(answer)).toContain('\r\nLocation: http://localhost/small/api/\r\n');
    });

    it('a host that is none -> 400', async () => {
      for (const Host of ['www.github.io/x', 'a"b.github.io', 'x@github.io', 'a b.github.io']) {
        expect((await send('/small/api/cities', { headers: { Host } })).status, Host).toBe(400);
      }
    });

    it.each([
      ['If-Match', '"x"'],
      ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
      ['Accept', 'text/html'],
    ])('%s: %s -> the record', async (name, value) => {
      const headers = { [name]: value };
      expect((await send('/small/api/countries/no/', { headers })).status).toBe(200);
    });

    it('a server without mod_deflate -> the page, uncompressed', async () => {
      const engine = await startApache(site(), (text) => text.replace(/^.*deflate.*$/gm, ''));
      onTestFinished(() => engine.close());
      const headers = { 'Accept-Encoding': 'gzip' };
      const answer = await engine.send('/small/api/', { headers });
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty('content-encoding');
    });

    const longest = 8191 - 'GET /small/api/? HTTP/1.1'.length;
    it.each(
      rowsOf(`
        a base path that is encoded -> /%73mall/api/ -> 404
        an absolute address -> http://example.org/small/api/ -> 200
        an encoded question mark -> /small/api/cities/a%3Fb/ -> 404
        the longest request line -> /small/api/?${'x'.repeat(longest)} -> 200
        a longer request line -> /small/api/?${'x'.repeat(longest + 1)} -> 414
        an unknown method -> PURGE /small/api/ -> 405
      `),
    )('%s -> %3$s', async (_, request = '', status) => {
      const [target = '', method = 'GET'] = request.split(' ').reverse();
      expect((await send(target, { method })).status).toBe(Number(status));
    });
  });
});
