import { basePath, type Grid } from '../core/grid.ts';
import { bytes, type SiteFile } from '../site/site-file.ts';
import { apache } from './apache/apache.ts';
import { caddy } from './caddy/caddy.ts';
import { cloudflare } from './cloudflare/cloudflare.ts';
import type { Host } from './host.ts';
import { HOST_NAMES, HOSTS_FOLDER, type HostName } from './names.ts';
import { netlify } from './netlify/netlify.ts';
import { nginx } from './nginx/nginx.ts';
import { readmeOf } from './readme.ts';
import { serviceWorker } from './service-worker/service-worker.ts';

export { HOST_NAMES, HOSTS_FOLDER, type HostName };

/** Every host for which a build generates files. */
export const HOSTS = {
  netlify,
  cloudflare,
  nginx,
  apache,
  caddy,
  'service-worker': serviceWorker,
} satisfies Record<HostName, Host>;

/**
 * The files of all hosts, each host's in a folder of its own.
 * @param chosen the host whose files are also put in place, if they belong in the site's folder
 */
export function* hostDocuments(grid: Grid, chosen: HostName): Generator<SiteFile> {
  for (const name of HOST_NAMES) {
    const host: Host = HOSTS[name];
    const files = host.files(grid);
    const readme = { path: 'README.md', body: [bytes(readmeOf(host, grid))] };
    for (const { path, body } of [readme, ...files]) {
      yield { path: `${HOSTS_FOLDER}/${name}/${path}`, body };
    }
    if (name === chosen && isPlaced(host, grid)) yield* files;
  }
}

/** Tells whether a host's files belong in the site's own folder. */
export const isPlaced = ({ destination }: Pick<Host, 'destination'>, grid: Grid): boolean =>
  destination === 'site' || (destination === 'root' && basePath(grid) === '');
