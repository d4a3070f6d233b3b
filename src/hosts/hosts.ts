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

/** Every host that a site is made ready for. */
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
 * @param chosen the host that finds its files where it wants them already
 */
export function* hostDocuments(grid: Grid, chosen: HostName): Generator<SiteFile> {
  for (const name of HOST_NAMES) {
    const host: Host = HOSTS[name];
    const files = host.files(grid);
    const readme = { path: 'README.md', body: [bytes(readmeOf(name, host, grid))] };
    for (const { path, body } of [readme, ...files]) {
      yield { path: `${HOSTS_FOLDER}/${name}/${path}`, body };
    }
    if (name === chosen && isPlaced(host, grid)) yield* files;
  }
}

/** Do a host's files go into the site's own folder? */
export const isPlaced = ({ place }: Pick<Host, 'place'>, grid: Grid): boolean =>
  place === 'site' || (place === 'root' && basePath(grid) === '');
