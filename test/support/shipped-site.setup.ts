import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildShippedSite } from './shipped-site.ts';
import { filesOf } from './site-files.ts';

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

/** Builds the shipped content once for all tests, which only read it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-tests-'));
  // Some servers and tests read it as another user.
  chmodSync(folder, 0o755);
  const site = path.join(folder, 'shipped/dist');
  await buildShippedSite(site);
  const built = new Set(writtenFiles(site));
  project.provide('temporary', folder);
  project.provide('shippedSite', site);
  return () => {
    const changed = writtenFiles(site).filter((file) => !built.delete(file));
    changed.push(...built);
    rmSync(folder, { recursive: true });
    if (changed.length === 0) return;
    // A test that writes there, perhaps through a link, spoils another one now and then. What is
    // thrown here is shown, but does not fail the run.
    process.exitCode = 1;
    throw new Error(`Tests changed the shipped site: ${changed}`);
  };
}
