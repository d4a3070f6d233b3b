import { fileOf } from './address.ts';
import { basePath, type Grid } from './grid.ts';
import { isPrinted } from './listing.ts';
import { indexPath } from './path-address.ts';
import { resolve, splitTarget } from './resolve.ts';

/**
 * The path of the file with the same records as a request, on a site for hosts of plain files; null where there is
 * none. That of a record may not exist.
 * @param target a path with a query; it and the result are relative to the site's folder
 */
export function findPrintedPath(grid: Grid, target: string): string | null {
  const request = { method: 'GET', ...splitTarget(`${basePath(grid)}/${target}`) };
  const found = resolve(grid, request, { composes: true });
  if (found.kind === 'error' || !('address' in found)) return null;
  const { address } = found;
  if (address.kind === 'index') return indexPath(grid);
  return isPrinted(grid, address) ? fileOf(grid, address) : null;
}
