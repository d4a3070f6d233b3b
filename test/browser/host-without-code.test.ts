import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bnaApi } from '../../src/bna/bna.ts';
import { build } from '../../src/publish/build.ts';
import { deployed } from '../contract/deployed.ts';
import { collectProblems, describeInChromium, eventually } from '../support/chromium.ts';
import { NGINX, startNginx } from '../support/nginx.ts';
import { SHIPPED_BASE, shippedManifest, shippedSite } from '../support/shipped-site.ts';
import { staticHost } from '../support/static-host.ts';
import { rowsOf } from '../support/table.ts';

/** Serves the shipped site on a host without code, from an empty folder. */
const HOSTS = {
  nginx: async (folder: string) => {
    const built = { folder: shippedSite(), grid: shippedManifest().grid };
    const { port, close } = await startNginx(deployed('nginx', built, folder));
    return { root: `http://127.0.0.1:${port}/`, close };
  },
  files: async (folder: string) => {
    const out = path.join(folder, 'dist');
    const options = { content: 'content', out, base: SHIPPED_BASE, host: 'files' } as const;
    await build({ api: bnaApi, ...options });
    const { origin, close } = await staticHost(out, { notFound: '404.html' });
    return { root: `${origin}/`, close };
  },
};

describe.each(NGINX ? (['nginx', 'files'] as const) : (['files'] as const))('%s', (name) => {
  describeInChromium('the page on a host without code', (browser) => {
    let folder = '';
    let host: Awaited<ReturnType<(typeof HOSTS)['files']>>;
    beforeAll(async () => {
      folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-page-'));
      host = await HOSTS[name](folder);
    });
    afterAll(async () => {
      await host?.close();
      rmSync(folder, { recursive: true });
    });

    /** Opens the page with a request, with the statuses of all responses. */
    async function visit(target: string) {
      const page = await browser.openPage();
      const { root } = host;
      const problems = collectProblems(page, root);
      const failed: string[] = [];
      page.on('response', (one) => one.status() >= 400 && failed.push(one.url()));
      await page.goto(`${root}#/${target}`);
      const text = (selector: string) => page.locator(`#try-it ${selector}`).innerText();
      const note = page.locator('#try-it [data-composed]');
      return { page, root, problems, failed, text, note };
    }

    it.each(
      rowsOf(`
        a search         -> search=portland              -> records 1–3 of 3          -> composed
        a filter         -> name=ville&country=US        -> records 1–20 of           -> composed
        a part of a code -> country=ca                   -> records 1–20 of           -> composed
        a sort           -> ordering=city_fips           -> records 1–20 of 2,620     -> composed
        several sorts    -> ordering=state_abbrev,-label -> records 1–20 of 2,620     -> composed
        a page size      -> limit=37&offset=74           -> records 75–111 of 2,620   -> composed
        all at once      -> search=lake&ordering=-name&limit=7 -> records 1–7 of      -> composed
        a page           -> limit=50&ordering=label      -> records 1–50 of 2,620     -> sent
        a partition      -> country=US&state=CO          -> records 1–20 of 96        -> sent
      `),
    )('%s: %s -> %s', async (_, query, status = '', how) => {
      const { root, problems, failed, text, note } = await visit(`api/neighborhoods/?${query}`);
      await eventually(() => text('.status')).toContain(`200 OK`);
      expect(await text('.status')).toContain(status);
      expect(await note.isVisible()).toBe(how === 'composed');
      const client = `import { connect } from '${root}client.js';`;
      expect((await text('.request code')).startsWith(client)).toBe(how === 'composed');
      expect([failed, problems]).toEqual([[], []]);
    });

    it.each(
      rowsOf(`
        api/                                        -> index.json
        api/neighborhoods/                          -> neighborhoods.json
        api/neighborhoods/?limit=50&ordering=label  -> neighborhoods/ordering/label/limit/50.json
        api/neighborhoods/?country=US&state=CO      -> neighborhoods/country/US/state/CO/limit/20.json
        api/countries/US/                           -> countries/US.json
        api/neighborhoods_geojson/                  -> neighborhoods_geojson.json`),
    )('%s -> curl with the address of the host, which answers it', async (target, file) => {
      const { page, root, text } = await visit(target);
      await eventually(() => text('.status')).toContain('200 OK');
      await page.getByText('curl', { exact: true }).click();
      const address = name === 'files' ? `api/${file}` : target;
      await eventually(() => text('.request code')).toBe(`curl '${root}${address}'`);
      expect((await fetch(root + address)).status).toBe(200);
    });

    it('the pages of a listing that the host has -> next and previous', async () => {
      const { page, failed, text } = await visit('api/neighborhoods/?limit=100&ordering=label');
      await eventually(() => text('.status')).toContain('records 1–100 of');
      await page.getByRole('link', { name: 'Next →' }).click();
      await eventually(() => text('.status')).toContain('records 101–200 of');
      await page.getByRole('link', { name: '← Previous' }).click();
      await eventually(() => text('.status')).toContain('records 1–100 of');
      expect(failed).toEqual([]);
    });

    it('an unknown record -> the error of the API', async () => {
      const { text } = await visit('api/countries/ZZ/');
      await eventually(() => text('.status')).toContain('404 Not Found');
      expect(await text('.problem')).toContain('No record of countries has this key');
    });

    it('without a script, each link to the API leads to an answer', async () => {
      const html = await (await fetch(host.root)).text();
      const links = [...html.matchAll(/<a [^>]*href="(api\/[^"]*)"/g)].map(([, link = '']) => link);
      expect(links.length).toBeGreaterThan(10);
      for (const link of new Set(links)) {
        const { status } = await fetch(host.root + link.replaceAll('&#38;', '&'));
        expect([link, status]).toEqual([link, 200]);
      }
    });

    it('the pages of a search -> every record; the code leads to the same request', async () => {
      const { page, failed, text } = await visit('api/neighborhoods/?limit=7&search=lake');
      await eventually(() => text('.status')).toContain('records 1–7 of');
      await page.getByRole('link', { name: 'Next →' }).click();
      await eventually(() => text('.status')).toContain('records 8–14 of');
      expect(await text('.request code')).toContain(
        "api.get('/api/neighborhoods/?limit=7&offset=7&search=lake')",
      );
      await page.getByRole('link', { name: '← Previous' }).click();
      await eventually(() => text('.status')).toContain('records 1–7 of');
      expect(failed).toEqual([]);
    });

    it('a value that no host answers -> the error', async () => {
      const { text, note } = await visit('api/neighborhoods/?limit=0');
      await eventually(() => text('.status')).toContain('400 Bad Request');
      // A host of files has no errors.
      expect(await note.isVisible()).toBe(name === 'files');
    });

    it('the first visit -> does not load client.js', async () => {
      const page = await browser.openPage();
      const loaded: string[] = [];
      page.on('request', (one) => loaded.push(new URL(one.url()).pathname));
      await page.goto(host.root);
      await eventually(() => page.locator('#try-it .status').innerText()).toContain('200 OK');
      expect(loaded).not.toContain('/client.js');
    });
  });
});
