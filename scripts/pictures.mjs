/*
 * Takes pictures of the page of the shipped API: `docs/page.png` for the README, and in `pictures/` the
 * page and its sections on a phone and a desktop, light and dark.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { root, scratchFolder } from '../bench/scratch.mjs';
import { build, startPreview } from '../bench/server.mjs';
import { engineOf } from '../test/support/engines.mjs';

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

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

/** Opens the page with the answer to a request, in a window of its own. */
async function open(options, request) {
  const page = await browser.newPage(options);
  await page.goto(`http://localhost:8080/#${request}`);
  await page.getByText('200 OK').first().waitFor();
  return page;
}

const folder = path.join(root, 'pictures');
mkdirSync(folder, { recursive: true });
for (const [name, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark']) {
    const page = await open({ viewport, colorScheme }, '/api/neighborhoods/?limit=10');
    const file = (part) => path.join(folder, `${name}-${colorScheme}-${part}.png`);
    await page.screenshot({ path: file('page'), fullPage: true });
    for (const section of await page.locator('section').all()) {
      await section.screenshot({ path: file(await section.getAttribute('id')) });
    }
  }
}
const page = await open({ viewport: SIZES.desktop }, '/api/neighborhoods/?ordering=label&state=CO');
const { y } = await page.locator('#try-it h2').boundingBox();
await page.evaluate(`scrollBy(0, ${y - 24})`);
await page.screenshot({ path: path.join(root, 'docs/page.png') });
await browser.close();
await preview.stop();
