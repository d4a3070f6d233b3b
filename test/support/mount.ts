import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './folder.ts';

function call(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

/** True if this process can mount file systems: as root on Linux, in a container that allows it. */
function canMount(): boolean {
  const folder = temporaryFolder();
  try {
    call('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder);
    call('umount', folder);
    return true;
  } catch {
    return false;
  }
}

/**
 * True if this process cannot mount file systems, so that tests which need that are skipped.
 * @throws in CI, where no test may be skipped
 */
export function cannotMount(): boolean {
  if (canMount()) return false;
  const text =
    'Only root on Linux can mount file systems, so tests that need a small disk are skipped.';
  if (process.env.CI) throw new Error(text);
  console.warn(text);
  return true;
}

/** Mounts something on a folder, which is created if it is missing, until the test has finished. */
function mount(folder: string, ...args: string[]): void {
  mkdirSync(folder, { recursive: true });
  call('mount', ...args, folder);
  // Lazily, since a killed process may still have a file open.
  onTestFinished(() => call('umount', '--lazy', folder));
}

/**
 * Mounts a file system in memory.
 * @param options such as `size=400k`
 */
export const mountMemory = (folder: string, options: string): void =>
  mount(folder, '-t', 'tmpfs', '-o', options, 'tmpfs');

/** Mounts a folder at a second path, as `mount --bind` does. */
export const mountFolder = (source: string, folder: string): void =>
  mount(folder, '--bind', source);

/** Changes the options of a file system that is mounted. */
export const remount = (folder: string, options: string): void =>
  call('mount', '-o', `remount,${options}`, folder);
