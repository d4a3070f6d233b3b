import { fileOf, hrefOf, type PageAddress } from '../../core/address.ts';
import {
  type CollectionGrid,
  type Grid,
  type Limit,
  neighbours,
  type Pagination,
  sortIn,
} from '../../core/grid.ts';
import type { Sort } from '../../core/ordering.ts';
import type { Fault, Finding } from './fault.ts';
import type { Items } from './items.ts';
import { type Page, parseList, parsePage, recordsOf } from './page.ts';
import type { SiteReader } from './reader.ts';
import { excerpt, Reference, Sequence } from './sequence.ts';

/** A collection whose listings are walked. */
export interface Walked {
  readonly site: SiteReader;
  readonly grid: Grid;
  readonly collection: CollectionGrid;
  readonly items: Items;
}

/**
 * Walks every listing of a collection as a client does, from page to page.
 * @returns how many there are: one for each order, page size and format
 */
export function* listingFindings(walked: Walked): Generator<Finding, number> {
  const { collection } = walked;
  const { pagination, orderings } = collection;
  let count = 0;
  for (const ordering of ['', ...orderings]) {
    const listings = pagination
      ? pagesFindings(walked, pagination, ordering)
      : listFindings(walked, ordering);
    count += yield* listings;
  }
  return count;
}

/** What a listing sorts by; undefined: the order of the content. */
const sortBy = ({ order, sortedBy }: CollectionGrid, ordering: string): Sort | undefined =>
  ordering === '' ? order : sortIn(sortedBy, ordering);

/** All page sizes of an order: first the one page with all records, which the others are cuts of. */
function* pagesFindings(
  walked: Walked,
  pagination: Pagination,
  ordering: string,
): Generator<Finding, number> {
  const { formats } = walked.grid;
  const first = (limit: Limit, format: string): PageAddress => ({
    kind: 'page',
    collection: walked.collection.name,
    format,
    ordering,
    limit,
    offset: 0,
  });
  const reference = yield* walkFindings(walked, first('all', ''));
  const others = pagination.limits.flatMap((limit) =>
    ['', ...formats].map((format) => first(limit, format)),
  );
  for (const one of others) yield* walkFindings(walked, one, reference);
  return 1 + others.length;
}

/** An unpaginated list. */
function* listFindings(walked: Walked, ordering: string): Generator<Finding, number> {
  const { collection, items } = walked;
  const path = fileOf({ kind: 'list', collection: collection.name, ordering });
  const sequence = new Sequence(items, sortBy(collection, ordering), undefined);
  const body = walked.site.read(path);
  const block = body && parseList(body);
  if (!body) yield absent(path);
  else if (!block) yield { code: 'syntax', path, message: 'is not a JSON list of a record a line' };
  if (block) {
    yield* recordFindings(path, block, { offset: 0, count: items.count }, sequence);
    yield* sequence.end(path);
  }
  yield null;
  return 1;
}

/**
 * Walks one listing from its first page to its last.
 * @param reference the same order, looked at before
 * @returns this listing as a reference, where it is one page with all records
 */
function* walkFindings(
  walked: Walked,
  first: PageAddress,
  reference?: Reference,
): Generator<Finding, Reference | undefined> {
  const { grid, site, items } = walked;
  const { count } = items;
  const sequence = new Sequence(items, sortBy(walked.collection, first.ordering), reference);
  const step = first.limit === 'all' ? Math.max(1, count) : first.limit;
  let whole: Uint8Array | undefined;
  for (let offset = 0; offset === 0 || offset < count; offset += step) {
    // A client follows `next`; that it leads here is checked at the page before.
    const address = { ...first, offset };
    const path = fileOf(address);
    const body = site.read(path);
    const page = body && parsePage(body);
    if (page) {
      yield* headFindings(grid, address, page, count);
      const window = { offset, count: Math.min(step, count - offset) };
      yield* recordFindings(path, page.block, window, sequence, reference);
      whole = page.block;
    } else {
      yield body ? { code: 'syntax', path, message: 'is not a page of JSON' } : absent(path);
      sequence.skip();
    }
    yield null;
  }
  yield* sequence.end(fileOf(first));
  if (first.limit !== 'all' || !whole || !sequence.isWhole) return undefined;
  return new Reference(fileOf(first), sequence.indexes, whole);
}

const absent = (path: string): Fault => ({
  code: 'missing',
  path,
  message: 'is not there, and the grid of the manifest has it',
});

/** Checks what a page says of itself: the count, and the pages before and after it. */
function* headFindings(
  grid: Grid,
  address: PageAddress,
  page: Page,
  count: number,
): Generator<Finding> {
  const path = fileOf(address);
  if (page.count !== count) {
    yield { code: 'count', path, message: `has a count of ${page.count}, and there are ${count}` };
  }
  const windows = neighbours(address, count);
  for (const code of ['next', 'previous'] as const) {
    const [href, window] = [page[code], windows[code]];
    const expected = window && hrefOf(grid.base, { ...address, ...window });
    if (href === expected) continue;
    const given = href && excerpt(Buffer.from(href));
    yield { code, path, message: `has ${given} as its ${code} page instead of ${expected}` };
  }
}

/** Passes the records of a page on to the sequence of its listing. */
function* recordFindings(
  path: string,
  block: Uint8Array,
  { offset, count }: { offset: number; count: number },
  sequence: Sequence,
  reference?: Reference,
): Generator<Finding> {
  if (reference?.isAt(offset, count, block)) {
    // The same bytes are the same records.
    for (const index of reference.indexes.slice(offset, offset + count)) {
      const fault = sequence.take(index, path);
      if (fault) yield fault;
    }
    return;
  }
  const records = recordsOf(block);
  if (!records) {
    sequence.skip();
    yield {
      code: 'syntax',
      path,
      message: 'does not have its records one a line, with commas between them',
    };
    return;
  }
  if (records.length !== count) {
    yield { code: 'records', path, message: `has ${records.length} records instead of ${count}` };
  }
  for (const record of records) {
    const fault = sequence.recognize(record, path);
    if (fault) yield fault;
  }
}
