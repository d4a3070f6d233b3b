import type { Grid } from '../core/grid.ts';
import type { ApiRequest } from '../core/resolve.ts';
import type { SiteFile } from '../site/site-file.ts';
import type { Deviation } from './deviation.ts';
import type { Limits } from './limits.ts';

/** A static host: what it needs beside the data to answer the API's query strings. */
export interface Host {
  /** What people call it. */
  readonly title: string;
  /** Does it follow rules that we print, or run our code, which also composes pages? */
  readonly kind: 'rules' | 'code';
  /**
   * Where its files go. `root`: the folder that the host serves at `/`, which is the site's own where
   * the base address has no path. `site`: the site's own folder, wherever it is served.
   * `configuration`: to the server's configuration, which is no part of what it serves.
   */
  readonly place: 'root' | 'site' | 'configuration';
  /** Its files, relative to that place. */
  files(grid: Grid): SiteFile[];
  /** The script among them that a page must register as a service worker before it asks the API. */
  readonly worker?: string;
  /** How to deploy a site there, as the paragraphs of a README in Markdown. */
  guide(grid: Grid): string;
  /** The methods by which it sends what stands beside the API. Absent: GET and HEAD. */
  readonly fileMethods?: 'any' | readonly string[];
  /** Where it answers otherwise than the contract says. */
  readonly deviations: readonly Deviation[];
  readonly limits: Limits;
  /** The status that it sends where the contract has 400. Absent: it can send that. */
  readonly badRequestStatus?: number;
  /** The rule that a request meets, as its files have it. Absent where our code runs. */
  rule?(grid: Grid, request: ApiRequest): string;
}
