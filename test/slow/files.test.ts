import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bnaApi } from '../../src/bna/bna.ts';
import { basePath } from '../../src/core/grid.ts';
import { build } from '../../src/publish/build.ts';
import type { Engine } from '../contract/contract.ts';
import { type Deployed, deployed } from '../contract/deployed.ts';
import { EXAMPLES } from '../contract/examples.ts';
import { engineOf } from '../support/engines.mjs';
import { NGINX, startPlainNginx } from '../support/nginx.ts';
import { serveSite } from '../support/served.ts';
import { startServer } from '../support/server-process.ts';
import { SHIPPED_BASE } from '../support/shipped-site.ts';
import { filesOf } from '../support/site-files.ts';
import { smallSite } from '../support/small-site.ts';
import { valuesOf } from '../support/table.ts';

const PYTHON = engineOf('python');

type Start = (site: Deployed) => Promise<Engine>;

/** Servers of files that know nothing of the site. */
const SERVERS: Readonly<Record<string, { readonly isMissing?: boolean; readonly start: Start }>> = {
  'python3 -m http.server': {
    isMissing: !PYTHON,
    start: ({ root }) =>
      startServer({
        program: PYTHON,
        configure: (_, port) => [
          ...['-m', 'http.server', '--bind', '127.0.0.1', '--directory', root, `${port}`],
        ],
      }),
  },
  'nginx without a configuration': {
    isMissing: !NGINX,
    start: ({ root }) => startPlainNginx(root),
  },
  'preview --plain': {
    start: ({ site }) => serveSite(site, { plain: true, asBuilt: true }),
  },
};

/** How many requests are sent at once. */
const PARALLEL = 8;

async function forEachOf<T>(values: readonly T[], work: (value: T) => Promise<void>) {
  const rest = values.values();
  const workers = Array.from({ length: PARALLEL }, async () => {
    for (const value of rest) await work(value);
  });
  await Promise.all(workers);
}

const isData = (body: Buffer): boolean => /^\s*[[{]/.test(String(body));

describe.each(['the shipped site', 'a site below a path'])('%s', (which) => {
  let folder = '';
  let site: Deployed;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-files-'));
    const out = path.join(folder, 'dist');
    const options = { content: 'content', out, base: SHIPPED_BASE, host: 'files' } as const;
    const built =
      which === 'the shipped site'
        ? { folder: out, ...(await build({ api: bnaApi, ...options })) }
        : await smallSite({ out, host: 'files' });
    site = deployed('files', built, path.join(folder, 'root'));
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  describe.each(Object.entries(SERVERS))('on %s', (_, { isMissing = false, start }) => {
    let engine: Engine;
    beforeAll(async () => {
      if (!isMissing) engine = await start(site);
    });
    afterAll(() => engine?.close());
    const send = (file: string) => engine.send(`${basePath(site.grid)}/${file}`);

    it.skipIf(isMissing)(
      'each page, list and record by path -> its file, whatever the query is',
      async () => {
        const files = filesOf(site.site).filter((file) => file.startsWith('api/'));
        expect(files.length).toBeGreaterThan(100);
        await forEachOf(files, async (file) => {
          const { status, body } = await send(`${file}?limit=37&ordering=x`);
          expect(status, file).toBe(200);
          expect(body.equals(readFileSync(path.join(site.site, file))), file).toBe(true);
        });
      },
      120_000,
    );

    it.skipIf(isMissing)(
      'an address that ends with a slash -> no data',
      async () => {
        const files = filesOf(site.site).filter((file) => file.startsWith('api/'));
        // Each folder, and some of the addresses of files with a slash in place of `.json`.
        const others = files.filter((_, index) => index % 10 === 0);
        const folders = new Set([
          ...files.map((file) => `${path.dirname(file)}/`),
          ...others.map((file) => file.replace(/\.json$/, '/')),
        ]);
        await forEachOf([...folders], async (address) => {
          const { body } = await send(`${address}?limit=37`);
          expect(isData(body), address).toBe(false);
        });
      },
      120_000,
    );

    it
      .runIf(which === 'the shipped site')
      .each(
        Object.entries(EXAMPLES.files).flatMap(([given, { requests }]) =>
          valuesOf(requests).map((request) => [given, request] as const),
        ),
      )('a difference: %s: %s', async (given, request) => {
      const [target = '', method = 'GET'] = request.split(' ').reverse();
      const { status, body } = await engine.send(target, { method });
      if (given.startsWith('a query string')) {
        const [file = ''] = target.slice(1).split('?');
        expect([status, body.equals(readFileSync(path.join(site.site, file)))]).toEqual([
          200,
          true,
        ]);
      } else {
        expect(isData(body) && method === 'GET').toBe(false);
        if (!given.startsWith('a path that ends')) expect(status).toBeGreaterThan(300);
      }
    });
  });
});
