import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where files cost the least: a memory file system where there is one. */
export const memory = existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();

/** The checkout. */
export const root = path.resolve(import.meta.dirname, '..');

/** An empty folder that is removed when this process ends. */
export function scratchFolder() {
  const folder = mkdtempSync(path.join(memory, 'staticrest-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
