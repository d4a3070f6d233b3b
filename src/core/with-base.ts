import { errorAddress, OPENAPI } from './address.ts';
import { joined, NEWLINE } from './envelope.ts';
import { apiFolder, type Grid } from './grid.ts';
import { addressOf, fileOf } from './path.ts';
import type { DataSite } from './site.ts';
import { ROOT } from './store.ts';

/**
 * A site as if it had been built for another base address: the links in its files are built on that address.
 * @param base an absolute address without a slash at its end
 */
export function withBase<Site extends DataSite>(site: Site, base: string): Site {
  if (base === site.grid.base) return site;
  return {
    ...site,
    grid: { ...site.grid, base },
    async read(file: string) {
      const body = await site.read(file);
      if (!body || !holdsLinks(site.grid, file)) return body;
      return relinked(body, site.grid, base, isPage(site.grid, file));
    },
  };
}

/**
 * True if a file has links, so that its bytes depend on the base address of the site. Addresses
 * in records are data and stay.
 */
export function holdsLinks(grid: Grid, file: string): boolean {
  const others = [fileOf(grid, { kind: 'index' }), fileOf(grid, errorAddress('path'))];
  return isPage(grid, file) || [OPENAPI, ROOT, ...others].includes(file);
}

function isPage(grid: Grid, file: string): boolean {
  const address = addressOf(grid, file);
  return address?.kind === 'page' && address.limit !== 'all';
}

/** A body with the base address changed. In a page only the first line has links: the rest is records. */
function relinked(body: Uint8Array, grid: Grid, to: string, isPage: boolean): Uint8Array {
  const end = isPage ? body.indexOf(NEWLINE) : body.length;
  const from = grid.base;
  const api = apiFolder(grid);
  // The address occurs alone in quotes, or followed by a slash.
  const head = new TextDecoder()
    .decode(body.subarray(0, end))
    .replaceAll(`"${from}"`, `"${to}"`)
    .replaceAll(`"${from}/"`, `"${to}/"`)
    .replaceAll(`${from}/${api}`, `${to}/${api}`);
  return joined(head, [body.subarray(end)], '');
}
