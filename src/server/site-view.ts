import { fileOf } from '../core/address.ts';
import { basePath } from '../core/grid.ts';
import { holdsLinks, withBase } from '../core/with-base.ts';
import type { ServedSite } from './site-source.ts';

/**
 * A site whose links lead to the host that a request names.
 * @param host the request's `Host`; where it is not valid, links stay as they are
 */
export function viewedAt(site: ServedSite, host: string | undefined): ServedSite {
  const origin = originOf(host);
  const base = origin === null ? site.grid.base : origin + basePath(site.grid);
  if (base === site.grid.base) return site;
  return {
    ...withBase(site, base),
    open: async (file) => (holdsLinks(file) ? null : site.open(file)),
  };
}

/** The longest domain name with the longest port. RFC 1035, 2.3.4 */
const MAX_HOST = 253 + ':65535'.length;

/** The origin that a `Host` header names: a name or an address, with or without a port. */
function originOf(host = ''): string | null {
  if (host.length > MAX_HOST) return null;
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host)) return null;
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).origin : null;
}

/** A site whose `OPTIONS` say that some collections accept JSON. */
export function acceptingPosts(site: ServedSite, collections: readonly string[]): ServedSite {
  const files = collections.map((collection) => fileOf({ kind: 'options', collection }));
  return {
    ...site,
    open: async (file) => (files.includes(file) ? null : site.open(file)),
    async read(file) {
      const body = await site.read(file);
      if (!body || !files.includes(file)) return body;
      const options = JSON.parse(Buffer.from(body).toString());
      return Buffer.from(`${JSON.stringify({ ...options, parses: ['application/json'] })}\n`);
    },
  };
}
