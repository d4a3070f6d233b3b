import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where files cost the least: a memory file system where there is one. */
export const memory = existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();

/** The checkout. */
export const root = path.resolve(import.meta.dirname, '..');

/** The command line. */
export const program = path.join(root, 'lib/cli/main.js');

/** An empty folder that is removed when this process ends. */
export function scratchFolder() {
  const folder = mkdtempSync(path.join(memory, 'staticrest-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The code of properties of the neighborhoods that leave out most pages. */
export const FEW_PAGES = 'prerender: undefined, pagination: { limits: [20, 100], default: 20 }';

/**
 * Writes a definition: the API of the shipped content, without formats.
 * @param neighborhoods the code of other properties of the neighborhoods, which are `one`
 * @returns the option for it
 */
export function definitionOption(folder, neighborhoods) {
  const file = path.join(folder, 'api.mjs');
  const text = `
import { bnaApi } from ${JSON.stringify(path.join(root, 'lib/bna/bna.js'))};
const collections = bnaApi.collections.map((one) =>
  one.name === 'neighborhoods' ? { ...one, ${neighborhoods} } : one,
);
export default { ...bnaApi, formats: [], collections };
`;
  writeFileSync(file, text);
  return ['--api', file];
}

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** In milliseconds. */
const LONGEST = 15 * 60_000;

/**
 * Runs Node until it ends, and measures it: the seconds, those of processors, and the most bytes of memory.
 * The last two are NaN where it was killed, or ran out of memory.
 */
export const measured = (...args) => measuredIn(root, ...args);

/** The same in a folder. */
export function measuredIn(folder, ...args) {
  const start = performance.now();
  const { status, output } = spawnSync(
    process.execPath,
    ['--import', path.join(root, 'bench/usage.mjs'), ...args],
    {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      maxBuffer: Infinity,
      timeout: LONGEST,
      killSignal: 'SIGKILL',
    },
  );
  const seconds = (performance.now() - start) / 1000;
  const usage = { peak: Number.NaN, cpu: Number.NaN, ...JSON.parse(output[3] || '{}') };
  return { status, errors: output[2], seconds, ...usage };
}

/** Whether a figure meets its goal: at most a number, or at least one. */
export function verdict(value, { most = Infinity, least = -Infinity }) {
  const goal = most === Infinity ? `at least ${least}` : `at most ${most}`;
  return `${value <= most && value >= least ? 'meets' : 'misses'} ${goal}`;
}

/** A figure, and whether it meets its goal. */
export const figure = (what, value, goal, unit = '') =>
  `${what} ${value.toFixed(2)}${unit} (${verdict(value, goal)})`;
