import { fileOf } from '../core/address.ts';
import { basePath } from '../core/grid.ts';
import type { DataSite } from '../core/site.ts';
import { withBase } from '../core/with-base.ts';

/**
 * A site whose links lead to where it is asked for.
 * @param host the request's `Host`; where it can't be one, links stay as they are
 */
export function viewedAt(site: DataSite, host: string | undefined): DataSite {
  const origin = originOf(host);
  return origin === null ? site : withBase(site, origin + basePath(site.grid));
}

/** The longest name that DNS has, with the longest port. RFC 1035, 2.3.4 */
const MAX_HOST = 253 + ':65535'.length;

/** The origin that a `Host` header names: a name or an address, with or without a port. */
function originOf(host = ''): string | null {
  if (host.length > MAX_HOST) return null;
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host)) return null;
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).origin : null;
}

/** A site that says of some collections that they can be posted to, as JSON. */
export function takingPosts(site: DataSite, collections: readonly string[]): DataSite {
  const files = collections.map((collection) => fileOf({ kind: 'options', collection }));
  return {
    ...site,
    async read(file) {
      const body = await site.read(file);
      if (!body || !files.includes(file)) return body;
      const options = JSON.parse(Buffer.from(body).toString());
      return Buffer.from(`${JSON.stringify({ ...options, parses: ['application/json'] })}\n`);
    },
  };
}
