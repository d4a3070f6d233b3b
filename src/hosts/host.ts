import type { Grid } from '../core/grid.ts';
import type { Limits } from './limits.ts';

/** A static host, and the files that it needs in addition to the data to answer query strings. */
export interface Host {
  /** Its name as people know it. */
  readonly title: string;
  /**
   * `rules`: it follows rules that we print. `code`: it runs generated code, which also composes pages. `files`:
   * it sends the file at a path.
   */
  readonly kind: 'rules' | 'code' | 'files';
  /**
   * Where its files belong. `root`: in the folder that the host serves at `/`, which is the site's
   * own if the base address has no path. `site`: in the site's own folder, wherever it is served.
   * `configuration`: in the server's configuration, outside of what it serves.
   */
  readonly destination: 'root' | 'site' | 'configuration';
  /** The texts of its files, by their paths relative to that destination. */
  files(grid: Grid): Readonly<Record<string, string>>;
  /** How to deploy a site there: the first part of its README, in Markdown. */
  guide(grid: Grid): string;
  /**
   * What requests get that it answers otherwise than the API's contract, by a description of them:
   * `a repeated parameter` → `the last value`.
   */
  readonly deviations: Readonly<Record<string, string>>;
  /** Headers of the contract that it cannot send. */
  readonly unsupportedHeaders?: readonly string[];
  readonly limits: Limits;
}
