import type { TestProject } from 'vitest/node';
import { ENGINES, engineOf } from './engines.mjs';

type EngineName = keyof typeof ENGINES;
const names = Object.keys(ENGINES) as EngineName[];

/** True if any of these engines is missing, so that a test of it is skipped. In CI `setup` throws before. */
export const lacks = (...wanted: readonly EngineName[]): boolean =>
  wanted.some((name) => engineOf(name) === undefined);

/**
 * Names the engines that the tests of a project lack, and how to install them.
 * @throws in CI, where no test may be skipped
 */
export default function setup({ name: project }: TestProject): void {
  const missing = names
    .filter((name) => ENGINES[name].project === project && lacks(name))
    .map((name) => {
      const engine = ENGINES[name];
      const [program, packages] =
        'npm' in engine
          ? ['npm install --global', engine.npm]
          : ['apt-get install', engine.package];
      return `${name}: ${program} ${packages}`;
    });
  if (missing.length === 0) return;
  const text = `Missing engines:\n  ${missing.join('\n  ')}\n`;
  if (process.env.CI) throw new Error(text);
  console.warn(`${text}Tests that need them are skipped.\n`);
}
