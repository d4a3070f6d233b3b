import path from 'node:path';
import { exists, foldersFrom } from './system-error.ts';

/**
 * How each package manager runs a program that a project depends on, adds a package, and installs itself and a project
 * on a CI runner with Node 24. Later versions of Node have no Corepack.
 */
const MANAGERS = {
  npm: { run: 'npx', add: 'npm install', ci: ['npm install'] },
  pnpm: { run: 'pnpm exec', add: 'pnpm add', ci: ['corepack enable', 'pnpm install'] },
  yarn: { run: 'yarn run', add: 'yarn add', ci: ['corepack enable', 'yarn install'] },
  bun: { run: 'bun run', add: 'bun add', ci: ['npm install --global bun', 'bun install'] },
} as const;
export type PackageManager = keyof typeof MANAGERS;

const LOCKFILES: Readonly<Record<string, PackageManager>> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
};

/** The package manager whose lockfile is in a folder, or above it in its Git repository; npm if there is none. */
export function packageManagerOf(folder: string): PackageManager {
  const names = [...Object.keys(LOCKFILES), '.git'];
  const files = foldersFrom(folder).flatMap((one) => names.map((name) => path.join(one, name)));
  return LOCKFILES[path.basename(files.find(exists) ?? '')] ?? 'npm';
}

/**
 * The command that runs this program in a project. Where `npx` finds no local program, as with Yarn's Plug'n'Play, it
 * installs one of that name from the registry.
 * @param call the command of this program, with its options
 */
export const formatCommand = (call: string, manager: PackageManager = 'npm'): string =>
  `${MANAGERS[manager].run} staticrest ${call}`;

/** The command that adds a package to a project or, for an empty text, installs all that it depends on. */
export const formatInstall = (manager: PackageManager, added = ''): string =>
  added === '' ? `${manager} install` : `${MANAGERS[manager].add} ${added}`;

/** The commands that install a project on a CI runner, as lines that begin with a prefix. */
export const ciInstall = (prefix: string, manager: PackageManager = 'npm'): string =>
  MANAGERS[manager].ci.map((command) => `${prefix}${command}\n`).join('');
