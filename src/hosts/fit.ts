import { gzipSync } from 'node:zlib';
import type { Grid } from '../core/grid.ts';
import { UsageError } from '../util/problem.ts';
import { adviceFor } from './advice.ts';
import type { Host } from './host.ts';
import { MEASURES, type Measure, measures } from './limits.ts';

/** The size of a site by what hosts may limit. */
export type SiteSize = Readonly<
  Record<'files' | 'folderFiles' | 'siteBytes' | 'fileBytes', number>
>;

/** Adds up the size of a site, file by file. */
export class SizeCount {
  readonly #folders = new Map<string, number>();
  #files = 0;
  #siteBytes = 0;
  #fileBytes = 0;

  file({ path, bytes }: { readonly path: string; readonly bytes: number }): void {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    this.#folders.set(folder, (this.#folders.get(folder) ?? 0) + 1);
    this.#files++;
    this.#siteBytes += bytes;
    this.#fileBytes = Math.max(this.#fileBytes, bytes);
  }

  get size(): SiteSize {
    return {
      files: this.#files,
      folderFiles: most(this.#folders.values()),
      siteBytes: this.#siteBytes,
      fileBytes: this.#fileBytes,
    };
  }
}

const most = (amounts: Iterable<number>): number =>
  [...amounts].reduce((a, b) => Math.max(a, b), 0);

/**
 * Each limit of a host that a site is beyond, in a line with what to leave out, such as
 * `21,000 files; the limit is 20,000 files. --formats none would leave 8,100`; none where it fits.
 */
export function excessesOf(host: Host, grid: Grid, size: SiteSize): string[] {
  const found: Partial<Record<Measure, number>> = { ...size, ...ownSizeOf(host, grid) };
  return measures.flatMap((measure) => {
    const [amount = 0, limit = Number.POSITIVE_INFINITY] = [found[measure], host.limits[measure]];
    if (amount <= limit) return [];
    const [there, allowed] = [amount, limit].map(MEASURES[measure]);
    const advice = measure === 'files' && adviceFor(grid, size.files, limit);
    const mend = advice ? `. ${advice.options} would leave ${MEASURES.files(advice.files)}` : '';
    return [`${there}; the limit is ${allowed}${mend}`];
  });
}

/**
 * Checks that a site is within the limits of a host.
 * @throws UsageError with each limit that it is beyond
 */
export function requireFit(host: Host, grid: Grid, size: SiteSize): void {
  const excesses = excessesOf(host, grid, size);
  if (excesses.length === 0) return;
  throw new UsageError(
    [
      `The site is too large for ${host.title}; nothing was changed:`,
      ...excesses.map((excess) => `  ${excess}`),
      `See ${host.limits.sources.join(', ')}`,
    ].join('\n'),
  );
}

/** The size of a host's own files: of the lines and words of its configuration, and of its code. */
function ownSizeOf(host: Host, grid: Grid): Partial<Record<Measure, number>> {
  const bodies = host.files(grid).map(({ path, body }) => ({ path, body: Buffer.concat(body) }));
  if (host.kind === 'code') {
    const code = bodies.filter(({ path }) => path.endsWith('.js'));
    return { codeBytes: code.reduce((sum, { body }) => sum + gzipSync(body).length, 0) };
  }
  const lines = bodies.flatMap(({ body }) => body.toString().split('\n'));
  const longest = (texts: readonly string[]) => most(texts.map((one) => Buffer.byteLength(one)));
  return {
    lineBytes: longest(lines),
    // No word of ours has a space in it.
    wordBytes: longest(lines.flatMap((line) => line.split(/\s/))),
  };
}
