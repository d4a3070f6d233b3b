import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployed } from '../contract/deployed.ts';
import { collectProblems, describeInChromium, eventually } from '../support/chromium.ts';
import { NGINX, startNginx } from '../support/nginx.ts';
import { shippedManifest, shippedSite } from '../support/shipped-site.ts';
import { rowsOf } from '../support/table.ts';

describe.skipIf(!NGINX)('a host that follows rules', () => {
  describeInChromium('the page on nginx', (browser) => {
    let folder = '';
    let nginx: Awaited<ReturnType<typeof startNginx>>;
    beforeAll(async () => {
      folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-nginx-'));
      const { grid } = shippedManifest();
      nginx = await startNginx(deployed('nginx', { folder: shippedSite(), grid }, folder));
    });
    afterAll(async () => {
      await nginx?.close();
      rmSync(folder, { recursive: true });
    });

    /** Opens the page with a request, with the statuses of all responses. */
    async function visit(target: string) {
      const page = await browser.openPage();
      const root = `http://127.0.0.1:${nginx.port}/`;
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

    it('a value that no host answers -> the error of the host', async () => {
      const { text, note } = await visit('api/neighborhoods/?limit=0');
      await eventually(() => text('.status')).toContain('400 Bad Request');
      expect(await note.isVisible()).toBe(false);
    });

    it('the first visit -> does not load client.js', async () => {
      const page = await browser.openPage();
      const loaded: string[] = [];
      page.on('request', (one) => loaded.push(new URL(one.url()).pathname));
      await page.goto(`http://127.0.0.1:${nginx.port}/`);
      await eventually(() => page.locator('#try-it .status').innerText()).toContain('200 OK');
      expect(loaded).not.toContain('/client.js');
    });
  });
});
