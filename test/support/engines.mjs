import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The programs that tests need and `npm ci` does not install. `project` is the tests that need one, as in
 * `vitest.config.ts`; `commands` are its names, in order of preference; `package` is Debian's, or else
 * `npm` is npm's; `module` is a Python module that it needs.
 */
export const ENGINES = {
  nginx: { project: 'hosts', commands: ['nginx'], package: 'nginx-light' },
  apache: { project: 'hosts', commands: ['apache2'], package: 'apache2' },
  caddy: { project: 'hosts', commands: ['caddy'], package: 'caddy' },
  bun: { project: 'hosts', commands: ['bun'], npm: 'bun@1.4.5' },
  rsync: { project: 'hosts', commands: ['rsync'], package: 'rsync' },
  python: { project: 'slow', commands: ['python3'], package: 'python3' },
  chromium: {
    project: 'browser',
    commands: ['chromium-headless-shell', 'chromium', 'google-chrome'],
    package: 'chromium-headless-shell',
  },
  firefox: {
    project: 'browser',
    commands: ['firefox-esr', 'firefox'],
    package: 'firefox-esr',
  },
  curl: { project: 'slow', commands: ['curl'], package: 'curl' },
  jq: { project: 'slow', commands: ['jq'], package: 'jq' },
  pandas: {
    project: 'slow',
    commands: ['python3'],
    package: 'python3-pandas python3-requests',
    module: 'pandas, requests',
  },
  django: {
    project: 'slow',
    commands: ['python3'],
    package: 'python3-django python3-djangorestframework python3-django-filters',
    module: 'django, rest_framework, django_filters',
  },
};

/** Servers are often not in the PATH of a user. */
const FOLDERS = [
  ...(process.env.PATH ?? '').split(path.delimiter),
  '/usr/sbin',
  '/usr/local/sbin',
  '/opt/homebrew/bin',
];

/**
 * The path of an engine, or undefined if it is missing. The environment variable `CHROMIUM` selects another
 * browser.
 * @param {keyof typeof ENGINES} name
 * @returns {string | undefined}
 */
export function engineOf(name) {
  const { commands, module } = ENGINES[name];
  if (name === 'chromium' && process.env.CHROMIUM) return process.env.CHROMIUM;
  const files = commands.flatMap((command) => FOLDERS.map((folder) => path.join(folder, command)));
  const hasModule = (file) => spawnSync(file, ['-c', `import ${module}`]).status === 0;
  return files.find((file) => existsSync(file) && (!module || hasModule(file)));
}
