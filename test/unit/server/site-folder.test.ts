import fs, { appendFileSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Grid } from '../../../src/core/grid.ts';
import { baseAt, openSiteFolder, SiteFolder } from '../../../src/server/site-folder.ts';
import type { Answer } from '../../support/http.ts';
import { pageText } from '../../support/page-text.ts';
import { SMALL_BASE } from '../../support/rendered-site.ts';
import { servedSite } from '../../support/served.ts';
import { rowsOf, valuesOf } from '../../support/table.ts';
import { THINGS, thingsSite } from '../../support/things-api.ts';

const site = await thingsSite();
const list = '/small/api/things/';
const PAGE = 'api/things/limit/20.json';

/** The headers of an answer but its date, which can differ between two equal answers. */
const headersOf = ({ headers: { date: _, ...rest } }: Answer) => rest;

// Pages, a record, the index, composed pages, described files.
const found = valuesOf(`
  ${list} | ${list}3/ | /small/api/ | ${list}?limit=4&offset=3 | /small/ | /small/explorer.js
`);

describe.each([...found, '/small/api/things?limit=7 301', `${list}?limit=0 400`])('%s', (row) => {
  const [target = '', status = '200'] = row.split(' ');

  it('HEAD and another tag change nothing', async () => {
    const { send } = await servedSite(site.folder);
    const whole = await send(target);
    const isFound = status === '200';
    expect(whole.status).toBe(Number(status));
    expect(whole.headers['content-length']).toEqual([String(whole.body.length)]);
    expect(whole.headers.etag !== undefined).toBe(isFound);
    const head = await send(target, { method: 'HEAD' });
    expect({ ...head, headers: headersOf(head) }).toEqual({
      ...{ status: whole.status, headers: headersOf(whole), body: Buffer.alloc(0) },
    });
    const again = await send(target, { headers: { 'if-none-match': isFound ? '"other"' : '*' } });
    expect(again.body.equals(whole.body)).toBe(true);
  });

  it.runIf(status === '200')('which the client has -> 304 without a body', async () => {
    const { send } = await servedSite(site.folder);
    const whole = await send(target);
    const { 'content-length': length, ...others } = headersOf(whole);
    for (const known of [`"other", W/${whole.headers.etag?.[0]}`, '*']) {
      const answer = await send(target, { headers: { 'if-none-match': known } });
      expect([answer.status, headersOf(answer), answer.body.length]).toEqual([304, others, 0]);
    }
  });
});

it.each(['/small/explorer.js', list])('a range of %s -> the whole body', async (target) => {
  const { send } = await servedSite(site.folder);
  const whole = await send(target);
  const { status, body } = await send(target, { headers: { range: 'bytes=2-9' } });
  expect([status, String(body)]).toEqual([200, String(whole.body)]);
});

describe('the base address of links', () => {
  const grid: Grid = { hostKind: 'rules', base: SMALL_BASE, formats: [], collections: [] };

  it.each(
    rowsOf(`
      localhost:9999 -> http://localhost:9999
      [fd00::7] -> http://[fd00::7]
      LocalHost:9999 -> http://localhost:9999
      api.example.org:80 -> http://api.example.org
      my_machine:9999 -> http://my_machine:9999
    `),
  )('on the host %s: %s', (host, origin) => {
    expect(baseAt(grid, `http://${host}`)).toBe(`${origin}/small`);
  });

  const invalid = valuesOf(`
    a"b | x/y | user:secret@host | localhost:99999 | localhost:1:2 | x?y | a, b | %6cocalhost | $&
  `);
  it.each(['', ...invalid])('on the host %j: as built', (host) => {
    expect(baseAt(grid, `http://${host}`)).toBe(SMALL_BASE);
  });
});

it('a composed page has links to the requested host', async () => {
  const { send } = await servedSite(site.folder);
  const page = { limit: 3, offset: 0 };
  const { body } = await send(`${list}?limit=3`, { headers: { host: 'elsewhere.example' } });
  expect(body.toString()).toBe(
    pageText('http://elsewhere.example/small/api/things/', THINGS, page),
  );
});

it('a file that is sent as it is gets another tag when it is changed', async () => {
  const folder = site.copy();
  const { send } = await servedSite(folder);
  const [etag = ''] = (await send('/small/explorer.js')).headers.etag ?? [];
  const again = () => send('/small/explorer.js', { headers: { 'if-none-match': etag } });
  expect((await again()).status).toBe(304);
  appendFileSync(path.join(folder, 'explorer.js'), ' ');
  expect((await again()).status).toBe(200);
});

it('the root of its store is a link out of the site -> a UsageError', () => {
  const folder = site.copy();
  renameSync(path.join(folder, 'data/root.json'), `${folder}-root.json`);
  symlinkSync(`${folder}-root.json`, path.join(folder, 'data/root.json'));
  expect(() => new SiteFolder(folder).grid).toThrow('data/root.json can’t be read');
});

it('an error while a file is checked -> it is not opened', () => {
  const { open } = openSiteFolder(site.folder);
  const check = vi.spyOn(fs.realpathSync, 'native').mockImplementation(() => {
    throw new Error('EMFILE');
  });
  const opened = vi.spyOn(fs, 'openSync');
  expect(() => open?.('index.html')).toThrow('EMFILE');
  expect(opened).not.toHaveBeenCalled();
  for (const spy of [check, opened]) spy.mockRestore();
});

describe('a site that is replaced while it is served', () => {
  it.each([
    ['missing for a moment', false],
    ['replaced', true],
  ])('%s in the middle of an answer -> the work is repeated', async (_, isReplaced) => {
    const [folder, other] = [site.copy(), site.copy()];
    let attempts = 0;
    const body = await new SiteFolder(folder).use(async ({ read }) => {
      attempts += 1;
      if (attempts > 1) return read(PAGE);
      renameSync(folder, `${folder}-away`);
      if (isReplaced) renameSync(other, folder);
      const result = await read(PAGE);
      if (!isReplaced) setImmediate(() => renameSync(`${folder}-away`, folder));
      return result;
    });
    expect(attempts).toBe(2);
    expect(Buffer.from(body ?? []).toString()).toBe(site.text(PAGE));
  });

  it('missing -> 503 in JSON; back again -> served', async () => {
    const folder = site.copy();
    const { send } = await servedSite(folder);
    const before = await send(list);
    renameSync(folder, `${folder}-away`);
    const { status, headers, body } = await send(list);
    expect([status, headers['cache-control'], headers.etag]).toEqual([
      503,
      ['no-store'],
      undefined,
    ]);
    expect(JSON.parse(body.toString()).detail).toContain('no site to serve');
    renameSync(`${folder}-away`, folder);
    expect((await send(list)).body.equals(before.body)).toBe(true);
  });
});
