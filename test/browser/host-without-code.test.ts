import { describe, expect, it } from 'vitest';
import { catalogueOf } from '../support/catalogue.ts';
import { collectProblems, describeInChromium, eventually } from '../support/chromium.ts';
import { PAGE_HOSTS, startPageHost } from '../support/page-hosts.ts';
import { rowsOf } from '../support/table.ts';

describe.each(PAGE_HOSTS.filter((name) => name !== 'preview'))('%s', (name) => {
  describeInChromium('the page on a host without code', (browser) => {
    const host = startPageHost(name);

    /** Opens the page with a request, with the statuses of all responses. */
    async function visit(target: string) {
      const page = await browser.openPage();
      const { root } = host;
      const problems = collectProblems(page, root);
      const failed: string[] = [];
      page.on('response', (one) => one.status() >= 400 && failed.push(one.url()));
      await page.goto(`${root}#/${target}`);
      const note = page.locator('#try-it [data-composed]');
      return { ...catalogueOf(page), root, problems, failed, note };
    }

    it.each(
      rowsOf(`
        a search         -> search=portland              -> 3 records          -> composed
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
      const { root, problems, failed, responded, timing, code, note } = await visit(
        `api/neighborhoods/?${query}`,
      );
      await responded(status);
      expect(await timing.innerText()).toContain('200 OK');
      const client = `import { connect } from '${root}client.js';`;
      await eventually(async () => (await code()).startsWith(client)).toBe(how === 'composed');
      expect(await note.isVisible()).toBe(how === 'composed');
      expect([failed, problems]).toEqual([[], []]);
    });

    it.each(
      rowsOf(`
        api/                                        -> index.json
        api/neighborhoods/                          -> neighborhoods/limit/20.json
        api/neighborhoods/?limit=50&ordering=label  -> neighborhoods/ordering/label/limit/50.json
        api/neighborhoods/?country=US&state=CO      -> neighborhoods/country/US/state/CO/limit/20.json
        api/countries/US/                           -> countries/US.json
        api/neighborhoods_geojson/                  -> neighborhoods_geojson.json`),
    )('%s -> curl with the address of the host, which answers it', async (target, file) => {
      const { root, timing, code } = await visit(target);
      await timing.filter({ hasText: '200 OK' }).waitFor();
      const address = name === 'files' ? `api/${file}` : target;
      await eventually(code).toBe(`curl '${root}${address}'`);
      expect((await fetch(root + address)).status).toBe(200);
    });

    it('the pages of a listing that the host has -> next and previous', async () => {
      const { link, failed, responded } = await visit(
        'api/neighborhoods/?limit=100&ordering=label',
      );
      await responded('records 1–100 of');
      await link('Next →').click();
      await responded('records 101–200 of');
      await link('← Previous').click();
      await responded('records 1–100 of');
      expect(failed).toEqual([]);
    });

    it('the next page in the JSON of the first response -> a request', async () => {
      const { tab, json, link, responded } = await visit('');
      await responded('records 1–20 of');
      await tab('JSON').click();
      await json.getByRole('link', { name: 'offset' }).click();
      await responded('records 21–40 of');
      expect(await link('Page 2').getAttribute('aria-current')).toBe('page');
    });

    it('the pages of a search -> every record; the code leads to the same request', async () => {
      const { link, failed, responded, code } = await visit('api/results/?limit=7&search=lake');
      await responded('records 1–7 of');
      await link('Next →').click();
      await responded('records 8–14 of');
      await eventually(code).toContain("api.get('/api/results/?limit=7&offset=7&search=lake')");
      await link('← Previous').click();
      await responded('records 1–7 of');
      expect(failed).toEqual([]);
    });

    it('an unknown record -> the error of the API', async () => {
      const { responded, problem } = await visit('api/countries/ZZ/');
      await responded('404 Not Found');
      expect(await problem.innerText()).toContain('No record has this key');
    });

    it('a value that no host answers -> the error', async () => {
      const { responded, problem } = await visit('api/neighborhoods/?limit=0');
      await responded('400 Bad Request');
      expect(await problem.innerText()).toContain('This value of limit is not supported');
    });

    it('the first visit -> does not load client.js', async () => {
      const page = await browser.openPage();
      const loaded: string[] = [];
      page.on('request', (one) => loaded.push(new URL(one.url()).pathname));
      await page.goto(host.root);
      await catalogueOf(page).timing.filter({ hasText: '200 OK' }).waitFor();
      expect(loaded).not.toContain('/client.js');
    });
  });
});
