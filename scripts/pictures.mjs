/*
 * Takes pictures of the page in `pictures/`, to look at after a change: of the API in `content/`, and of one of plain
 * records with 25 columns and no places. `docs/page.png` is for the README.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { program, root, scratchFolder } from '../bench/scratch.mjs';
import { build, startPreview } from '../bench/server.mjs';
import { engineOf } from '../test/support/engines.mjs';

/** The windows: a desktop, a tablet and a phone. */
const SIZES = { 1440: 900, 768: 1024, 360: 740 };

const executablePath = engineOf('chromium');
if (!executablePath) throw new Error('Install Chromium, or set CHROMIUM to the path of a browser.');

const scratch = scratchFolder();
const pictures = path.join(root, 'pictures');
mkdirSync(pictures, { recursive: true });

/** A CSV of 25 columns: numbers, dates, categories, long texts and empty cells. */
function plainCsv() {
  const names = ['name', 'kind', 'opened', 'notes', 'website', 'is_open'];
  const numbered = Array.from({ length: 19 }, (_, index) => `measure_${index + 1}`);
  const rows = Array.from({ length: 300 }, (_, row) => [
    `Workshop ${row + 1}`,
    ['repair', 'rental', 'school'][row % 3],
    `20${10 + (row % 15)}-0${1 + (row % 9)}-15`,
    row % 4 === 0
      ? 'Open by appointment only: a long text that explains when and why. '.repeat(4)
      : 'Open daily',
    row % 5 === 0 ? '' : `https://example.org/workshops/a-rather-long-address/${row + 1}`,
    row % 2 === 0,
    ...numbered.map((_, index) => (row * (index + 7)) % 1000),
  ]);
  return [[...names, ...numbered], ...rows].map((row) => row.join(',')).join('\n');
}

/** Creates a project from it with `init`, and builds its site. */
async function buildPlain(out) {
  const project = path.join(scratch, 'plain');
  mkdirSync(path.join(project, 'node_modules'), { recursive: true });
  symlinkSync(root, path.join(project, 'node_modules/staticrest'));
  writeFileSync(path.join(project, 'workshops.csv'), plainCsv());
  writeFileSync(path.join(project, 'package.json'), '{"type":"module","private":true}');
  const run = (...args) => {
    const { status, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: project });
    if (status !== 0) throw new Error(String(stderr));
  };
  run('init', '--from', 'workshops.csv');
  run('build', '--out', out, '--base-url', 'http://localhost:8080');
}

const open = async (page) => {
  await page.getByRole('tab', { name: 'Table' }).waitFor();
  await page.locator('.answer:not([aria-busy]) table').first().waitFor();
};

async function openMap(page) {
  await open(page);
  await page.getByRole('tab', { name: 'Map' }).click();
  await page.getByRole('img', { name: /^Map/ }).waitFor();
  await page.locator('.legend').scrollIntoViewIfNeeded();
}

async function openRecord(page) {
  await open(page);
  await page.locator('tbody th a').nth(2).click();
  await page.locator('dl.record').first().waitFor();
  await page.waitForTimeout(1500);
}

async function openFacet(page) {
  await open(page);
  const filters = page.getByText('Filters', { exact: true });
  if (await filters.isVisible()) await filters.click();
  await page.locator('.facet a').first().click();
  await page.locator('.chosen a').waitFor();
}

/** How each state is opened, after the address of the page. */
const STATES = {
  first: { act: open },
  filtered: { act: openFacet },
  map: { act: openMap, site: 'shipped' },
  record: { act: openRecord },
  error: {
    hash: '#/api/neighborhoods/?limit=x',
    act: (page) => page.getByText('400 Bad Request').first().waitFor(),
    site: 'shipped',
  },
  json: { act: async (page) => page.getByRole('tab', { name: 'JSON' }).click() },
  reference: { hash: 'reference.html', act: async () => {} },
  'without-script': { options: { javaScriptEnabled: false }, act: async () => {} },
};

const sites = { shipped: path.join(scratch, 'shipped'), plain: path.join(scratch, 'plain-site') };
await build(path.join(root, 'content'), sites.shipped, '--base-url', 'http://localhost:8080');
await buildPlain(sites.plain);
for (const [site, folder] of Object.entries(sites)) {
  const preview = await startPreview(folder);
  const { port } = new URL(preview.origin);
  const browser = await chromium.launch({
    executablePath,
    // The pictures show the default address, whatever port the preview has.
    args: [`--host-resolver-rules=MAP localhost:8080 127.0.0.1:${port}`],
  });
  for (const [name, state] of Object.entries(STATES)) {
    if (state.site && state.site !== site) continue;
    for (const [width, height] of Object.entries(SIZES)) {
      for (const colorScheme of ['light', 'dark']) {
        const viewport = { width: Number(width), height };
        const page = await browser.newPage({
          reducedMotion: 'reduce',
          viewport,
          colorScheme,
          ...state.options,
        });
        await page.goto(`http://localhost:8080/${state.hash ?? ''}`);
        await state.act(page);
        await page.screenshot({
          path: path.join(pictures, `${site}-${name}-${width}-${colorScheme}.png`),
        });
        if (`${site}-${name}-${width}-${colorScheme}` === 'shipped-first-1440-light') {
          await page.screenshot({ path: path.join(root, 'docs/page.png') });
        }
        await page.close();
      }
    }
  }
  await browser.close();
  await preview.stop();
}
