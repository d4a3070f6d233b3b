import { addressOf, OPENAPI } from './address.ts';
import { joined, NEWLINE } from './envelope.ts';
import type { Grid } from './grid.ts';
import { INDEX_PATH, isPagePath } from './path-address.ts';
import type { DataSite } from './site.ts';
import { ROOT } from './store.ts';

/**
 * A site as if it had been built for another base address with the same path: the links in its files
 * are built on that address.
 * @param base an absolute address without a slash at its end
 */
export function withBase(site: DataSite, base: string): DataSite {
  if (base === site.grid.base) return site;
  return {
    ...site,
    grid: { ...site.grid, base },
    async read(file) {
      const body = await site.read(file);
      if (!body || !holdsLinks(site.grid, file)) return body;
      if (file === OPENAPI || file === ROOT) return describedAt(body, site.grid.base, base);
      return relinked(body, `${site.grid.base}/api/`, `${base}/api/`, isPage(site.grid, file));
    },
  };
}

/**
 * True if a file has links, so that its bytes depend on the base address of the site. Addresses
 * in records are data and stay.
 */
export const holdsLinks = (grid: Grid, file: string): boolean =>
  isPage(grid, file) ||
  [OPENAPI, ROOT, INDEX_PATH].includes(file) ||
  ['index', 'error'].includes(addressOf(grid, file)?.kind ?? '');

function isPage(grid: Grid, file: string): boolean {
  if (grid.layout === 'paths' && file.startsWith('api/')) return isPagePath(grid, file);
  const address = addressOf(grid, file);
  return address?.kind === 'page' && address.limit !== 'all';
}

/** A document with the base address in it, such as the one that describes the API. */
function describedAt(body: Uint8Array, from: string, to: string): Uint8Array {
  // The address occurs alone in quotes, or followed by a slash.
  const moved = new TextDecoder()
    .decode(body)
    .replaceAll(`"${from}"`, `"${to}"`)
    .replaceAll(`"${from}/"`, `"${to}/"`)
    .replaceAll(`${from}/api/`, `${to}/api/`);
  return new TextEncoder().encode(moved);
}

/** A body with its links changed. In a page only the first line has links: the rest is records. */
function relinked(body: Uint8Array, from: string, to: string, isPage: boolean): Uint8Array {
  const end = isPage ? body.indexOf(NEWLINE) : body.length;
  const head = new TextDecoder().decode(body.subarray(0, end)).replaceAll(from, to);
  return joined(head, [body.subarray(end)], '');
}
