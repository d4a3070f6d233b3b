/*
 * Takes pictures of the page of the API in `content/`: its states in `pictures/`, to look at after a
 * change, and `docs/page.png` for the README.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { root, scratchFolder } from '../bench/scratch.mjs';
import { build, startPreview } from '../bench/server.mjs';
import { engineOf } from '../test/support/engines.mjs';

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 360, height: 740 } };
const DARK = { ...DESKTOP, colorScheme: 'dark' };
/** The window of a desktop at 200 % zoom. */
const ZOOMED = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 };

const executablePath = engineOf('chromium');
if (!executablePath) throw new Error('Install Chromium, or set CHROMIUM to the path of a browser.');

const site = path.join(scratchFolder(), 'dist');
await build(path.join(root, 'content'), site);
const preview = await startPreview(site);
const browser = await chromium.launch({
  executablePath,
  // The pictures show the default address, whatever port the preview has.
  args: [`--host-resolver-rules=MAP localhost:8080 127.0.0.1:${new URL(preview.origin).port}`],
});

/** Opens the page in a window of its own, with the answer to the request in a hash. */
async function open(options = DESKTOP, hash = '', status = '200 OK') {
  const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
  await page.goto(`http://localhost:8080/${hash}`);
  if (options.javaScriptEnabled !== false) await page.getByText(status).first().waitFor();
  return page;
}

/** Opens the page at the top of a section. */
async function openAt(id, ...options) {
  const page = await open(...options);
  await page.evaluate(`document.getElementById('${id}').scrollIntoView()`);
  return page;
}

async function openMap(options) {
  const page = await openAt('find-one', options);
  await page.getByRole('img', { name: /^Map/ }).first().waitFor();
  return page;
}

async function openCard(options) {
  const page = await openMap(options);
  await page.getByRole('combobox').first().fill('portland');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page
    .getByRole('button', { name: /record/ })
    .first()
    .waitFor();
  return page;
}

async function openReference() {
  const page = await open(DESKTOP, '#neighborhoods-fields');
  await page.getByText('Fields of a Neighborhood').scrollIntoViewIfNeeded();
  return page;
}

async function recordHash() {
  const response = await fetch(`${preview.origin}/api/neighborhoods/?name=Portland&limit=10`);
  const { results } = await response.json();
  return `#/api/neighborhoods/${results[0].uuid}/`;
}

/** How each state is opened. */
const STATES = {
  'first-screen': () => open(),
  'first-screen-phone': () => open(PHONE),
  'first-screen-dark': () => open(DARK),
  'first-screen-zoomed': () => open(ZOOMED),
  'without-script': () => open({ ...DESKTOP, javaScriptEnabled: false }),
  'without-script-phone': () => open({ ...PHONE, javaScriptEnabled: false }),
  map: () => openMap(),
  'map-dark': () => openMap(DARK),
  'map-card': () => openCard(),
  'map-card-phone': () => openCard(PHONE),
  table: () => openAt('try-it'),
  'table-phone': () => openAt('try-it', PHONE),
  filtered: () => openAt('try-it', DESKTOP, '#/api/neighborhoods/?ordering=label&state=CO'),
  empty: () => openAt('try-it', DESKTOP, '#/api/neighborhoods/?search=xyzzy'),
  record: async () => openAt('try-it', DESKTOP, await recordHash()),
  'record-dark': async () => openAt('try-it', DARK, await recordHash()),
  'record-phone': async () => openAt('try-it', PHONE, await recordHash()),
  error: () => openAt('try-it', DESKTOP, '#/api/neighborhoods/?limit=x', '400 Bad Request'),
  reference: openReference,
};

const folder = path.join(root, 'pictures');
mkdirSync(folder, { recursive: true });
for (const [name, openState] of Object.entries(STATES)) {
  const page = await openState();
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  if (name === 'first-screen') {
    await page.screenshot({ path: path.join(root, 'docs/page.png') });
  }
  if (/^first-screen|without/.test(name)) {
    await page.screenshot({ path: path.join(folder, `${name}-whole.png`), fullPage: true });
  }
  await page.close();
}
await browser.close();
await preview.stop();
