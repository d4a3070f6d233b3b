import { readCsv } from '../../support/csv.ts';

/*
 * Listings of the neighborhoods, and what of them a client must get. Its order comes from the rows that
 * the content was made of, and from nothing of ours.
 */

const rows = readCsv('test/data/neighborhoods.csv');
type Row = (typeof rows)[number];

/** How many neighborhoods there are. */
export const COUNT = 2620;

export interface Listing {
  readonly query: Readonly<Record<string, string>>;
  /** How many pages it has. */
  readonly pages: number;
  readonly rows: readonly Row[];
}

const byCode = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);
const byText = new Intl.Collator('en').compare;

/** Rows by a field, and where that is the same by their keys, in either direction. */
function sorted(
  field: keyof Row,
  direction: 1 | -1,
  compare: (a: string, b: string) => number = byCode,
): Row[] {
  const order = (a: Row, b: Row) =>
    direction * compare(a[field] ?? '', b[field] ?? '') || byCode(a.uuid, b.uuid);
  return [...rows].sort(order);
}

/** @param limit how many of them are on a page, said or not */
const listing = (limit: number, query: Listing['query'], ordered: readonly Row[]) =>
  [
    `${new URLSearchParams(query)}` || 'no parameters',
    { query, pages: Math.ceil(COUNT / limit), rows: ordered },
  ] as const;

export const LABELS = listing(100, { limit: '100', ordering: 'label' }, sorted('label', 1, byText));

export const LISTINGS: readonly (readonly [name: string, listing: Listing])[] = [
  LABELS,
  listing(20, {}, sorted('created_at', -1)),
  listing(50, { format: 'api', limit: '50', ordering: '-modified_at' }, sorted('modified_at', -1)),
  // Many are in the same state, and no file has pages of this size.
  listing(333, { limit: '333', ordering: '-state_abbrev' }, sorted('state_abbrev', -1)),
  // No file has this order.
  listing(100, { limit: '100', ordering: 'city_fips' }, sorted('city_fips', 1)),
  listing(COUNT, { limit: 'all' }, sorted('created_at', -1)),
];

/** The keys of a listing, each once and in order. */
export const keysOf = (listing: Listing): (string | undefined)[] =>
  listing.rows.map(({ uuid }) => uuid);
