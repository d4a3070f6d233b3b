import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { GOING_BACK } from '../../src/hosts/rules/printing.ts';
import { engineOf } from '../support/engines.mjs';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { filesOf } from '../support/site-files.ts';
import { smallSite } from '../support/small-site.ts';

/** What other people have on a server, by the paths there. */
const OTHERS = {
  'var/www/html/index.html': 'Debian',
  'srv/index.html': 'a site',
  'srv/me.org/index.html': 'another site',
  'var/www/me.org/index.html': 'another site',
  'etc/nginx/sites-enabled/me.org': 'server { }',
  'etc/apache2/sites-available/me.org.conf': '<VirtualHost *:80>',
  'etc/caddy/Caddyfile': ':80 {\n}',
};

/** The commands that change the machine. The others are run in a folder in place of its root. */
const STUBS = 'apt-get systemctl nginx a2enmod a2ensite curl'
  .split(' ')
  .map((name) => `${name}() { :; }\n`)
  .join('');

describe.skipIf(!engineOf('rsync'))('the commands of a guide for a server', () => {
  it.each(['nginx', 'apache', 'caddy'] as const)(
    '%s -> no file of another site is removed',
    async (host) => {
      const server = temporaryFolder();
      const folders = ['srv', 'var/www', 'etc/nginx/sites-enabled', 'etc/apache2/sites-available'];
      for (const folder of folders) mkdirSync(path.join(server, folder), { recursive: true });
      writeFiles(server, OTHERS);
      let kept = Object.keys(OTHERS);
      for (const base of [
        'https://me.org',
        'https://me.org/a',
        'http://me.org:8080',
        'https://me.org/a/b',
      ]) {
        const home = temporaryFolder();
        const { grid } = await smallSite({ base, host, out: path.join(home, 'dist') });
        const [, commands = ''] = /```sh\n(.*?)```/s.exec(HOSTS[host].guide(grid)) ?? [];
        const moved = commands
          .replaceAll('sudo ', '')
          .replaceAll(/(?<=[ '])\/(?=(?:srv|var|etc)\/)/g, `${server}/`);
        const follow = () =>
          execFileSync('bash', ['-ec', STUBS + moved], { cwd: home, stdio: 'pipe' });
        follow();
        const added = filesOf(server).filter((file) => !kept.includes(file));
        const own = added.find((file) => file.endsWith('/index.html')) ?? '';
        expect(readFileSync(path.join(server, own), 'utf8')).toContain(`${base}/`);
        // A page of an earlier build does not remain, and the second time is as the first.
        writeFiles(server, { [own.replace('index.html', 'old.json')]: '{}' });
        follow();
        kept = [...kept, ...added].sort();
        expect(filesOf(server)).toEqual(kept);
      }
      const texts = Object.keys(OTHERS).map((file) =>
        readFileSync(path.join(server, file), 'utf8'),
      );
      const imports = texts.at(-1)?.match(/^import .*$/gm) ?? [];
      expect(new Set(imports).size).toBe(host === 'caddy' ? 4 : 0);
      expect(texts.map((text) => text.replaceAll(/\nimport .*\n/g, ''))).toEqual(
        Object.values(OTHERS),
      );
      expect(imports).toHaveLength(new Set(imports).size);
    },
  );
});

it('two builds, each after the last site was kept -> the site before', () => {
  const [, keep = ''] = /`(rm .*?)`/.exec(GOING_BACK) ?? [];
  const home = temporaryFolder();
  for (const build of ['1', '2', '3']) {
    writeFiles(home, { [`dist/${build}.json`]: '{}' });
    if (build < '3') execFileSync('sh', ['-ec', keep], { cwd: home });
  }
  expect(filesOf(path.join(home, 'dist.old'))).toEqual(['1.json', '2.json']);
});
