import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { filesOf } from './site-files.ts';

/** The base address that the shipped site is built for in tests. */
export const SHIPPED_BASE = 'http://localhost:8080';

/** The file for the end of the build, relative to the site: it is empty, or has the error. */
export const BUILD_ENDED = '../../build-ended.txt';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of all files of the run. */
    temporary: string;
    shippedSite: string;
  }
}

/** The files of a folder, and when each was written. */
const writtenFiles = (folder: string): string[] =>
  filesOf(folder).map((file) => `${file} ${statSync(path.join(folder, file)).mtimeMs}`);

/** Starts to build the shipped content, once for all tests, which only read it. */
export default function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-tests-'));
  // Some servers and tests read it as another user.
  chmodSync(folder, 0o755);
  const site = path.join(folder, 'shipped/dist');
  const args = ['lib/cli/main.js', 'build', '--base-url', SHIPPED_BASE, '--out', site];
  const building = new Promise<Set<string> | null>((resolve) => {
    execFile(process.execPath, args, { timeout: 120_000 }, (error) => {
      const built = error ? null : new Set(writtenFiles(site));
      writeFileSync(path.join(site, BUILD_ENDED), error?.message ?? '');
      resolve(built);
    });
  });
  project.provide('temporary', folder);
  project.provide('shippedSite', site);
  return async () => {
    const built = await building;
    const changed = built ? writtenFiles(site).filter((file) => !built.delete(file)) : [];
    changed.push(...(built ?? []));
    rmSync(folder, { recursive: true });
    if (changed.length === 0) return;
    // A test that writes there, perhaps through a link, spoils another one now and then. What is
    // thrown here is shown, but does not fail the run.
    process.exitCode = 1;
    throw new Error(`Tests changed the shipped site: ${changed}`);
  };
}
