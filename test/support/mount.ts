import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

function call(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

/** May this process mount file systems? That takes Linux and root, and a container with that right. */
function isPermitted(): boolean {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-mount-'));
  try {
    call('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder);
    call('umount', folder);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Is a test of mounted file systems to be left out?
 * @throws in CI, where nothing is to be skipped
 */
export function mayNotMount(): boolean {
  if (isPermitted()) return false;
  const text = 'Mounting takes root on Linux, so what needs a small disk is skipped.';
  if (process.env.CI) throw new Error(text);
  console.warn(text);
  return true;
}

/** Mounts something on a folder, which is made if it isn't there, until the test has finished. */
function mount(folder: string, ...args: string[]): void {
  mkdirSync(folder, { recursive: true });
  call('mount', ...args, folder);
  // Even where a process that was killed still has a file open.
  onTestFinished(() => call('umount', '--lazy', folder));
}

/**
 * Mounts a file system in memory.
 * @param options such as `size=400k`
 */
export const mountMemory = (folder: string, options: string): void =>
  mount(folder, '-t', 'tmpfs', '-o', options, 'tmpfs');

/** Makes a folder the same as another. */
export const mountFolder = (source: string, folder: string): void =>
  mount(folder, '--bind', source);

/** Changes the options of a file system that is mounted. */
export const remount = (folder: string, options: string): void =>
  call('mount', '-o', `remount,${options}`, folder);
