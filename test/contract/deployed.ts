import { cpSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Grid } from '../../src/core/grid.ts';
import { basePath } from '../../src/core/grid.ts';
import { HOSTS_FOLDER, type HostName } from '../../src/hosts/host.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { filesOf } from '../support/site-files.ts';

/** A built site, deployed as its host's README describes. */
export interface Deployed {
  readonly grid: Grid;
  /** The folder that the host serves at `/`. */
  readonly root: string;
  /** The site's own folder: the root, or below it where the base address has a path. */
  readonly site: string;
  /** The folder with the host's files, which some servers read as their configuration. */
  readonly configuration: string;
}

/** A built site, and its grid. */
export interface Built {
  readonly folder: string;
  readonly grid: Grid;
}

/** Deploys a site to an empty folder. Its files are linked, not copied. */
export function deployed(name: HostName, { folder, grid }: Built, root: string): Deployed {
  const site = path.join(root, basePath(grid));
  for (const file of filesOf(folder)) {
    const target = path.join(site, file);
    mkdirSync(path.dirname(target), { recursive: true });
    linkSync(path.join(folder, file), target);
  }
  const configuration = path.join(site, HOSTS_FOLDER, name);
  const { destination } = HOSTS[name];
  if (destination !== 'configuration') {
    const to = destination === 'root' ? root : site;
    // Remove the links first: writing into one would change the built site's file.
    for (const file of filesOf(configuration)) rmSync(path.join(to, file), { force: true });
    cpSync(configuration, to, { recursive: true });
  }
  return { grid, root, site, configuration };
}
