import type { Grid, HostKind } from '../core/grid.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import type { Deviations } from './deviations.ts';

/** The hosts for which a build generates files. The first is the default. */
export const HOST_NAMES = [
  'netlify',
  'cloudflare',
  'node',
  'nginx',
  'apache',
  'caddy',
  'github-pages',
  'files',
] as const;
export type HostName = (typeof HOST_NAMES)[number];

/** The folder of a site that has a subfolder with the files of each host. */
export const HOSTS_FOLDER = '_hosts';

/** A static host, and the files that it needs in addition to the data to answer query strings. */
export interface Host {
  /** Its name as people know it. */
  readonly title: string;
  readonly kind: HostKind;
  /**
   * Where its files belong. `root`: in the folder that the host serves at `/`, which is the site's
   * own if the base address has no path. `site`: in the site's own folder, wherever it is served.
   * `configuration`: in the server's configuration, outside of what it serves.
   */
  readonly destination: 'root' | 'site' | 'configuration';
  /**
   * The texts of its files, by their paths relative to that destination.
   * @param project the name of the project in its `package.json`, else that of the API; absent: not known yet
   */
  files(grid: Grid, project?: string): Readonly<Record<string, string>>;
  /** How to deploy a site there: the first part of its README, in Markdown. */
  guide(grid: Grid, project?: string): string;
  /** What a build warns of, in a sentence each; absent: nothing. */
  warnings?(grid: Grid): string[];
  /** What it answers otherwise than the API's contract. */
  readonly deviations: Deviations;
  readonly limits: Limits;
}

/** The most that a host accepts of each quantity; absent: it sets no limit. */
export interface Limits extends Readonly<Partial<Record<Quantity, number>>> {
  /** Other limits, in a sentence each. */
  readonly notes?: readonly string[];
  /** Pages of the host's documentation. */
  readonly sources: readonly string[];
}

/** The quantities that hosts limit, each with a function that puts an amount into words. */
export const QUANTITIES = {
  files: (count) => formatCount(count, 'file'),
  folderFiles: (count) => `${formatCount(count, 'file')} in one folder`,
  fileBytes: (bytes) => `${formatSize(bytes)} in one file`,
  siteBytes: (bytes) => `${formatSize(bytes)} in total`,
  lineBytes: (bytes) => `${formatSize(bytes)} in one line of its configuration`,
  wordBytes: (bytes) => `${formatSize(bytes)} in one word of its configuration`,
  rules: (count) => formatCount(count, 'rule'),
  /** The files read to compose one answer. */
  reads: (count) => `${formatCount(count, 'file')} read for one answer`,
} satisfies Record<string, (amount: number) => string>;
export type Quantity = keyof typeof QUANTITIES;
export const quantities = Object.keys(QUANTITIES) as Quantity[];

const UNITS = { MiB: 2 ** 20, GB: 1e9, MB: 1e6 };

/** A size in a unit of which it is a whole number, as hosts state limits; else rounded. */
function formatSize(bytes: number): string {
  const exact = Object.entries(UNITS).find(([, size]) => bytes % size === 0 && bytes > 0);
  if (exact) return `${formatNumber(bytes / exact[1])} ${exact[0]}`;
  if (bytes < 1e5) return formatCount(bytes, 'byte');
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
