import { fileOf, type ListingAddress } from '../address/address.ts';
import { collectionOf } from '../address/resolve.ts';
import {
  joined,
  LIST_HEAD,
  LIST_TAIL,
  PAGE_TAIL,
  pageHead,
  recordsIn,
  SEPARATOR,
} from '../envelope.ts';
import { type CollectionGrid, sortOf, type Window } from '../grid.ts';
import { type Keyed, orderOf, type Sort } from '../ordering.ts';
import { type Cut, cover } from './cover.ts';
import { type DataSite, readPublished } from './site.ts';

/**
 * The body of a listing that is no file, made of those that are: the same bytes as if the build had
 * rendered it. It reads no more than the collection.
 * @throws where the site lacks a file, and whatever reading one throws
 */
export async function compose(site: DataSite, address: ListingAddress): Promise<Uint8Array> {
  const collection = collectionOf(site.grid, address);
  const { sorts } = collection;
  const isRendered = ['', ...collection.orderings].includes(address.ordering);
  const sort = isRendered ? undefined : sortOf(collection, address.ordering);
  const window: Window = address.kind === 'page' ? address : WHOLE;
  const records =
    sort && sorts
      ? await sortedRecords(site, collection, { ...sort, key: sorts.key }, window)
      : await cutOut(site, collection, address.ordering, window);
  return address.kind === 'page'
    ? enclosed(pageHead(site.grid.base, address, collection.count), records, PAGE_TAIL)
    : enclosed(LIST_HEAD, records, LIST_TAIL);
}

const WHOLE: Window = { limit: 'all', offset: 0 };

/** A window's records in a pre-rendered order, cut out of its pages. */
async function cutOut(
  site: DataSite,
  { name: collection, count, pagination }: CollectionGrid,
  ordering: string,
  window: Window,
): Promise<Uint8Array[]> {
  if (!pagination) throw new Error(`${collection} has no pages to cut.`);
  const read = async ({ window: page, from, to }: Cut) => {
    const file = fileOf({ kind: 'page', collection, format: '', ordering, ...page });
    return recordsIn(await readPublished(site, file)).slice(from, to);
  };
  return (await inTurns(cover(pagination, count, window, site.reads), read)).flat();
}

/** How many files are read at a time: a Worker has six connections. */
const AT_A_TIME = 6;

async function inTurns<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += AT_A_TIME) {
    done.push(...(await Promise.all(all.slice(at, at + AT_A_TIME).map(work))));
  }
  return done;
}

/** A window's records in an order that no file has. */
async function sortedRecords(
  site: DataSite,
  { name: collection, count, pagination }: CollectionGrid,
  { key, ...sort }: Sort & { key: string },
  { limit, offset }: Window,
): Promise<Uint8Array[]> {
  if (offset >= count) return [];
  const file = pagination
    ? fileOf({ kind: 'page', collection, format: '', ordering: '', ...WHOLE })
    : fileOf({ kind: 'list', collection, ordering: '' });
  const records = recordsIn(await readPublished(site, file));
  const decoder = new TextDecoder();
  const keyed = records.map((record): Keyed => {
    const value = JSON.parse(decoder.decode(record));
    return { key: value[key], value };
  });
  const end = limit === 'all' ? count : offset + limit;
  const wanted = [...orderOf(keyed, sort).subarray(offset, end)];
  return wanted.flatMap((index) => records[index] ?? []);
}

function enclosed(head: string, records: readonly Uint8Array[], tail: string): Uint8Array {
  const encoder = new TextEncoder();
  const separator = encoder.encode(SEPARATOR);
  const pieces = records.flatMap((record, index) => (index === 0 ? [record] : [separator, record]));
  return joined([encoder.encode(head), ...pieces, encoder.encode(tail)]);
}
