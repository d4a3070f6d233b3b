import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Api } from '../../src/api/definition.ts';
import { build } from '../../src/build/build.ts';
import type { HostName } from '../../src/hosts/names.ts';
import { temporaryFolder, writeFiles } from './folder.ts';
import { BuiltSite } from './walk.ts';

/** The base address of sites that a test builds for itself: one with a path. */
export const SMALL_BASE = 'https://me.github.io/small';

export interface SiteOptions {
  /** The folder in which content and site are; by default removed when the test has finished. */
  readonly folder?: string;
  readonly base?: string;
  readonly host?: HostName;
}

/** A site built from content files: their paths in the content folder, and their values. */
export async function builtSite(
  api: Api,
  files: Readonly<Record<string, unknown>>,
  { folder = temporaryFolder(), base = SMALL_BASE, host }: SiteOptions = {},
): Promise<BuiltSite> {
  const content = path.join(folder, 'content');
  mkdirSync(content, { recursive: true });
  const texts = Object.entries(files).map(([file, value]) => [file, JSON.stringify(value)]);
  writeFiles(content, Object.fromEntries(texts));
  const out = path.join(folder, 'dist');
  const { grid } = await build({ api, content, out, base, host });
  return new BuiltSite(out, grid);
}
