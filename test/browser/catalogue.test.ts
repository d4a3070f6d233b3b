import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Catalogue, COUNT_INPUTS, catalogueOf } from '../support/catalogue.ts';
import { collectProblems, describeInChromium, eventually } from '../support/chromium.ts';
import { readCsv } from '../support/csv.ts';
import { temporaryFolder } from '../support/folder.ts';
import { PAGE_HOSTS, startPageHost } from '../support/page-hosts.ts';
import { shippedSite, shippedText } from '../support/shipped-site.ts';
import { rowsOf } from '../support/table.ts';

// Scripts for the browser are texts: tests are compiled without the types of browsers.

/** The shipped records, in the default order of their collection. */
const recordsOf = (collection: string) => readCsv(`${shippedSite()}/downloads/${collection}.csv`);
const labelsOf = (records: readonly Record<string, string>[]) =>
  records.map(({ label = '' }) => label);

const DESKTOP = { width: 1440, height: 900 };
const MAP = 'Map of 2,620 results';

/** What people do on the page, by its name. The frequent tasks take at most three clicks or eight keys. */
const TASKS: Readonly<Record<string, (visited: Catalogue) => Promise<void>>> = {
  async 'find Portland and open it'(visited) {
    const { page, search, responded, heading, answer, record } = visited;
    await search.fill('portland');
    await search.press('Enter');
    await responded('3 records');
    await answer.locator('tbody').getByRole('link', { name: 'Portland' }).first().click();
    await heading('Portland').waitFor();
    expect(await answer.locator('.record').first().innerText()).toMatch(
      /Overall score\s+\d+\.\d+\s+\S/,
    );
    expect(await page.title()).toMatch(/^Portland – /);
    // The keys of other records lead to them.
    await record.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click();
    await eventually(() => record.innerText()).toContain('Boundary file');
    await record.getByRole('link', { name: 'US', exact: true }).click();
    await heading('United States').waitFor();
  },

  async 'each column of the first table sorts'({ answer, request }) {
    for (const column of await answer.locator('thead th').all()) {
      const click = () => column.getByRole('link').click();
      for (let clicks = 0; clicks < 2; clicks++) await request(click, 'records 1–20 of 2,620');
      expect(await column.getAttribute('aria-sort')).not.toBeNull();
    }
  },

  async 'California by newest'({ page, facet, field, header, request, names, inputs }) {
    await request(() => facet('California').click(), 'records 1–20 of 265');
    const options = (await field('Sort').innerText()).split('\n');
    await field('Sort').click();
    for (const option of options) {
      if (option === 'First analysed, latest first') break;
      await page.keyboard.press('ArrowDown');
    }
    await request(() => page.keyboard.press('Enter'), 'records 1–20 of 265');
    expect(await inputs()).toEqual({ clicks: 3, keys: 0 });
    expect(await header('First analysed').getAttribute('aria-sort')).toBe('descending');
    const newest = recordsOf('results')
      .filter(({ state_abbrev }) => state_abbrev === 'CA')
      .sort((a, b) => String(b.created_at).localeCompare(String(a.created_at)));
    expect(await names()).toEqual(labelsOf(newest).slice(0, 20));
  },

  async 'the best in Canada on the map'({ page, facet, answer, request, inputs, heading }) {
    await request(() => facet('Canada').click(), 'records 1–20 of 79');
    await answer.locator('tbody a').first().click();
    const best = recordsOf('results').find((one) => one['country.code'] === 'CA');
    const { label = '', neighborhood } = best ?? {};
    await heading(label).waitFor();
    expect(page.url()).toContain(`/#/api/results/?neighborhood=${neighborhood}`);
    // It is marked on a map beside its fields.
    await answer.getByRole('img', { name: MAP }).waitFor();
    await answer.locator('.card').filter({ hasText: label }).waitFor({ state: 'attached' });
    expect(await inputs()).toEqual({ clicks: 2, keys: 0 });
  },

  // Hosts with rules and plain hosts do not answer these requests, but those below.
  async 'the code for results'(visited) {
    const { request, open } = visited;
    await codeOfCanada(visited);
    const found = 'api/results/?country=CA&overall_score__gte=40&search=on&ordering=label';
    await request(() => open(found), 'records');
    await runCode(visited);
  },

  async 'the code for neighborhoods of Canada, page 3'(visited) {
    await visited.request(() => visited.link(/^Neighborhoods/).click(), 'records 1–20 of 2,620');
    await codeOfCanada(visited);
  },

  async 'a parameter that is ignored is no filter'({ page, open, request, section, code, status }) {
    const chosen = section.locator('.chosen li');
    const ignored = 'stat is no parameter of results, and is ignored.';
    await request(() => open('api/results/?stat=ON&country=CA'), 'records 1–20 of 79');
    await eventually(() => chosen.allInnerTexts()).toEqual(['Canada ×', ignored]);
    expect(await code()).not.toContain('stat=');
    await request(() => open('api/results/?stat=CA'), 'records 1–20 of 2,620');
    await eventually(() => chosen.allInnerTexts()).toEqual([ignored]);
    expect(await code()).not.toContain('stat=');
    // Neither is in what comes next.
    await page.getByRole('link', { name: 'Page 2' }).click();
    await status.filter({ hasText: 'records 21–40' }).waitFor();
    expect(page.url()).toMatch(/results\/\?offset=20$/);
  },

  async 'CSV of all and of a result'({ page, facet, button, request }) {
    const [head, ...lines] = shippedText('downloads/results.csv').split(/(?<=\n)/);
    const download = async (name: string) => {
      const downloading = page.waitForEvent('download');
      await button(name).click();
      return readFileSync(await (await downloading).path(), 'utf8').split(/(?<=\n)/);
    };
    expect(await download('Download CSV (2,620)')).toEqual([`\ufeff${head}`, ...lines]);
    await request(() => facet('Canada').click(), 'records 1–20 of 79');
    const canadian = lines.filter((line) => line.includes(',CA,Canada,'));
    expect(await download('Download CSV (79)')).toEqual([`\ufeff${head}`, ...canadian]);
  },

  async 'best scores first, in the table and on the map'(visited) {
    const { page, header, names, tab, request, facet, link, heading } = visited;
    expect(await header('Overall score').getAttribute('aria-sort')).toBe('descending');
    expect(await names()).toEqual(labelsOf(recordsOf('results')).slice(0, 20));
    await tab('Map').click();
    await page.getByRole('img', { name: MAP }).waitFor();
    // The address has the view, and that of a record has none that it lacks.
    await page.reload();
    await page.getByRole('img', { name: MAP }).waitFor();
    await request(() => facet('Canada').click(), '79 records');
    await page.getByRole('img', { name: 'Map of 79 results' }).waitFor();
    expect(page.url()).toContain('/?view=map#/api/results/?country=CA');
    // A browser can translate the names of the views.
    await page.locator('[role=tab]').evaluateAll((all) => {
      for (const one of all) Object(one).textContent += '!';
    });
    await tab('Table!').click();
    const [name = ''] = await names();
    await link(name).first().click();
    await heading(name).waitFor();
    await tab('JSON!').click();
    await page.waitForURL(/\/\?view=json#\/api\/results\//);
    await page.goBack();
    await link(name).first().waitFor();
    expect(page.url()).toContain('/#/api/results/?country=CA');
  },

  async 'the seventh page, a record and back'(visited) {
    const { page, pager, request, responded, answer, heading, names, inputs } = visited;
    await page.setViewportSize({ width: 600, height: 500 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const field = pager.getByLabel('Go to page');
    await field.click();
    await page.keyboard.type('7');
    await request(() => page.keyboard.press('Enter'), 'records 121–140 of 2,620');
    expect(await inputs()).toEqual({ clicks: 1, keys: 2 });
    expect(await names()).toEqual(labelsOf(recordsOf('results')).slice(120, 140));
    await eventually(() => page.evaluate(IS_AT_TABLE)).toBe(true);
    expect(await field.evaluate((one) => Object(one).matches(':focus'))).toBe(true);
    const [name = ''] = (await names()).slice(-1);
    await answer.getByRole('link', { name, exact: true }).last().press('Enter');
    await heading(name).waitFor();
    await page.goBack();
    await responded('records 121–140 of 2,620');
    await eventually(() => page.evaluate(FOCUSED_NAME)).toBe('Results');
    await request(() => pager.getByRole('link', { name: 'Next' }).click(), 'records 141–160');
    await eventually(() => page.evaluate(IS_AT_TABLE)).toBe(true);
  },

  async 'share a record, back and forward'(visited) {
    const { page, link, heading, responded } = visited;
    await link('Provincetown').click();
    await heading('Provincetown').waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await catalogueOf(other).heading('Provincetown').waitFor();
    // The map beside the record is in no address.
    await page.getByRole('img', { name: MAP }).waitFor();
    await page.goBack();
    await responded('records 1–20 of 2,620');
    await page.goForward();
    await heading('Provincetown').waitFor();
  },

  async 'find Montréal by keyboard'({ page: { keyboard }, responded, names, inputs }) {
    for (const key of ['Tab', 'Enter', 'Tab']) await keyboard.press(key);
    await keyboard.type('Montréal');
    await keyboard.press('Enter');
    await responded('1 record');
    expect(await names()).toEqual(['Montreal']);
    expect(await inputs()).toEqual({ clicks: 0, keys: 5 });
  },

  async 'by keyboard alone'({ page, responded, heading }) {
    const { keyboard } = page;
    const tabTo = async (name: RegExp, key = 'Tab') => {
      for (let steps = 0; steps < 60; steps++) {
        await keyboard.press(key);
        if (name.test(await page.evaluate(FOCUSED_NAME))) return;
      }
      throw new Error(`${name} is not reached.`);
    };
    const isFocused = (name: RegExp) => eventually(() => page.evaluate(FOCUSED_NAME)).toMatch(name);
    await tabTo(/^Search$/);
    await keyboard.type('united states');
    await keyboard.press('Enter');
    await responded('of 2,541');
    // The results have the focus, and the filters come before them.
    await isFocused(/^Results$/);
    await tabTo(/^California/, 'Shift+Tab');
    await keyboard.press('Enter');
    await responded('records 1–20 of 265');
    await isFocused(/^California/);
    await tabTo(/^Skip the filters$/, 'Shift+Tab');
    await keyboard.press('Enter');
    await tabTo(/^Table$/, 'Shift+Tab');
    await keyboard.press('ArrowRight');
    await isFocused(/^Map$/);
    await keyboard.press('ArrowLeft');
    await tabTo(/^State$/);
    await keyboard.press('Enter');
    await responded('records 1–20 of 265');
    await isFocused(/^State$/);
    await tabTo(/^Next/);
    await keyboard.press('Enter');
    await responded('records 21–40 of 265');
    await isFocused(/^Next/);
    await keyboard.press('Shift+Tab');
    await isFocused(/^Page 14$/);
    await page.locator('tbody a').first().focus();
    const name: string = await page.evaluate(FOCUSED_NAME);
    await keyboard.press('Enter');
    await heading(name).waitFor();
    await isFocused(new RegExp(`^${name}$`));
  },
};

/** Runs the code that is shown for a page of Canada. */
async function codeOfCanada(visited: Catalogue): Promise<void> {
  const { facet, pager, request } = visited;
  await request(() => facet('Canada').click(), 'records 1–20 of 79');
  await request(() => pager.getByRole('link', { name: 'Page 3' }).click(), 'records 41–60 of 79');
  await runCode(visited);
}

/** Runs the shown code in an empty folder as a user does who pastes it, and compares what it prints with the table. */
async function runCode({ code, names }: Catalogue): Promise<void> {
  // Without variables that the machine may have set, such as a proxy.
  const options = { cwd: temporaryFolder(), env: { PATH: process.env.PATH } };
  const run = async () => {
    const { stdout } = await promisify(execFile)('sh', ['-c', await code()], options);
    const printed = JSON.parse(stdout);
    return labelsOf(printed.results ?? printed);
  };
  // It is shown after the response.
  await eventually(run).toEqual(await names());
}

/** The facets and names of records that look like links and are none, or the other way. */
const MISLEADING = `[...document.querySelectorAll('#try-it :is(tbody, .facet) a')]
  .filter((one) => one.hasAttribute('href') ===
    (getComputedStyle(one).color === getComputedStyle(one.parentElement).color))
  .map((one) => one.outerHTML)`;
/** Whether the window shows the top of the table. */
const IS_AT_TABLE = `(({ top }) => top >= 0 && top < innerHeight)(
  document.querySelector('.scroller').getBoundingClientRect())`;

const FOCUSED_NAME = `(({ activeElement: one }) => one.getAttribute('aria-label') ??
  one.labels?.[0]?.textContent ?? one.textContent)(document)`;

describe.each(PAGE_HOSTS)('on %s', (name) => {
  describeInChromium('the catalogue', (browser) => {
    const host = startPageHost(name);

    /** Opens the page, and records what is wrong and the addresses of responses that are errors. */
    async function visit(hash = '', javaScriptEnabled = true) {
      const page = await browser.openPage({ viewport: DESKTOP, javaScriptEnabled });
      page.setDefaultTimeout(20_000);
      const problems = collectProblems(page, host.root);
      const failed: string[] = [];
      await page.addInitScript(COUNT_INPUTS);
      page.on('response', (one) => one.status() >= 400 && failed.push(one.url()));
      await page.goto(host.root + hash);
      return { ...catalogueOf(page), problems, failed };
    }

    it.each(Object.entries(TASKS))('%s', async (_, perform) => {
      const { problems, ...visited } = await visit();
      await visited.responded('records 1–20 of 2,620');
      await perform(visited);
      expect(problems).toEqual([]);
    });

    it('without a script: the table, facets, links and forms', async () => {
      const { page, section, names, field, submit, pager } = await visit('', false);
      expect(await names()).toEqual(labelsOf(recordsOf('results')).slice(0, 20));
      expect(await section.locator('.facets').innerText()).toMatch(/Canada\s+79/);
      // The page of a record, of a listing and of an order are links where the host has them.
      expect(await page.evaluate(MISLEADING)).toEqual([]);
      expect(await section.locator('form input:not([hidden] *)').count()).toBe(0);
      const body = () => page.locator('body').innerText();
      await pager.getByRole('link', { name: 'Page 2' }).click();
      expect(await body()).toContain(`"label":"${recordsOf('results')[20]?.label}"`);
      await page.goBack();
      // A form sends a query, which a plain host ignores.
      if (name === 'files') return expect(await submit.isVisible()).toBe(false);
      await field('Sort').selectOption('City, Z to A');
      await submit.click();
      const last = labelsOf(recordsOf('results')).sort(new Intl.Collator('en').compare).at(-1);
      expect(await body()).toContain(`"label":"${last}"`);
    });

    it('without a script, each link to the API leads to an answer', async () => {
      for (const name of ['', 'reference.html']) {
        const html = await (await fetch(host.root + name)).text();
        const found = html.matchAll(/<a [^>]*href="((?:api|downloads)\/[^"]*|\w+\.[^"]+|\.\/)"/g);
        const links = new Set(Array.from(found, ([, link = '']) => link));
        expect(links.size).toBeGreaterThan(10);
        for (const link of links) {
          const { status } = await fetch(host.root + link.replaceAll('&#38;', '&'));
          expect([link, status]).toEqual([link, 200]);
        }
      }
    });

    it.runIf(name === 'preview').each([
      ['records 1–20 of 2,620', ''],
      ['of 2,620', 'api/neighborhoods/'],
      ['records', 'api/results/?country=CA&overall_score__gte=30&overall_score__lte=40'],
      ['of ', 'api/neighborhoods/?search=new&ordering=label&limit=10'],
    ])('the numbers of facets are those of the API: %s, %s', async (status, target) => {
      const { section, responded } = await visit(target && `#/${target}`);
      await responded(status);
      const links = section.locator('.facet a');
      // They are counted after the response, and replaced then.
      const differing = async () => {
        const shown = await links.evaluateAll((all) =>
          all.map((link) => {
            const { hash, ariaLabel, textContent, ariaCurrent } = Object(link);
            return { hash, name: ariaLabel ?? textContent, isChosen: ariaCurrent === 'true' };
          }),
        );
        const compared = shown.map(async ({ hash, name, isChosen }) => {
          const amount = Number(/([\d,]+)( records?)?$/.exec(name)?.[1]?.replace(',', ''));
          const request = isChosen ? target : hash.slice('#/'.length);
          const { count } = Object(await (await fetch(host.root + request)).json());
          return count === amount ? [] : [request, count, amount];
        });
        return [shown.length > 3, ...(await Promise.all(compared)).flat()];
      };
      await eventually(differing).toEqual([true]);
    });

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
    )('%s: %s -> %s, by the host or by client.js', async (_, query, status = '', how) => {
      const { section, problems, failed, responded, httpStatus, code } = await visit(
        `#/api/neighborhoods/?${query}`,
      );
      await responded(status);
      expect(await httpStatus.innerText()).toContain('200 OK');
      const isComposed = how === 'composed';
      const client = `curl -fsSo client.mjs '${host.root}client.js'\n`;
      const start = isComposed ? client : `curl '${host.root}api/`;
      await eventually(async () => (await code()).startsWith(start)).toBe(true);
      expect(await section.locator('[data-composed]').isVisible()).toBe(isComposed);
      expect([failed, problems]).toEqual([[], []]);
    });

    it.each(
      rowsOf(`
        api/                                        -> index.json
        api/neighborhoods/                          -> neighborhoods/limit/20.json
        api/neighborhoods/?limit=50&ordering=label  -> neighborhoods/ordering/label/limit/50.json
        api/neighborhoods/?country=US&state=CO      -> neighborhoods/country/US/state/CO/limit/20.json
        api/countries/                              -> countries.json
        api/countries/US/                           -> countries/US.json
        api/neighborhoods_geojson/                  -> neighborhoods_geojson.json`),
    )('%s -> curl with the address of the host, which answers it', async (target, file) => {
      const { httpStatus, code, tab, json } = await visit(`#/${target}`);
      await httpStatus.filter({ hasText: '200 OK' }).waitFor();
      const address = host.root + (name === 'files' ? `api/${file}` : target);
      await eventually(code).toBe(`curl '${address}'`);
      expect((await fetch(address)).status).toBe(200);
      await tab('JSON').click();
      expect(await json.innerText()).toMatch(/^[{[]\n {2}/);
    });

    it('the next page in the JSON of the first response -> a request', async () => {
      const { tab, json, link, responded } = await visit();
      await responded('records 1–20 of');
      await tab('JSON').click();
      await json.getByRole('link', { name: 'offset' }).click();
      await responded('records 21–40 of');
      expect(await link('Page 2').getAttribute('aria-current')).toBe('page');
    });

    it.each(
      rowsOf(`
        an unknown record             -> countries/ZZ/          -> No record has this key
        a value that no host supports -> neighborhoods/?limit=0 -> This value of limit is not supported`),
    )('%s -> the error of the API', async (_, target, text = '') => {
      const { problem } = await visit(`#/api/${target}`);
      await problem.getByText(text).waitFor();
    });

    it('the first visit -> does not load client.js', async () => {
      const { page, httpStatus } = await visit();
      await httpStatus.filter({ hasText: '200 OK' }).waitFor();
      const loaded = await page.evaluate(
        'performance.getEntriesByType("resource").map(({ name }) => name)',
      );
      expect(loaded).not.toContain(`${host.root}client.js`);
    });
  });
});
