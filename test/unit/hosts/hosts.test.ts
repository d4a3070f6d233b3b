import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandName } from '../../../src/cli/commands.ts';
import { cloudflare } from '../../../src/hosts/cloudflare/cloudflare.ts';
import { HOST_NAMES, type HostName } from '../../../src/hosts/host.ts';
import { HOSTS, hostFiles, siteForm } from '../../../src/hosts/hosts.ts';
import { compiledText } from '../../../src/util/package.ts';
import { deployed } from '../../contract/deployed.ts';
import { WHY } from '../../contract/examples.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { filesOf as siteFilesIn } from '../../support/site-files.ts';
import { hostText, tinyGrid } from '../../support/tiny-grid.ts';

const SCRIPT = 'worker.bundle.js';

/** A text with the name of the compiled script in place of the script. */
const withoutScript = (text: string): string =>
  text.replace(compiledText(SCRIPT), () => `<${SCRIPT}>\n`);

const filesOf = (name: HostName, base = tinyGrid.base): Record<string, string> =>
  Object.fromEntries(
    Object.entries(HOSTS[name].files({ ...tinyGrid, base, ...siteForm(name) })).map(
      ([file, text]) => [file, withoutScript(text)],
    ),
  );

describe.each(HOST_NAMES)('the files for %s', (name) => {
  const folder = path.join(import.meta.dirname, 'fixtures', name);

  it('a tiny site -> the files in fixtures', async () => {
    const files = filesOf(name);
    for (const [file, text] of Object.entries(files)) {
      await expect(text, file).toMatchFileSnapshot(path.join(folder, `${file}.txt`));
    }
    const fixtures = [...Object.keys(files), 'README.md', 'README-root.md'];
    expect(readdirSync(folder).sort()).toEqual(fixtures.map((file) => `${file}.txt`).sort());
  });

  it.each([
    ['README', tinyGrid.base],
    ['README-root', 'http://bna.me.workers.dev:8080'],
  ])('its %s -> as in fixtures', async (file, base) => {
    const grid = { ...tinyGrid, base, refusesUnknown: true as const };
    const readme = hostFiles(grid, name).find(({ path }) => path.endsWith('/README.md'));
    const text = String(Buffer.concat(readme?.body ?? []));
    await expect(text).toMatchFileSnapshot(path.join(folder, `${file}.md.txt`));
    for (const [, command = '', options = ''] of text.matchAll(/npx staticrest (\w+)([^`&\n]*)/g)) {
      const named = [...options.matchAll(/--([a-z-]+)/g)].map(([, option]) => option);
      const known = Object.keys(COMMANDS[command as CommandName].options);
      expect(known).toEqual(expect.arrayContaining(named));
    }
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

it('each deviation has a reason', () => {
  const ids = HOST_NAMES.flatMap((name) => Object.keys(HOSTS[name].deviations));
  expect(Object.keys(WHY).sort()).toEqual([...new Set(ids)].sort());
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

it.each([
  ['netlify', 'https://me.example.org', 'upload'],
  ['netlify', 'https://me.example.org/a/b', 'upload'],
  ['cloudflare', 'https://me.example.org', 'dist'],
  ['cloudflare', 'https://me.you.workers.dev/a/b', 'upload'],
] as const)('the commands of the guide for %s at %s -> what is deployed', (name, base, folder) => {
  const home = temporaryFolder();
  const grid = { ...tinyGrid, base };
  const own = hostFiles(grid, name).map(({ path, body }) => [path, Buffer.concat(body)] as const);
  const site = path.join(home, 'dist');
  writeFiles(site, { 'index.html': '', 'api/cities.json': '', ...Object.fromEntries(own) });
  const expected = temporaryFolder();
  deployed(name, { folder: site, grid }, expected);
  const [, commands = ''] = /```sh\n(.*?)npx /s.exec(HOSTS[name].guide(grid)) ?? [];
  execFileSync('sh', ['-ec', commands], { cwd: home });
  const published = (root: string) =>
    siteFilesIn(root).filter((file) => file !== 'README.md' && !file.includes('_hosts/'));
  expect(published(path.join(home, folder))).toEqual(published(expected));
});
