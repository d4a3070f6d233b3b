import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inject, onTestFinished, TestRunner } from 'vitest';

/** An empty folder that is removed when the test, or without one the whole run, has finished. */
export function temporaryFolder(parent = inject('temporary')): string {
  const folder = mkdtempSync(path.join(parent, 'test-'));
  if (TestRunner.getCurrentTest()) {
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  }
  return folder;
}

/** A folder of a user with some files, in which the package is installed. */
export function userFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(path.resolve('.'), path.join(folder, 'node_modules/staticrest'));
  writeFiles(folder, files);
  return folder;
}

/** Writes files below a folder: their paths in it, and their texts or bytes. */
export function writeFiles(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

/** Makes a named pipe, which blocks whoever reads it. */
export const makePipe = (file: string): void => {
  execFileSync('sh', ['-c', 'mkfifo "$0"', file]);
};
