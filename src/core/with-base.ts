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
      return relinked(body, site.grid, base);
    },
  };
}

/**
 * True if a file has links, so that its bytes depend on the base address of the site. Addresses
 * in records are data and stay.
 */
export function holdsLinks(grid: Grid, file: string): boolean {
  const others = [fileOf(grid, { kind: 'index' }), fileOf(grid, errorAddress('path'))];
  const address = addressOf(grid, file);
  const isPage = address?.kind === 'page' && address.limit !== 'all';
  return isPage || [OPENAPI, ROOT, ...others].includes(file);
}

/** A body with the base address changed. Only its first line has links: the others, which only a page has, are records. */
function relinked(body: Uint8Array, grid: Grid, to: string): Uint8Array {
  const end = body.indexOf(NEWLINE);
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
