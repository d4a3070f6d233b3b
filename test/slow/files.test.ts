import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basePath } from '../../src/core/grid.ts';
import { testBookCases } from '../contract/books.ts';
import { requestOf } from '../contract/cases.ts';
import type { Engine } from '../contract/contract.ts';
import { type Deployed, deployed } from '../contract/deployed.ts';
import { engineOf } from '../support/engines.mjs';
import { temporaryFolder } from '../support/folder.ts';
import { NGINX, startPlainNginx } from '../support/nginx.ts';
import { serveSite } from '../support/served.ts';
import { startServer } from '../support/server-process.ts';
import { buildShippedSite } from '../support/shipped-site.ts';
import { filesOf } from '../support/site-files.ts';
import { smallSite } from '../support/small-site.ts';
import { valuesOf } from '../support/table.ts';

const PYTHON = engineOf('python');

type Start = (site: Deployed) => Promise<Engine>;

/** Plain hosts that know nothing of the site. */
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
    start: ({ root }) => startPlainNginx(`root ${root};`),
  },
  'preview --plain': {
    start: ({ site }) => serveSite(site, { plain: true, asBuilt: true }),
  },
};

const isData = (body: Buffer): boolean => /^\s*[[{]/.test(String(body));

describe.each(['the shipped site', 'a site below a path'])('%s', (which) => {
  let site: Deployed;
  beforeAll(async () => {
    const folder = temporaryFolder();
    const out = path.join(folder, 'dist');
    const built =
      which === 'the shipped site'
        ? { folder: out, ...(await buildShippedSite(out, 'files')) }
        : await smallSite({ out, host: 'files' });
    site = deployed('files', built, path.join(folder, 'root'));
  });

  describe.each(Object.entries(SERVERS))('on %s', (_, { isMissing = false, start }) => {
    let engine: Engine;
    beforeAll(async () => {
      if (!isMissing) engine = await start(site);
    });
    afterAll(() => engine?.close());
    const send = (file: string) => engine.send(`${basePath(site.grid)}/${file}`);

    /** Every nth file below `api/`, so that there are some hundred. */
    const someFiles = () => {
      const files = filesOf(site.site).filter((file) => file.startsWith('api/'));
      expect(files.length).toBeGreaterThan(100);
      return files.filter((_, index) => index % Math.ceil(files.length / 400) === 0);
    };

    it.skipIf(isMissing)(
      'a page, list and record by path -> its file, whatever the query is',
      async () => {
        for (const file of someFiles()) {
          const { status, body } = await send(`${file}?limit=37&ordering=x`);
          expect(status, file).toBe(200);
          expect(body.equals(readFileSync(path.join(site.site, file))), file).toBe(true);
        }
      },
    );

    it.skipIf(isMissing)('an address that ends with a slash -> no data', async () => {
      const files = someFiles();
      const folders = files.map((file) => `${path.dirname(file)}/`);
      const ofFiles = files.map((file) => file.replace(/\.json$/, '/'));
      for (const address of new Set([...folders, ...ofFiles])) {
        const { body } = await send(`${address}?limit=37`);
        expect(isData(body), address).toBe(false);
      }
    });

    const answering = { send: (target: string) => engine.send(target), composes: false };
    if (which !== 'the shipped site' && !isMissing) testBookCases(answering, true);

    it.runIf(which === 'the shipped site').each(
      valuesOf(`
        /api/countries.json?format=xml | /api/neighborhoods.json?limit=37
        /api/ | /api/countries/ | /api/neighborhoods/?limit=50 | /api/countries/NO/
        /api/countries/ZZ.json | /api/neighborhoods/limit/37.json | /api/countries | POST /api/
      `),
    )('%s -> the file at this path, if there is one', async (request) => {
      const { method, target } = requestOf(request);
      const { status, body } = await engine.send(target, { method });
      const [file = '', query] = target.slice(1).split('?');
      if (file.endsWith('.json') && query) {
        const own = readFileSync(path.join(site.site, file));
        expect([status, body.equals(own)]).toEqual([200, true]);
        return;
      }
      expect(isData(body) && method === 'GET').toBe(false);
      // Some servers send a list of the files in a folder.
      if (method === 'POST' || !file.endsWith('/')) expect(status).toBeGreaterThan(300);
    });
  });
});
