import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { basePath } from '../../src/core/grid.ts';
import { FILE_HEADERS } from '../../src/core/header.ts';
import { REFERENCE } from '../../src/describe/files.ts';
import type { HostName } from '../../src/hosts/host.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { filesOf } from '../support/site-files.ts';
import { PUBLIC_FILES } from '../support/small-site.ts';
import { rowsOf } from '../support/table.ts';
import type { Engine } from './contract.ts';
import type { Built } from './deployed.ts';

/**
 * One file of each kind outside of the API, and its media type. A star stands for the rest of the name of the
 * largest file.
 */
const FILES = `
  index.html -> text/html; charset=utf-8
  reference.html -> text/html; charset=utf-8
  openapi.json -> application/json
  explorer.js -> text/javascript; charset=utf-8
  explorer.css -> text/css; charset=utf-8
  explorer.svg -> image/svg+xml
  client.js -> text/javascript; charset=utf-8
  manifest.json -> application/json
  data/root.json -> application/json
  downloads/README.md -> text/markdown; charset=utf-8
  downloads/SHA256SUMS -> text/plain; charset=utf-8
  downloads/datapackage.json -> application/json
`;
const SHIPPED_FILES = `${FILES}
  explorer-map.js -> text/javascript; charset=utf-8
  data/points/neighborhoods.json -> application/json
  data/store/*.txt -> text/plain; charset=utf-8
  data/store/*.bin -> application/octet-stream
  feed.xml -> application/xml
  downloads/neighborhoods.csv -> text/csv; charset=utf-8
  downloads/neighborhoods.jsonl -> application/jsonl
  downloads/neighborhoods.parquet -> application/vnd.apache.parquet
  downloads/neighborhoods.geojson -> application/geo+json
`;
const SMALL_FILES = `${FILES}
  downloads/cities.csv -> text/csv; charset=utf-8
`;

/** The hosts whose configuration compresses. */
export const COMPRESSING: readonly HostName[] = ['nginx', 'apache', 'caddy', 'node'];

/** The hosts that make tags, as far as they run here. */
const TAGGING: readonly HostName[] = [...COMPRESSING, 'cloudflare'];

