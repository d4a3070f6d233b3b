import type { ListingAddress } from '../core/address.ts';
import type { CollectionGrid, Grid } from '../core/grid.ts';
import { listingsOf, pagesOf } from '../core/listing.ts';
import type { ManifestRow } from '../site/manifest.ts';
import { UsageError } from '../util/problem.ts';
import { formatCount } from '../util/text.ts';
import { type Host, QUANTITIES, type Quantity, quantities } from './host.ts';

/** No host accepts only smaller files, in bytes. */
const LARGE = 2 ** 20;

/** The size of a site, in quantities that hosts limit. */
export class SiteSize {
  files = 0;
  folderFiles = 0;
  siteBytes = 0;
  fileBytes = 0;
  /** The files that a host might refuse. */
  readonly large: Pick<ManifestRow, 'path' | 'bytes'>[] = [];
  readonly #filesIn = new Map<string, number>();

  add({ path, bytes }: Pick<ManifestRow, 'path' | 'bytes'>): void {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const folderFiles = (this.#filesIn.get(folder) ?? 0) + 1;
    this.#filesIn.set(folder, folderFiles);
    if (bytes > LARGE) this.large.push({ path, bytes });
    this.files++;
    this.siteBytes += bytes;
    this.fileBytes = Math.max(this.fileBytes, bytes);
    this.folderFiles = Math.max(this.folderFiles, folderFiles);
  }
}

/** How a user makes a site smaller, and the property of the definition that adds the most files. */
export function fewerFiles(grid: Grid): string {
  const counts = new Map<string, number>();
  for (const collection of grid.collections)
    for (const listing of listingsOf(grid, collection))
      for (const pages of pagesOf(grid, collection, listing))
        for (const property of [...pages].flatMap((page) => propertiesAdding(page, collection)))
          counts.set(property, (counts.get(property) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return `${FEWER_FILES}${most ? ` ${most[0]} adds the most: ${formatCount(most[1], 'file')}.` : ''}`;
}

/** The properties of a definition without which a page is no file, such as `orderings` of cities. */
function propertiesAdding(page: ListingAddress, { name, pagination }: CollectionGrid): string[] {
  if (page.kind === 'listing') return [];
  const properties = [
    page.ordering && 'orderings',
    page.filters && 'prerender.filters',
    page.format && 'formats',
    page.limit !== pagination?.default && 'pagination.limits',
  ];
  return properties.flatMap((property) => (property ? `\`${property}\` of ${name}` : []));
}

const FEWER_FILES =
  'Each page size, ordering, format and filter adds files. To have fewer, shorten `pagination.limits`, `orderings`, `formats` or `prerender.filters` in the definition.';

/** How a user leaves out large files. */
const SMALLER_FILES =
  'To leave out a large file, set `pagination`, `pagination.all: false`, `items: false` or `downloads: false`, or remove `features`, in its collection.';

/**
 * The limits of a host that a site exceeds, in a phrase each, such as
 * `21,000 files; the limit is 20,000 files`; none where the site fits.
 */
export function exceededLimits(host: Host, grid: Grid, size: SiteSize): string[] {
  const { lineBytes, wordBytes } = host.limits;
  // To make a host's files only to measure them takes long.
  const fileSize = (lineBytes ?? wordBytes) ? hostFileSize(host, grid) : {};
  const amounts: Partial<Record<Quantity, number>> = { ...size, ...fileSize };
  return quantities.flatMap((quantity) => {
    const { [quantity]: amount = 0 } = amounts;
    const { [quantity]: limit = Number.POSITIVE_INFINITY } = host.limits;
    const format = QUANTITIES[quantity];
    return amount > limit ? [`${format(amount)}; the limit is ${format(limit)}`] : [];
  });
}

/**
 * Checks that a site is within the limits of a host.
 * @throws UsageError with every limit that it exceeds
 */
export function assertWithinLimits(host: Host, grid: Grid, size: SiteSize): void {
  const exceeded = exceededLimits(host, grid, size);
  if (exceeded.length === 0) return;
  const { fileBytes = Number.POSITIVE_INFINITY } = host.limits;
  const tooLarge = size.large.filter(({ bytes }) => bytes > fileBytes);
  const lines = [...exceeded, ...tooLarge.map(({ path }) => path)]
    .map((line) => `  ${line}\n`)
    .join('');
  const hint = grid.hostKind === 'code' ? '' : `${fewerFiles(grid)}\n`;
  const remedy = tooLarge.length > 0 ? `${SMALLER_FILES}\n` : '';
  throw new UsageError(
    `The site is too large for ${host.title}. Nothing was changed.\n${lines}${hint}${remedy}See ${host.limits.sources.join(' ')}`,
  );
}

/** The size of the lines and words of a host's configuration. */
function hostFileSize(host: Host, grid: Grid): Partial<Record<Quantity, number>> {
  const lines = Object.values(host.files(grid)).flatMap((text) => text.split('\n'));
  const longest = (texts: readonly string[]) =>
    texts.reduce((length, text) => Math.max(length, Buffer.byteLength(text)), 0);
  return {
    lineBytes: longest(lines),
    // Rules contain no spaces inside a word.
    wordBytes: longest(lines.flatMap((line) => line.split(/\s/))),
  };
}
