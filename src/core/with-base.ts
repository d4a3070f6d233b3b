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
export function withBase(site: DataSite, base: string): DataSite {
  if (base === site.grid.base) return site;
  return {
    ...site,
    grid: { ...site.grid, base },
    async read(file) {
      const body = await site.read(file);
      if (!body || !holdsLinks(site.grid, file)) return body;
      if (file === OPENAPI || file === ROOT) return describedAt(body, site.grid, base);
      const [from, to] = foldersAt(site.grid, base);
      return relinked(body, from, to, isPage(site.grid, file));
    },
  };
}

/** The addresses of the API's folder: of the site, and at another base address. */
const foldersAt = (grid: Grid, base: string) =>
  [grid.base, base].map((one) => `${one}/${apiFolder(grid)}`) as [string, string];

/**
 * True if a file has links, so that its bytes depend on the base address of the site. Addresses
 * in records are data and stay.
 */
export const holdsLinks = (grid: Grid, file: string): boolean =>
  isPage(grid, file) ||
  [OPENAPI, ROOT, fileOf(grid, { kind: 'index' }), fileOf(grid, errorAddress('path'))].includes(
    file,
  );

function isPage(grid: Grid, file: string): boolean {
  const address = addressOf(grid, file);
  return address?.kind === 'page' && address.limit !== 'all';
}

/** A document with the base address in it, such as the one that describes the API. */
function describedAt(body: Uint8Array, grid: Grid, to: string): Uint8Array {
  const from = grid.base;
  // The address occurs alone in quotes, or followed by a slash.
  const moved = new TextDecoder()
    .decode(body)
    .replaceAll(`"${from}"`, `"${to}"`)
    .replaceAll(`"${from}/"`, `"${to}/"`)
    .replaceAll(...foldersAt(grid, to));
  return new TextEncoder().encode(moved);
}

/** A body with its links changed. In a page only the first line has links: the rest is records. */
function relinked(body: Uint8Array, from: string, to: string, isPage: boolean): Uint8Array {
  const end = isPage ? body.indexOf(NEWLINE) : body.length;
  const head = new TextDecoder().decode(body.subarray(0, end)).replaceAll(from, to);
  return joined(head, [body.subarray(end)], '');
}
