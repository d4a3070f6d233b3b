import path from 'node:path';
import { bnaApi } from '../../../src/bna/bna.ts';
import { build } from '../../../src/publish/build.ts';
import { readCsv } from '../../support/csv.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { servedSite } from '../../support/served.ts';
import { SHIPPED_BASE, shippedSite } from '../../support/shipped-site.ts';

/*
 * Listings of the shipped neighborhoods, and what a client must get from them. The expected order comes from
 * the CSV that the content was made of, not from our code.
 */

const rows = readCsv('test/data/neighborhoods.csv');
type Row = (typeof rows)[number];

/** Serves the shipped site until the test has finished. Returns the address of its neighborhoods. */
export async function servedNeighborhoods(query: Readonly<Record<string, string>> = {}) {
  const { port } = await servedSite(shippedSite());
  const parameters = `${new URLSearchParams(query)}`;
  return `http://127.0.0.1:${port}/api/neighborhoods/${parameters && `?${parameters}`}`;
}

/** Builds the same for plain hosts, and serves it as such a host. Returns the address of `LABELS`. */
export async function plainNeighborhoods() {
  const out = path.join(temporaryFolder(), 'dist');
  await build({ api: bnaApi, content: 'content', out, base: SHIPPED_BASE, host: 'files' });
  const { port } = await servedSite(out, { plain: true });
  return `http://127.0.0.1:${port}/api/neighborhoods/ordering/label/limit/100.json`;
}

const byCode = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);
const english = new Intl.Collator('en');
const byText = (a = '', b = ''): number => english.compare(a, b);

/**
 * A listing, sorted by a field and then by the key, both in the same direction: its query, its number of
 * pages and its keys.
 */
function listing(
  query: Readonly<Record<string, string>>,
  order: string,
  compare = byCode,
  matches: (row: Row) => boolean = () => true,
) {
  const { limit = '20' } = query;
  const [direction, field] = order.startsWith('-') ? [-1, order.slice(1)] : [1, order];
  const difference = (a: Row, b: Row) => compare(a[field], b[field]) || byCode(a.uuid, b.uuid);
  const sorted = rows.filter(matches).sort((a, b) => direction * difference(a, b));
  const pages = limit === 'all' ? 1 : Math.ceil(sorted.length / Number(limit));
  const keys = sorted.map(({ uuid }) => uuid);
  return [`${new URLSearchParams(query)}` || 'no parameters', { query, pages, keys }] as const;
}

const isIn =
  (code: string) =>
  ({ country }: Row): boolean =>
    country === code;

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
  listing({ country: 'CA', limit: '50' }, '-created_at', byCode, isIn('CA')),
  listing(
    { country: 'us', state: 'C', limit: '100', ordering: '-label' },
    '-label',
    byText,
    (row) => isIn('US')(row) && /C/.test(row.state_abbrev ?? ''),
  ),
  listing(
    { search: 'cañon, co', limit: '1' },
    '-created_at',
    byCode,
    ({ label = '', state_abbrev }) => /cañon/i.test(label) && state_abbrev === 'CO',
  ),
];
