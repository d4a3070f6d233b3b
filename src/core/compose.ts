import type { ListingAddress } from './address.ts';
import {
  joined,
  LIST_HEAD,
  LIST_TAIL,
  PAGE_TAIL,
  pageHead,
  recordsIn,
  SEPARATOR,
} from './envelope.ts';
import { type Keyed, orderOf } from './ordering.ts';
import { type Piece, type Plan, planOf } from './plan.ts';
import { collectionOf } from './resolve.ts';
import { type DataSite, readPublished } from './site.ts';

/**
 * Composes the body of a listing that is not pre-rendered from those that are: the same bytes as if
 * the build had rendered it.
 * @throws if the site lacks a file, and whatever reading a file throws
 */
export async function compose(site: DataSite, address: ListingAddress): Promise<Uint8Array> {
  const plan = planOf(site, address);
  const records =
    'pieces' in plan ? await slicedRecords(site, plan.pieces) : await sortedRecords(site, plan);
  const { count } = collectionOf(site.grid, address);
  return address.kind === 'page'
    ? withEnvelope(pageHead(site.grid.base, address, count), records, PAGE_TAIL)
    : withEnvelope(LIST_HEAD, records, LIST_TAIL);
}

/** Records in the order of their files. */
async function slicedRecords(site: DataSite, pieces: readonly Piece[]): Promise<Uint8Array[]> {
  const read = async ({ file, from, to }: Piece) =>
    recordsIn(await readPublished(site, file)).slice(from, to);
  return (await inBatches(pieces, read)).flat();
}

/** How many files are read at a time: a Worker has six connections. */
const CONCURRENT_READS = 6;

async function inBatches<T, R>(all: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += CONCURRENT_READS) {
    done.push(...(await Promise.all(all.slice(at, at + CONCURRENT_READS).map(work))));
  }
  return done;
}

/** Records in an order that is not pre-rendered. */
async function sortedRecords(
  site: DataSite,
  { sorted: { file, from, to }, sort, key }: Extract<Plan, { sorted: Piece }>,
): Promise<Uint8Array[]> {
  const records = recordsIn(await readPublished(site, file));
  const decoder = new TextDecoder();
  const keyed = records.map((record): Keyed => {
    const value = JSON.parse(decoder.decode(record));
    return { key: value[key], value };
  });
  const wanted = [...orderOf(keyed, sort).subarray(from, to)];
  return wanted.flatMap((index) => records[index] ?? []);
}

function withEnvelope(head: string, records: readonly Uint8Array[], tail: string): Uint8Array {
  const encoder = new TextEncoder();
  const separator = encoder.encode(SEPARATOR);
  const pieces = records.flatMap((record, index) => (index === 0 ? [record] : [separator, record]));
  return joined([encoder.encode(head), ...pieces, encoder.encode(tail)]);
}
