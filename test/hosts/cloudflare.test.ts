import http from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cloudflare } from '../../src/hosts/cloudflare/cloudflare.ts';
import { describeContract } from '../contract/contract.ts';
import { hasWorkerd, startCloudflare } from '../support/cloudflare.ts';
import { writeFiles } from '../support/folder.ts';
import { rowsOf } from '../support/table.ts';
import { hostText, withOrderings } from '../support/tiny-grid.ts';

/** Texts with a meaning in a language of the generated files. */
const HOSTILE = [
  ...['a";throw 1;"', "a';throw 1;'", 'a`$\u007bself.x}`', '*/ /*', '//', '</script>', '%{HOST}$1'],
  ...['a\nb', 'a\0b', 'a\u2028b', '\\', '\\u0022', 'x{env.HOME}', '"__proto__":'],
];

/** The methods of Node that Cloudflare's runtime does not know. */
const UNKNOWN_METHODS = 'BIND LINK M-SEARCH MKCALENDAR REBIND SOURCE UNBIND UNLINK'.split(' ');

/** Characters that must be percent-encoded. */
const REJECTED_IN_PATH = '<>`\x7f\x80\xe9\xff';
const REJECTED_IN_QUERY = '"<>\x7f\x80\xe9\xff';

/** Where a character is appended, the usual status, and the characters that get another one. */
const PLACES: [target: string, status: number, exceptions: Record<number, string>][] = [
  ['api/', 404, { 200: '#.?', 400: REJECTED_IN_PATH }],
  ['api', 404, { 200: '/\\', 301: '#?', 400: REJECTED_IN_PATH }],
  ['api/a', 404, { 400: REJECTED_IN_PATH }],
  ['api/cities/?limit=3', 400, { 200: '#&' }],
  ['api/cities/?q=', 200, { 400: REJECTED_IN_QUERY }],
  ['api/cities?q=', 301, { 400: REJECTED_IN_QUERY }],
];

describe.skipIf(!hasWorkerd())('workerd, where Cloudflare builds it for the platform', () => {
  describeContract('cloudflare', startCloudflare, (send, site) => {
    it('a tag that Cloudflare made weak because it compresses -> 304', async () => {
      const target = '/small/api/cities/?limit=4';
      const [tag] = (await send(target)).headers.etag ?? [];
      expect((await send(target, { headers: { 'If-None-Match': `W/${tag}` } })).status).toBe(304);
    });

    it.each(http.METHODS.filter((method) => method !== 'CONNECT'))(
      '%s -> the status in the deviations',
      async (method) => {
        const allowed = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? 200 : 405;
        const { status } = await send('/small/api/cities/', { method });
        expect(status).toBe(UNKNOWN_METHODS.includes(method) ? 501 : allowed);
      },
    );

    it.each(PLACES)('a character after %s -> the status in the deviations', async (...row) => {
      const [place, usual, exceptions] = row;
      for (const character of '!"#$&\'()*+,-./:;<=>?@[\\]^_`{|}~\x7f\x80\xe9\xff') {
        const target = `/small/${place}${character}`;
        const exception = Object.entries(exceptions).find(([, some]) => some.includes(character));
        expect((await send(target)).status, target).toBe(Number(exception?.[0] ?? usual));
      }
    });

    it('hostile names and files of other programs -> the API answers, nothing else is published', async () => {
      const grid = { ...withOrderings(site().grid, ...HOSTILE), formats: HOSTILE };
      writeFiles(site().root, {
        'worker.js': hostText(cloudflare, grid, 'worker.js'),
        '.wrangler/x.txt': 'x',
        'node_modules/x/x.js': 'x',
        'other.txt': 'x',
      });
      const engine = await startCloudflare(site());
      onTestFinished(() => engine.close());
      for (const [target = '', status] of rowsOf(`
        /small/api/cities/?limit=3 -> 200
        /small/api/cities/?limit=4&offset=1 -> 200
        /small/api/cities/?limit=0 -> 400
        /small/%61pi/cities/ -> 200
        /small/data/index.json -> 200
        /small/none.json -> 404
        /other.txt -> 200
        /README.md -> 404
        /worker.js -> 404
        /wrangler.jsonc -> 404
        /.assetsignore -> 404
        /.wrangler/x.txt -> 404
        /node_modules/x/x.js -> 404
        /small/_hosts/cloudflare/worker.js -> 404
      `)) {
        expect((await engine.send(target)).status, target).toBe(Number(status));
      }
    });
  });
});
