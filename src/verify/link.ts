import { fileOf } from '../address/address.ts';
import { partsOf, resolve } from '../address/resolve.ts';
import type { Grid } from '../grid.ts';

/** Does an address lead into a site's API? */
export const isOwn = ({ base }: Grid, href: string): boolean => href.startsWith(`${base}/api/`);

/** The file that a link leads to; null where it leads nowhere, undefined where it leads to no file. */
export function fileAt(grid: Grid, href: string | null): string | null | undefined {
  if (href === null) return null;
  if (!isOwn(grid, href)) return undefined;
  const answer = resolve(grid, { method: 'GET', ...partsOf(href) });
  return answer.status === 200 && 'address' in answer ? fileOf(answer.address) : undefined;
}
