import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { bnaApi } from '../../src/bna/bna.ts';
import type { HostName } from '../../src/hosts/host.ts';
import { build } from '../../src/publish/build.ts';
import type { ManifestHead, ManifestRow } from '../../src/site/manifest.ts';
import { readManifest } from '../../src/site/manifest.ts';
import { once } from '../../src/util/once.ts';

/** The base address that the shipped site is built for in tests. */
export const SHIPPED_BASE = 'http://localhost:8080';

/** Builds the shipped content into a folder. */
export const buildShippedSite = (out: string, host?: HostName) =>
  build({ api: bnaApi, content: 'content', out, base: SHIPPED_BASE, host });

/** The folder of the shipped site, built once before the tests. Only read it. */
export const shippedSite = (): string => inject('shippedSite');

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
