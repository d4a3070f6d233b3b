import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

/** A program that tests need and npm does not install. */
interface Engine {
  /** The tests that need it: a project of `vitest.config.ts`. */
  readonly project: string;
  /** What it may be called, in order of preference. */
  readonly commands: readonly string[];
  /** The Debian package that has it. */
  readonly package: string;
  /** A Python module that it needs. */
  readonly module?: string;
}

const ENGINES = {
  nginx: { project: 'hosts', commands: ['nginx'], package: 'nginx-light' },
  apache: { project: 'hosts', commands: ['apache2'], package: 'apache2' },
  caddy: { project: 'hosts', commands: ['caddy'], package: 'caddy' },
  chromium: {
    project: 'browser',
    commands: ['chromium-headless-shell', 'chromium', 'google-chrome'],
    package: 'chromium-headless-shell',
  },
  curl: { project: 'slow', commands: ['curl'], package: 'curl' },
  jq: { project: 'slow', commands: ['jq'], package: 'jq' },
  sqlite3: { project: 'slow', commands: ['sqlite3'], package: 'sqlite3' },
  requests: {
    project: 'slow',
    commands: ['python3'],
    package: 'python3-requests',
    module: 'requests',
  },
} satisfies Record<string, Engine>;

type EngineName = keyof typeof ENGINES;

/** Servers are often not in the PATH of a user. */
const FOLDERS = [
  ...(process.env.PATH ?? '').split(path.delimiter),
  '/usr/sbin',
  '/usr/local/sbin',
  '/opt/homebrew/bin',
];

/**
 * The path of an engine, or undefined if it is missing. The environment variable `CHROMIUM` selects another browser.
 */
export function engineOf(name: EngineName): string | undefined {
  const { commands, module }: Engine = ENGINES[name];
  if (name === 'chromium' && process.env.CHROMIUM) return process.env.CHROMIUM;
  const files = commands.flatMap((command) => FOLDERS.map((folder) => path.join(folder, command)));
  const hasModule = (file: string) => spawnSync(file, ['-c', `import ${module}`]).status === 0;
  return files.find((file) => existsSync(file) && (!module || hasModule(file)));
}

/** True if any of these engines is missing, so that a test of it is skipped. In CI `setup` throws before. */
export const lacks = (...names: readonly EngineName[]): boolean =>
  names.some((name) => engineOf(name) === undefined);

/**
 * Names the engines that the tests of a project lack, and how to install them.
 * @throws in CI, where no test may be skipped
 */
export default function setup({ name: project }: TestProject): void {
  const missing = Object.entries(ENGINES).flatMap(([name, engine]) =>
    engine.project === project && !engineOf(name as EngineName)
      ? [`${name}: apt-get install ${engine.package}`]
      : [],
  );
  if (missing.length === 0) return;
  const text = `Missing engines:\n  ${missing.join('\n  ')}\n`;
  if (process.env.CI) throw new Error(text);
  console.warn(`${text}Tests that need them are skipped.\n`);
}
