import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cloudflare } from '../../../src/hosts/cloudflare/cloudflare.ts';
import { files } from '../../../src/hosts/files/files.ts';
import { HOST_NAMES, HOSTS, type HostName, hostFiles, siteForm } from '../../../src/hosts/hosts.ts';
import { compiledScript } from '../../../src/hosts/script.ts';
import { EXAMPLES } from '../../contract/examples.ts';
import { hostText, tinyGrid, withOrderings } from '../../support/tiny-grid.ts';

const SCRIPT = 'worker.bundle.js';

/** A text with the name of the compiled script in place of the script. */
const withoutScript = (text: string): string =>
  text.replace(compiledScript(SCRIPT), () => `<${SCRIPT}>\n`);

const filesOf = (name: HostName, base = tinyGrid.base): Record<string, string> =>
  Object.fromEntries(
    Object.entries(HOSTS[name].files({ ...tinyGrid, base, ...siteForm(name) })).map(
      ([file, text]) => [file, withoutScript(text)],
    ),
  );

it.each(HOST_NAMES)(
  'the deviations of %s have examples, which its engine is tested with',
  (name) => {
    expect(Object.keys(EXAMPLES[name])).toEqual(Object.keys(HOSTS[name].deviations));
  },
);

describe.each(HOST_NAMES)('the files for %s', (name) => {
  const folder = path.join(import.meta.dirname, 'fixtures', name);

  it('a tiny site -> the files in fixtures', async () => {
    const files = filesOf(name);
    for (const [file, text] of Object.entries(files)) {
      await expect(text, file).toMatchFileSnapshot(path.join(folder, `${file}.txt`));
    }
    const fixtures = Object.keys(files).map((file) => `${file}.txt`);
    expect(readdirSync(folder).sort()).toEqual(fixtures.sort());
  });

  it('a site at the root of its domain -> the same files without the path', () => {
    const withoutPath = (text: string) =>
      text
        // Apache checks how the path is encoded, and Caddy adds the slash to it.
        .replace('^(?!/tiny/)|', '')
        .replace('\tredir /tiny /tiny/ 301\n', '')
        .replaceAll(/[/-]tiny\b|\btiny\//g, '')
        .replaceAll(/(?<=api|staticrest)_[0-9a-f]{4,6}(?=[_ ])/g, '');
    const atRoot = filesOf(name, 'https://me.github.io');
    for (const [file, text] of Object.entries(filesOf(name))) {
      expect(withoutPath(atRoot[file] ?? ''), file).toBe(withoutPath(text));
    }
  });
});

describe('hostile names', () => {
  const HOSTILE = [
    ...['a";throw 1;"', "x'y`$\u007b1}", '</script><script>alert(1)</script>', '*/ /*', '//'],
    ...['<!-- --> & "><b>', 'a\nb\u2028\u2029\0\\', '\\u0022', '__proto__', '%{env.HOME}'],
  ];
  const by = JSON.parse(
    `{${HOSTILE.map((name) => `${JSON.stringify(name)}:{"field":"a","kind":"code"}`)}}`,
  );
  const hostile = withOrderings(tinyGrid, ...HOSTILE);
  const collections = hostile.collections.map((one, index) => ({
    ...one,
    name: index + HOSTILE.join('').replaceAll('/', ''),
    sorts: by,
  }));
  const grid = { ...hostile, formats: HOSTILE, collections };

  it('the page for unknown paths has them as text', () => {
    const tagsOf = (text: string) => text.match(/<[^/]\w*/g);
    const [page, hostilePage] = [tinyGrid, grid].map((one) =>
      hostText(files, { ...one, linksByPath: true }, '404.html'),
    );
    expect(tagsOf(hostilePage ?? '')).toEqual(tagsOf(page ?? ''));
  });
});

it.each([
  ['https://me.github.io/tiny', true],
  ['https://me.github.io', false],
])('the guides of a site at %s say what counts only at the root of a host: %s', (base, isBelow) => {
  const guides = hostFiles({ ...tinyGrid, base }).filter(({ path }) =>
    /^_hosts.*README/.test(path),
  );
  expect(guides.length).toBeGreaterThan(4);
  for (const { body } of guides) {
    const line = `add the line \`Sitemap: ${base}/sitemap.xml\` to its \`robots.txt\``;
    expect(Buffer.concat(body).toString().includes(line)).toBe(isBelow);
  }
});

it.each([
  ['https://api.example.org', 'api-example-org'],
  ['https://Bna.me.workers.dev', 'bna'],
  ['http://localhost:8080', 'localhost'],
  ['http://[::1]:8080', '1'],
  ['http://[::]', 'api'],
  [`https://${'long.'.repeat(20)}org`, 'long-'.repeat(13).slice(0, 63)],
  [`https://${'abcdefg.'.repeat(8)}org`, 'abcdefg-'.repeat(8).slice(0, 63)],
])('Cloudflare: the Worker for %s -> %s', (base, name) => {
  const text = hostText(cloudflare, { ...tinyGrid, base }, 'wrangler.jsonc');
  expect(text).toContain(`"name": "${name}"`);
  expect(name).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/);
});
