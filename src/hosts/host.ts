import type { Grid } from '../core/grid.ts';
import type { Limits } from './limits.ts';

/** One way in which a host's answers differ from the API's contract. For documents only. */
export interface Deviation {
  /** Which requests: `a repeated parameter`. */
  readonly given: string;
  /** What they get: `the last value`. */
  readonly gets: string;
  /** Why the host cannot follow the contract here. */
  readonly why: string;
}

/** A static host, and what it needs besides the data to answer the API's query strings. */
export interface Host {
  /** Its name as people know it. */
  readonly title: string;
  /** `rules`: it follows rules that we print. `code`: it runs our code, which also composes pages. */
  readonly kind: 'rules' | 'code';
  /**
   * Where its files belong. `root`: in the folder that the host serves at `/`, which is the site's
   * own if the base address has no path. `site`: in the site's own folder, wherever it is served.
   * `configuration`: in the server's configuration, outside of what it serves.
   */
  readonly destination: 'root' | 'site' | 'configuration';
  /**
   * The texts of its files, by their paths relative to that destination.
   * @throws UsageError where a name has a character that its configuration cannot hold
   */
  files(grid: Grid): Readonly<Record<string, string>>;
  /** The script among its files that a page must register as a service worker. */
  readonly worker?: string;
  /** How to deploy a site there: the first part of its README, in Markdown. */
  guide(grid: Grid): string;
  readonly deviations: readonly Deviation[];
  /** Headers of the contract that it cannot send. */
  readonly unsupportedHeaders?: readonly string[];
  readonly limits: Limits;
  /** The status that it sends where the contract has 400. Absent: it can send 400. */
  readonly badRequestStatus?: number;
}
