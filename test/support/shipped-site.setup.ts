import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { bnaApi } from '../../src/bna/bna.ts';
import { build } from '../../src/publish/build.ts';
import { readManifest } from '../../src/site/manifest.ts';
import { SHIPPED_BASE } from './shipped-site.ts';
import { sha256 } from './site-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    shippedSite: string;
  }
}

/** The files of a site that are not what its manifest says. */
function changedFiles(site: string): string[] {
  const files = [...readManifest(site).rows];
  const isChanged = (file: string, hash: string) => {
    const body = existsSync(path.join(site, file)) && readFileSync(path.join(site, file));
    return !body || sha256(body) !== hash;
  };
  return files.filter((one) => isChanged(one.path, one.sha256)).map((one) => one.path);
}

/** Builds the shipped content once for all tests, which only read it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-shipped-'));
  const site = path.join(folder, 'dist');
  await build({ api: bnaApi, content: 'content', out: site, base: SHIPPED_BASE });
  project.provide('shippedSite', site);
  return () => {
    const changed = changedFiles(site);
    rmSync(folder, { recursive: true });
    if (changed.length === 0) return;
    // A test that writes there, perhaps through a link, spoils another one now and then. What is
    // thrown here is shown, but does not fail the run.
    process.exitCode = 1;
    throw new Error(`Tests changed the shipped site: ${changed}`);
  };
}
