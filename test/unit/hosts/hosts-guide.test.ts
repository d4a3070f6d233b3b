import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { COMMANDS, type CommandName } from '../../../src/cli/commands.ts';
import { HOSTS } from '../../../src/hosts/hosts.ts';
import { HOST_NAMES } from '../../../src/hosts/names.ts';
import { deployed } from '../../contract/deployed.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { filesOf } from '../../support/site-files.ts';
import { smallSite } from '../../support/small-site.ts';

/** What a folder has that the guide does not copy, or removes. */
const OMITTED = { netlify: ['README.md'], cloudflare: ['_redirects', '_headers'] };

it.each(HOST_NAMES)('the guide for %s -> commands that every project has', async (name) => {
  for (const base of ['https://me.example.org', 'https://me.example.org/a']) {
    const { grid } = await smallSite({ base });
    const guide = HOSTS[name].guide(grid);
    expect(guide).not.toMatch(/npm (?:run|start)/);
    for (const [, command = '', options = ''] of guide.matchAll(
      /npx staticrest (\w+)([^`&\n]*)/g,
    )) {
      const known = COMMANDS[command as CommandName].options;
      const named = [...options.matchAll(/--([a-z-]+)/g)].map(([, option]) => option);
      expect(Object.keys(known)).toEqual(expect.arrayContaining(named));
    }
  }
});

it.each([
  ['netlify', 'https://me.example.org', 'dist', '--dir dist'],
  ['netlify', 'https://me.example.org/a/b', 'public', '--dir public'],
  ['cloudflare', 'https://me.example.org', 'dist', 'deploy --domain me.example.org'],
  ['cloudflare', 'https://me.you.workers.dev/a/b', 'site', 'deploy\n'],
] as const)('the guide for %s at %s -> deploys %s', async (name, base, folder, deploy) => {
  const home = temporaryFolder();
  // For every host: the files of Netlify are in place.
  const site = await smallSite({ out: path.join(home, 'dist'), base });
  const expected = temporaryFolder();
  deployed(name, site, expected);
  const guide = HOSTS[name].guide(site.grid);
  const [, commands = ''] = /```sh\n(.*?)```/s.exec(guide) ?? [];
  const [copy = ''] = commands.split('npx ');
  execFileSync('sh', ['-ec', copy], { cwd: home });
  const files = filesOf(expected).filter((file) => !OMITTED[name].includes(file));
  expect(filesOf(path.join(home, folder))).toEqual(files);
  expect(commands).toContain(deploy);
  expect(commands).toContain(`curl -i '${base}/api/'\n`);
});
