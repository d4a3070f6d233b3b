import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { bnaApi } from '../../src/bna/bna.ts';
import type { HostName } from '../../src/hosts/host.ts';
import { build } from '../../src/publish/build.ts';
import type { ManifestHead, ManifestRow } from '../../src/site/manifest.ts';
import { readManifest } from '../../src/site/manifest.ts';
import { once } from '../../src/util/once.ts';
import { BUILD_ENDED, SHIPPED_BASE } from './shipped-site.setup.ts';

export { SHIPPED_BASE };

/** Builds the shipped content into a folder. */
export const buildShippedSite = (out: string, host?: HostName) =>
  build({ api: bnaApi, content: 'content', out, base: SHIPPED_BASE, host });

/**
 * The folder of the shipped site, which a process builds while the first tests run. Only read it.
 * @throws if its build failed
 */
export const shippedSite = once((): string => {
  const site = inject('shippedSite');
  const ended = path.join(site, BUILD_ENDED);
  // A test that needs it has nothing else to do, and the build has a time limit.
  while (!existsSync(ended)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  const failure = readFileSync(ended, 'utf8');
  if (failure) throw new Error(failure);
  return site;
});

/** The manifest of the shipped site. */
export const shippedManifest = once((): ManifestHead & { files: readonly ManifestRow[] } => {
  const { rows, ...head } = readManifest(shippedSite());
  return { ...head, files: [...rows] };
});

/** The text of a file of the shipped site. */
export const shippedText = (file: string): string =>
  readFileSync(path.join(shippedSite(), file), 'utf8');

/** A file of the shipped site, parsed. */
// biome-ignore lint/suspicious/noExplicitAny: each test checks what it reads
export const shippedJson = (file: string): any => JSON.parse(shippedText(file));
