import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Calls a program of the system; returns what it complains of, or null. */
function failureOf(program: string, ...args: string[]): string | null {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? null : (error?.message ?? stderr);
}

function call(program: string, ...args: string[]): void {
  const failure = failureOf(program, ...args);
  if (failure !== null) throw new Error(`${program} ${args.join(' ')}: ${failure}`);
}

/** May this process mount file systems? That takes Linux and root, and a container with that right. */
function isPermitted(): boolean {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-mount-'));
  try {
    if (failureOf('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder) !== null) return false;
    call('umount', folder);
    return true;
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

/**
 * Mounts a file system in memory on a folder, which is made if it isn't there. It is unmounted when
 * the test has finished.
 * @param options such as `size=400k`
 */
export function mountMemory(folder: string, options: string): void {
  mkdirSync(folder, { recursive: true });
  call('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder);
  unmountLater(folder);
}

/** Makes a folder the same as another; see `mountMemory`. */
export function mountFolder(source: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  call('mount', '--bind', source, folder);
  unmountLater(folder);
}

/** Changes the options of a file system that is mounted. */
export const remount = (folder: string, options: string): void =>
  call('mount', '-o', `remount,${options}`, folder);

/** Even where a process that was killed still has a file open. */
const unmountLater = (folder: string): void =>
  onTestFinished(() => call('umount', '--lazy', folder));
