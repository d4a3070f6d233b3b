import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { collectProblems, describeInChromium, eventually } from '../support/chromium.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { servedSite, servePage } from '../support/served.ts';
import { SHIPPED_BASE, shippedSite, shippedText } from '../support/shipped-site.ts';

/* The examples of clients, as they are written, on a page of another origin. */

const read = (name: string) => readFileSync(`examples/clients/${name}`, 'utf8');

const VUE = 'node_modules/vue/dist/vue.esm-browser.prod.js';

/** Renders the component of the example. */
const APP = `import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Neighborhoods } from './react.tsx';
createRoot(document.body).render(
  <QueryClientProvider client={new QueryClient()}><Neighborhoods /></QueryClientProvider>);`;

/** A page with a bundle of the example for React, beside which the client was copied. */
async function reactPage(): Promise<string> {
  const folder = temporaryFolder();
  const client = shippedText('client.js');
  writeFiles(folder, { 'react.tsx': read('react.tsx'), 'client.js': client, 'app.jsx': APP });
  const { outputFiles } = await build({
    entryPoints: [path.join(folder, 'app.jsx')],
    ...{ bundle: true, write: false, format: 'esm', jsx: 'automatic', platform: 'browser' },
    define: { 'process.env.NODE_ENV': '"production"' },
    nodePaths: ['node_modules'],
  });
  return `<!doctype html><body><script type="module">${outputFiles[0]?.text}</script>`;
}

describeInChromium('the examples of clients', (browser) => {
  /** Opens a page, for which a package of npm is sent in place of a copy of it on a network. */
  async function open(html: string) {
    const { port } = await servedSite(shippedSite());
    const body = html.replaceAll(SHIPPED_BASE, `http://127.0.0.1:${port}`);
    const other = await servePage(body);
    onTestFinished(() => other.close());
    const page = await browser.openPage();
    await page.route('https://cdn.jsdelivr.net/npm/vue@3.5.45/dist/*', (route) =>
      route.fulfill({ path: VUE, headers: { 'Access-Control-Allow-Origin': '*' } }),
    );
    const problems = collectProblems(page, 'http');
    await page.goto(`http://127.0.0.1:${other.port}/`);
    return { page, problems };
  }

  it('React with TanStack Query: a page more with each click', async () => {
    const { page, problems } = await open(await reactPage());
    const places = page.locator('li');
    await eventually(() => places.count()).toBe(100);
    await page.getByRole('button').click();
    await eventually(() => places.count()).toBe(200);
    const [first] = await places.allInnerTexts();
    expect(first).toMatch(/^A/);
    expect(problems).toEqual([]);
  });

  it('Vue: finds places while the user types', async () => {
    const { page, problems } = await open(read('vue.html'));
    const places = page.locator('li');
    await eventually(() => places.allInnerTexts()).toContain('South Portland');
    await page.getByLabel('Search').fill('boulder');
    await eventually(() => places.allInnerTexts()).toContain('Boulder');
    expect(await places.allInnerTexts()).not.toContain('South Portland');
    expect(problems).toEqual([]);
  });

  it('a script of a page: the best results', async () => {
    const { page, problems } = await open(read('page.html'));
    const results = page.locator('li');
    await eventually(() => results.count()).toBe(10);
    const scores = (await results.allInnerTexts()).map((text) => Number(text.split(': ')[1]));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(problems).toEqual([]);
  });
});
