import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

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

/** Starts to build the shipped content, once for all tests, which only read it. */
export default function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-tests-'));
  // Some servers and tests read it as another user.
  chmodSync(folder, 0o755);
  const site = path.join(folder, 'shipped/dist');
  const args = ['lib/cli/main.js', 'build', '--base-url', SHIPPED_BASE, '--out', site];
  const building = new Promise<void>((resolve) => {
    execFile(process.execPath, args, { timeout: 120_000 }, (error) => {
      writeFileSync(path.join(site, BUILD_ENDED), error?.message ?? '');
      resolve();
    });
  });
  project.provide('temporary', folder);
  project.provide('shippedSite', site);
  return async () => {
    await building;
    rmSync(folder, { recursive: true });
  };
}
