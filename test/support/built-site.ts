import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Api } from '../../src/api/definition.ts';
import type { HostName } from '../../src/hosts/host.ts';
import { build } from '../../src/publish/build.ts';
import { temporaryFolder, writeFiles } from './folder.ts';
import { SMALL_BASE } from './rendered-site.ts';

export interface SiteOptions {
  /**
   * The folder of the site, with the folder of its content beside it; by default in a folder that is
   * removed when the test has finished.
   */
  readonly out?: string;
  readonly base?: string;
  readonly host?: HostName;
  /** The texts of files of `public/`. */
  readonly copied?: Readonly<Record<string, string>>;
}

/**
 * Builds a site on the disk from content files.
 * @param files values by their paths in the content folder
 */
export async function builtSite(
  api: Api,
  files: Readonly<Record<string, unknown>>,
  {
    out = path.join(temporaryFolder(), 'dist'),
    base = SMALL_BASE,
    host,
    copied = {},
  }: SiteOptions = {},
) {
  const content = path.join(path.dirname(out), 'content');
  mkdirSync(content, { recursive: true });
  const texts = Object.entries(files).map(([file, value]) => [file, JSON.stringify(value)]);
  writeFiles(content, Object.fromEntries(texts));
  writeFiles(path.join(path.dirname(out), 'public'), copied);
  const { grid } = await build({ api, content, out, base, host, allowRemoval: true });
  return { folder: out, grid };
}
