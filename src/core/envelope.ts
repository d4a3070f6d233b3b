import type { PageAddress } from './address.ts';
import type { CollectionGrid } from './grid.ts';

/*
 * The bytes of a listing. Each record is one line, so that `curl` shows them readably and a slice of
 * a listing is a cut at line ends.
 */

/** The text between two records. */
export const SEPARATOR = ',\n';

/** Returns the address at which clients request a page. */
type FormatHref = (page: PageAddress) => string;

/**
 * The addresses of the pages before and after a page, or null where there is none.
 * @param count the number of records in the listing
 */
export function linksOf(page: PageAddress, count: number, formatHref: FormatHref) {
  const { limit, offset } = page;
  const step = limit === 'all' ? offset : limit;
  const link = (to: number) => formatHref({ ...page, offset: to });
  return {
    next: limit !== 'all' && offset + step < count ? link(offset + step) : null,
    previous: offset > 0 ? link(Math.max(0, offset - step)) : null,
  };
}

/** The text before the records of a page: one line. The parameters are those of `linksOf`. */
export function pageHead(page: PageAddress, count: number, formatHref: FormatHref): string {
  const { next, previous } = linksOf(page, count, formatHref);
  return `{"count":${count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},"results":[\n`;
}

/** The text after the records of a page. */
export const PAGE_TAIL = '\n]}\n';

/** The text before and after the records of a listing that is not paginated, or around a single record. */
export const listEnds = ({ single }: Pick<CollectionGrid, 'single'>): [string, string] =>
  single ? ['', '\n'] : ['[\n', '\n]\n'];

/** The text before and after the features of a GeoJSON FeatureCollection, one to a line. */
export const FEATURES_HEAD = '{"type":"FeatureCollection","features":[\n';
export const FEATURES_TAIL = '\n]}\n';

/** The byte that ends a line. */
export const NEWLINE = 10;

/** The bytes of records with a separator between each two, and of the text before and after them. */
export function joined(head: string, records: readonly Uint8Array[], tail: string): Uint8Array {
  const encoder = new TextEncoder();
  const [first, last] = [encoder.encode(head), encoder.encode(tail)];
  const separator = encoder.encode(SEPARATOR);
  let size = first.length + last.length + separator.length * Math.max(0, records.length - 1);
  for (const { length } of records) size += length;
  const body = new Uint8Array(size);
  body.set(first);
  let at = first.length;
  for (const [index, record] of records.entries()) {
    // Not by `set`, which takes as long for two bytes as for a record.
    if (index > 0) for (const byte of separator) body[at++] = byte;
    body.set(record, at);
    at += record.length;
  }
  body.set(last, at);
  return body;
}
