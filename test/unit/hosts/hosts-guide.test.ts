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

it.each(HOST_NAMES)('the guide for %s -> commands that every project has', async (name) => {
  for (const base of ['https://me.example.org', 'https://me.example.org/a']) {
    const { grid } = await smallSite({ base });
    const guide = HOSTS[name].guide(grid);
    expect(guide).not.toMatch(/npm (?:run|start)/);
    const texts = [guide, ...Object.values(HOSTS[name].files(grid))].join('\n');
    expect(texts, 'not published').toMatch(/(?:--exclude=|rm -r \S*|^\S*)\/_hosts(?!\/)/m);
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
  ['netlify', 'https://me.example.org', 'upload', '--dir upload'],
  ['netlify', 'https://me.example.org/a/b', 'upload', '--dir upload'],
  ['cloudflare', 'https://me.example.org', 'dist', 'deploy --domain me.example.org'],
  ['cloudflare', 'https://me.you.workers.dev/a/b', 'upload', 'deploy\n'],
] as const)('the guide for %s at %s -> deploys %s', async (name, base, folder, deploy) => {
  const home = temporaryFolder();
  const site = await smallSite({ out: path.join(home, 'dist'), base, host: name });
  const expected = temporaryFolder();
  deployed(name, site, expected);
  const guide = HOSTS[name].guide(site.grid);
  const commands = Array.from(guide.matchAll(/```sh\n(.*?)```/gs), ([, some]) => some).join('');
  const [copy = ''] = commands.split('npx ');
  execFileSync('sh', ['-ec', copy], { cwd: home });
  const published = (root: string) =>
    filesOf(root).filter((file) => file !== 'README.md' && !file.includes('_hosts/'));
  expect(published(path.join(home, folder))).toEqual(published(expected));
  expect(commands).toContain(deploy);
  const [check, then = ''] = commands.split(' login\n');
  expect(check).toMatch(/^npx \S+ dev .*\ncurl -i 'http:\/\/localhost:\d+\S*\/api\/'\n/m);
  expect(then).toContain(`curl -i '${base}/api/'\n`);
});
