import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Grid } from '../grid.ts';
import { MANIFEST, readManifest } from '../manifest.ts';
import { UsageError } from '../problem.ts';

/** A finished site: its folder, and what its manifest says is published there. */
export interface ServedSite {
  readonly folder: string;
  readonly grid: Grid;
}

/**
 * Opens a site's folder for serving.
 * @throws UsageError where there is no whole site
 */
export function openSite(folder: string): ServedSite {
  const file = path.join(folder, MANIFEST);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`There is no built site at ${folder}; \`staticrest build\` makes one.`);
  }
  return { folder: realpathSync(folder), grid: readManifest(text, file).grid };
}
