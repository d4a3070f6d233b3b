import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { bnaApi } from '../../src/bna/bna.ts';
import { build } from '../../src/build.ts';
import { SHIPPED_BASE } from './shipped-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    shippedSite: string;
  }
}

/** Builds the shipped content once for all tests, which only read it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-shipped-'));
  const site = path.join(folder, 'dist');
  await build({ api: bnaApi(), content: 'content', out: site, base: SHIPPED_BASE });
  project.provide('shippedSite', site);
  return () => rmSync(folder, { recursive: true });
}
