import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandName } from '../../../src/cli/commands.ts';
import { cloudflare } from '../../../src/hosts/cloudflare/cloudflare.ts';
import { HOST_NAMES, type HostName } from '../../../src/hosts/host.ts';
import { HOSTS, hostFiles, hostKindOf } from '../../../src/hosts/hosts.ts';
import { compiledText } from '../../../src/util/package.ts';
import { deployed } from '../../contract/deployed.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { filesOf as siteFilesIn } from '../../support/site-files.ts';
import { tinyGrid } from '../../support/tiny-grid.ts';

const SCRIPTS = ['worker.bundle.js', 'node-handler.bundle.js'];

const PROJECT = '@me/bna';

/** The hosts with a site that refuses unknown parameters: one for each dialect of expressions. */
const REFUSING: readonly HostName[] = ['nginx', 'caddy'];

/** A text with the names of compiled scripts in place of the scripts. */
const withoutScripts = (text: string): string =>
  SCRIPTS.reduce((all, one) => all.replace(compiledText(one), () => `<${one}>\n`), text);

function filesOf(name: HostName, base = tinyGrid.base): Record<string, string> {
  const refuses = REFUSING.includes(name) && { refusesUnknown: true as const };
  const grid = { ...tinyGrid, base, hostKind: hostKindOf(name), ...refuses };
  const texts = Object.entries(HOSTS[name].files(grid, PROJECT));
  return Object.fromEntries(texts.map(([file, text]) => [file, withoutScripts(text)]));
}

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
    const grid = { ...tinyGrid, base };
    const readme = hostFiles(grid, name, PROJECT).find(({ path }) => path.endsWith('/README.md'));
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
        .replaceAll(/[/_]tiny\b|\btiny\//g, '')
        .replaceAll(/(?<=api|staticrest)_[0-9a-f]{4,6}(?=[_ ])/g, '');
    const atRoot = filesOf(name, 'https://me.github.io');
    for (const [file, text] of Object.entries(filesOf(name))) {
      expect(withoutPath(atRoot[file] ?? ''), file).toBe(withoutPath(text));
    }
  });
});

it.each([
  ['Bna', 'bna'],
  ['@my-scope/my.api_v2', 'my-api-v2'],
  ['Bicycle Network Analysis', 'bicycle-network-analysis'],
  ['Города', 'api'],
  ['long-'.repeat(20), 'long-'.repeat(13).slice(0, 63)],
  ['abcdefg-'.repeat(9), 'abcdefg-'.repeat(8).slice(0, 63)],
])('Cloudflare: the Worker of %s -> %s', (project, name) => {
  const text = cloudflare.files(tinyGrid, project)['wrangler.jsonc'];
  expect(text).toContain(`"name": "${name}"`);
  expect(name).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/);
});

it.each([
  ['https://a.org/x', '--domain a.org', 'https://a.org/x', 'must own the domain of a.org'],
  ['https://bna.me.workers.dev', '', 'https://bna.me.workers.dev', '/bna.me.workers.dev, and `me`'],
  ['https://v2-bna.me.workers.dev/x', '', 'https://bna.me.workers.dev/x', 'not at https://v2-bna.'],
  ['https://x.pages.dev', '', 'https://bna.<account>.workers.dev', 'not at https://x.pages'],
  ['http://localhost:8080', '', 'https://bna.<account>.workers.dev', 'not at http://localhost'],
])('Cloudflare: the guide for %s -> deploy %s, at %s', (base, domain, address, sentence) => {
  const guide = cloudflare.guide({ ...tinyGrid, base }, 'bna');
  expect(guide).toContain(`deploy ${domain}`.trim().concat(`\ncurl -i '${address}/api/'\n`));
  expect(guide).toContain(` --base-url ${address}\`. `);
  expect(guide).toContain(sentence);
});

it.each([
  ['production', 'https://a.org/x'],
  ['deploy-preview', 'https://b.org/x'],
])('Netlify: the address of a build in the context %s -> %s', (CONTEXT, address) => {
  const guide = HOSTS.netlify.guide({ ...tinyGrid, base: 'https://me.example.org/x' });
  const [, argument] = /--base-url (.*?) && rm/.exec(guide) ?? [];
  const env = { CONTEXT, URL: 'https://a.org', DEPLOY_PRIME_URL: 'https://b.org' };
  expect(execFileSync('bash', ['-c', `printf %s ${argument}`], { env }).toString()).toBe(address);
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