/** The files whose media types are the host's own: no path of `_headers` on Netlify has an extension only. */
const UNTYPED: Readonly<Partial<Record<HostName, RegExp>>> = { netlify: /^data\/store\// };

const PARQUET = 'downloads/neighborhoods.parquet';

/** The files that a server does not compress, because they have less than some 512 bytes or are compressed. */
const PLAIN = ['explorer.svg', 'downloads/cities.csv', PARQUET];

/** The elements of a header that is a list. */
export const listed = (values: readonly string[] = []): string[] => values.join().split(/\s*,\s*/);

/** Tests what an engine answers with files of a site outside of the API: statuses, headers and bytes. */
export function testFiles(
  name: HostName,
  send: Engine['send'],
  built: () => Built,
  which: 'shipped' | 'small',
): void {
  const rows = rowsOf(which === 'shipped' ? SHIPPED_FILES : SMALL_FILES);

  /** The target of a request for a file, and its bytes. */
  function requestFor(row: string) {
    const { folder, grid } = built();
    const [start = '', end = ''] = row.split('*');
    const bodies = filesOf(folder)
      .filter((file) => file.startsWith(start) && file.endsWith(end))
      .map((file) => ({ file, body: readFileSync(path.join(folder, file)) }))
      .sort((a, b) => b.body.length - a.body.length);
    const [{ file, body } = { file: row, body: Buffer.alloc(0) }] = bodies;
    // Cloudflare redirects /reference.html to /reference.
    const redirected = name === 'cloudflare' ? REFERENCE : '';
    const urlPath = file === redirected ? 'reference' : file.replace(/^index\.html$/, '');
    return { target: `${basePath(grid)}/${urlPath}`, body };
  }

  it.each(rows)('a file: %s -> %s', async (file = '', type) => {
    const { target, body } = requestFor(file);
    const { status, headers, body: sent } = await send(target);
    expect(status).toBe(200);
    expect(sent.equals(body)).toBe(true);
    const head = await send(target, { method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    const named = Object.entries(FILE_HEADERS).map(([key, value]) => [key.toLowerCase(), [value]]);
    const expected = {
      ...Object.fromEntries(named),
      ...(!UNTYPED[name]?.test(file) && { 'content-type': [type] }),
    };
    expect(headers).toMatchObject(expected);
    expect(head.headers).toMatchObject(expected);
  });

  it.runIf(TAGGING.includes(name)).each(rows)(
    'a tag that the client knows: %s -> 304',
    async (file) => {
      const { target } = requestFor(file ?? '');
      for (const encoding of [{}, GZIP]) {
        const answerFor = async (tag?: string) => {
          const condition = tag && { 'If-None-Match': tag };
          const answer = await send(target, { headers: { ...encoding, ...condition } });
          return { ...answer, caching: answer.headers['cache-control'] };
        };
        const { headers, caching } = await answerFor();
        const [tag = ''] = headers.etag ?? [];
        // A client replaces the headers that it keeps by those of this answer. Apache marks a tag
        // as weak in the first second after the file was written.
        const known = await answerFor(tag);
        expect(known, tag).toMatchObject({ status: 304, caching });
        const { etag: [later = ''] = [], 'content-encoding': coding } = known.headers;
        if (!headers['content-encoding'])
          expect([later.replace('W/', ''), coding]).toEqual([tag.replace('W/', ''), undefined]);
        expect(await answerFor('"x-gzip"')).toMatchObject({ status: 200 });
      }
    },
  );

  const large = rows.filter(([file = '']) => !PLAIN.includes(file));

  it.runIf(COMPRESSING.includes(name)).each(large)('gzip: %s', async (file) => {
    const { target, body } = requestFor(file ?? '');
    const plain = await send(target);
    const compressed = await send(target, { headers: GZIP });
    expect(compressed.headers['content-encoding']).toEqual(['gzip']);
    expect(compressed.headers['content-type']).toEqual(plain.headers['content-type']);
    expect(gunzipSync(compressed.body).equals(body)).toBe(true);
    expect(compressed.body.length).toBeLessThan(body.length);
    for (const { headers } of [plain, compressed]) {
      expect(listed(headers.vary).filter((one) => one === 'Accept-Encoding')).toHaveLength(1);
      expect(headers['access-control-allow-origin']).toEqual(['*']);
    }
    // Different bytes may share only a weak tag: RFC 9110, 8.8.3.3
    const [tag = '', other = ''] = [plain, compressed].map(({ headers }) => headers.etag?.join());
    expect(tag !== other || other.startsWith('W/'), tag + other).toBe(true);
  });

  it.runIf(which === 'shipped')('no gzip: a Parquet file', async () => {
    const { headers } = await send(requestFor(PARQUET).target, { headers: GZIP });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  // Netlify's files are sent by a server of ours.
  it.runIf(which === 'shipped' && name !== 'netlify')(
    'the length of a Parquet file, then its end and other ranges, as DuckDB reads it -> parts with one tag',
    async () => {
      const { target, body } = requestFor(PARQUET);
      const { headers: whole } = await send(target, { method: 'HEAD' });
      const hasRanges = !('ranges' in HOSTS[name].deviations);
      const length = [String(body.length)];
      if (hasRanges)
        expect(whole).toMatchObject({ 'content-length': length, 'accept-ranges': ['bytes'] });
      for (const [start, end] of [
        [body.length - 8, body.length - 1],
        [body.length - 2000, body.length - 1],
        [4, 1003],
      ] as const) {
        const answer = await send(target, { headers: { Range: `bytes=${start}-${end}` } });
        expect(answer.status).toBe(hasRanges ? 206 : 200);
        expect(answer.headers.etag).toEqual(whole.etag);
        if (!hasRanges) continue;
        expect(answer.headers['content-range']).toEqual([`bytes ${start}-${end}/${body.length}`]);
        expect(answer.body.equals(body.subarray(start, end + 1))).toBe(true);
      }
    },
  );
}

/** Tests what an engine answers with the files of `public/`. */
export function testPublicFiles(name: HostName, send: Engine['send'], built: () => Built): void {
  it.each(Object.entries(PUBLIC_FILES))('a file of public/: %s -> %s', async (file, type) => {
    const target = `${basePath(built().grid)}/${encodeURI(file).replace(/index\.html$/, '')}`;
    const { status, headers, body } = await send(target);
    expect([status, String(body)]).toEqual([200, file]);
    // Netlify's media types are not configured, and Cloudflare has no pattern for files without an extension.
    const isTyped = name !== 'netlify' && (name !== 'cloudflare' || file.includes('.'));
    if (isTyped) expect(headers['content-type']).toEqual([type]);
    expect((await send(target, { method: 'HEAD' })).status).toBe(200);
  });
}

/** A CDN adds Via. */
export const GZIP = { 'Accept-Encoding': 'gzip', Via: '1.1 example.org' };
