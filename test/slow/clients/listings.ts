import { readCsv } from '../../support/csv.ts';
import { servedSite } from '../../support/served.ts';
import { shippedSite } from '../../support/shipped-site.ts';

/*
 * Listings of the shipped neighborhoods, and what a client must get from them. The expected order comes from
 * the CSV that the content was made of, not from our code.
 */

const rows = readCsv('test/data/neighborhoods.csv');
type Row = (typeof rows)[number];

/** A page, as far as a client looks at it. */
export interface Page {
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly { readonly uuid: string }[];
}

/** Serves the shipped site until the test has finished. Returns the address of its neighborhoods. */
export async function servedNeighborhoods(query: Readonly<Record<string, string>> = {}) {
  const { port } = await servedSite(shippedSite());
  const parameters = `${new URLSearchParams(query)}`;
  return `http://127.0.0.1:${port}/api/neighborhoods/${parameters && `?${parameters}`}`;
}

const byCode = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);
const english = new Intl.Collator('en');
const byText = (a = '', b = ''): number => english.compare(a, b);

/** A listing, sorted by a field and then by the key: its query, its number of pages and its rows. */
function listing(query: Readonly<Record<string, string>>, order: string, compare = byCode) {
  const { limit = '20', ordering = 'no parameters' } = query;
  const [direction, field] = order.startsWith('-') ? [-1, order.slice(1)] : [1, order];
  const difference = (a: Row, b: Row) => direction * compare(a[field], b[field]);
  const sorted = [...rows].sort((a, b) => difference(a, b) || byCode(a.uuid, b.uuid));
  const pages = limit === 'all' ? 1 : Math.ceil(rows.length / Number(limit));
  const keys = sorted.map(({ uuid }) => uuid);
  return [`${ordering}, limit ${limit}`, { query, pages, rows: sorted, keys }] as const;
}

export const LABELS = listing({ limit: '100', ordering: 'label' }, 'label', byText);

export const LISTINGS = [
  LABELS,
  listing({}, '-created_at'),
  listing({ format: 'api', limit: '50', ordering: '-modified_at' }, '-modified_at'),
  // Many are in the same state, and no file has pages of this size.
  listing({ limit: '333', ordering: '-state_abbrev' }, '-state_abbrev'),
  // No file has this order.
  listing({ limit: '100', ordering: 'city_fips' }, 'city_fips'),
  listing({ limit: 'all' }, '-created_at'),
];
