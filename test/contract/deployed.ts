import { cpSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Grid } from '../../src/core/grid.ts';
import { basePath } from '../../src/core/grid.ts';
import { HOSTS, HOSTS_FOLDER, type HostName } from '../../src/hosts/hosts.ts';
import { filesOf } from '../support/site-files.ts';

/** A built site as its host's README says to deploy it. */
export interface Deployed {
  readonly grid: Grid;
  /** The folder that the host serves at `/`. */
  readonly root: string;
  /** The site's own folder: the root, or below it where the base address has a path. */
  readonly site: string;
  /** The folder that has the host's files, for those that the server reads as its configuration. */
  readonly configuration: string;
}

/** A built site, and its table. */
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
  const { place } = HOSTS[name];
  if (place !== 'configuration') {
    const to = place === 'root' ? root : site;
    // Not written into the link: that is the built site's file too.
    for (const file of filesOf(configuration)) rmSync(path.join(to, file), { force: true });
    cpSync(configuration, to, { recursive: true });
  }
  return { grid, root, site, configuration };
}
