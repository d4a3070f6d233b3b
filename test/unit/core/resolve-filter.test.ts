import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, fileOf, hrefOf, isListing } from '../../../src/core/address.ts';
import type { CollectionGrid, Grid } from '../../../src/core/grid.ts';
import { isRendered } from '../../../src/core/listing.ts';
import { resolve } from '../../../src/core/resolve.ts';
import { rowsOf, valuesOf } from '../../support/table.ts';

const contains = (...fields: string[]) => ({ fields, match: 'contains' as const });
const cities: CollectionGrid = {
  name: 'cities',
  count: 45,
  key: '[a-z]+',
  keyField: 'id',
  orderings: ['label', '-label', 'size'],
  sorts: {
    label: { field: 'label', kind: 'text' },
    size: { field: 'size', kind: 'number' },
    id: { field: 'id', kind: 'code' },
  },
  filters: {
    name: contains('label'),
    state: contains('state'),
    country: contains('country'),
    search: { fields: ['label', 'state'], match: 'search' },
  },
  partitions: {
    filters: ['country', 'state'],
    orderings: ['label'],
    limits: [20, 50],
    counts: { '/CO': 25, 'US/': 60, 'US/CO': 21 },
  },
  pagination: { limits: [10, 20, 50], default: 20 },
  features: 3,
};
const { pagination: _, ...list } = cities;
const grid: Grid = {
  base: 'https://me.github.io/bna',
  formats: ['json', 'csv'],
  collections: [
    cities,
    { ...list, name: 'notes' },
    { name: 'countries', count: 3, key: '[A-Z]{2}', orderings: [] },
  ],
};

const resolved = (collection: string, query: string, composes = true) =>
  resolve(grid, { method: 'GET', path: `/bna/api/${collection}/`, query }, { composes });

/** Values that have a meaning in a path, a query or a file name, and any others. */
const value = fc
  .oneof(
    fc.constantFrom(
      ...valuesOf('US | us | US/ | /CO | - | .. | % | %2F | a b | a&state=CO | ñ | 🚲'),
    ),
    fc.constantFrom('+', 'country-US/state-CO', 'o-label', '#?', '\\', '*', ':state'),
    fc.string({ unit: 'binary', maxLength: 200 }),
  )
  .map((text) => text.replaceAll('\0', '').trim());
const term = fc.constantFrom('label', 'size', 'id');
const ordering = fc
  .uniqueArray(fc.tuple(fc.constantFrom('', '-'), term), { selector: ([, name]) => name })
  .map((terms) => terms.map((parts) => parts.join('')).join());
const filters = fc.dictionary(fc.constantFrom('name', 'state', 'country', 'search'), value, {
  noNullPrototype: true,
});
const request = fc.record({
  collection: fc.constantFrom('cities', 'notes'),
  given: fc
    .record({
      filters,
      ordering,
      format: fc.constantFrom('', 'json', 'csv'),
      limit: fc.oneof(fc.constantFrom('', 'all', '20'), fc.integer({ min: 1 }).map(String)),
      offset: fc.oneof(fc.constantFrom('', '0'), fc.nat().map(String)),
    })
    .map(({ filters, ...others }): Record<string, string> => ({ ...filters, ...others })),
});

/** The query of a link to the listing that a query requests. */
function linkQuery(collection: string, given: Readonly<Record<string, string>>): string {
  const { format = '', limit, offset, ...others } = given;
  const isAll = limit === 'all' && (offset || '0') === '0';
  const isFiltered = ['name', 'state', 'country', 'search'].some((name) => given[name]);
  const paginated = {
    ...others,
    // All formats share the page of all records.
    format: isAll && !isFiltered ? '' : format,
    limit: limit || '20',
    offset: offset || '0',
  };
  const values = collection === 'notes' ? others : paginated;
  const pairs = Object.entries(values).filter(([, value]) => value !== '');
  return String(new URLSearchParams(pairs.sort(([a], [b]) => (a < b ? -1 : 1))));
}

describe('a request with filters', () => {
  it('query -> address -> file -> address -> link -> query', () => {
    const spaces = fc.constantFrom('', ' ', '\t', '\u00a0\n');
    const ranks = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(request, spaces, ranks, ({ collection, given }, space, ranks) => {
        const pairs = Object.entries(given)
          .map((pair) => [ranks.next().value as number, pair] as const)
          .sort(([a], [b]) => a - b)
          .map(([, [name, value]]): [string, string] => {
            const isFilter = Object.hasOwn(cities.filters ?? {}, name);
            return [name, isFilter ? space + value + space : value];
          });
        const found = resolved(collection, String(new URLSearchParams(pairs)));
        if (!('address' in found)) throw new Error('There is no address.');
        expect(found.status).toBe(200);
        const { address } = found;
        if (!isListing(address)) throw new Error('It is no listing.');
        const file = fileOf(grid, address);
        expect(addressOf(grid, file)).toEqual(file.includes('----') ? null : address);
        const { search } = new URL(hrefOf(grid, address));
        const query = search.slice(1);
        expect(query).toBe(linkQuery(collection, given));
        expect(resolved(collection, query)).toEqual(found);
      }),
      { numRuns: 500 },
    );
  });

  const text = (length: number, letter = 'a') => encodeURIComponent(letter.repeat(length));
  const LIST = 'data/cities/list/';

  // What rules of a host answer, and after it what code that composes pages answers, if it differs.
  it.each(
    rowsOf(`
      a pre-rendered value          : country=US                -> w/country-US/state-/o-/l-20/0
      two of them, in any order     : state=CO&country=US       -> w/country-US/state-CO/o-/l-20/0
      only the second               : state=CO                  -> w/country-/state-CO/o-/l-20/0
      white space around it         : country=+%09US%0A%C2%A0   -> w/country-US/state-/o-/l-20/0
      by a pre-rendered order       : country=US&ordering=label -> w/country-US/state-/o-label/l-20/0
      all                           : country=US&limit=all      -> w/country-US/state-/o-/l-all/0
      value in another case         : country=us -> 400 filter  -> w/country-us/state-/o-/l-20/0
      a value that does not occur   : country=ZZ -> 400 filter  -> w/country-ZZ/state-/o-/l-20/0
      another order                 : country=US&ordering=-label -> 400 filter -> w/country-US/state-/o--label/l-20/0
      another limit                 : country=US&limit=10       -> 400 filter -> w/country-US/state-/o-/l-10/0
      at the count of what matches  : state=CO&offset=40        -> 400 filter -> w/country-/state-CO/o-/l-20/40
      all with a format             : country=US&format=json&limit=all -> 400 filter -> f-json/w/country-US/state-/o-/l-all/0
      besides another filter        : country=US&name=a -> 400 filter-name -> w/country-US/name-a/state-/o-/l-20/0
      a filter of no partition      : name=x                    -> 400 filter-name -> w/country-/name-x/state-/o-/l-20/0
      a value that no file has      : country=a+b               -> 400 filter-country -> w/country---a.20b/state-/o-/l-20/0
      200 characters of four bytes  : name=${text(200, '🚲')}   -> 400 filter-name -> w/country-/name-----39fe209a9c66fa66/state-/o-/l-20/0
      201 characters of four bytes  : name=${text(201, '🚲')}   -> 400 filter-name
      U+0000                        : country=U%00S             -> 400 filter-country
      twice                         : country=US&country=US     -> 400 repeated
      format before filters         : country=%00&format=xml    -> 404 format
      the first filter              : country=%00&name=%00      -> 400 filter-name
      offset before what there is   : country=ZZ&offset=x       -> 400 offset
      several orders                : ordering=label,-id        -> 400 ordering -> f-/o-label,-id/l-20/0
      an order twice                : ordering=label,-label     -> 400 ordering
      an order that is empty        : ordering=label,           -> 400 ordering`).map(
      ([request = '', rules = '', composed = rules]) => {
        const [title = '', query = ''] = request.split(/\s*: /);
        return [title, query, rules, composed] as const;
      },
    ),
  )('%s', (_, query, rules, composed) => {
    const outcome = (composes: boolean) => {
      const found = resolved('cities', query, composes);
      if (!('address' in found)) return 'no address';
      const file = fileOf(grid, found.address);
      return found.status === 200
        ? file.slice(LIST.length, -'.json'.length)
        : `${found.status} ${file.replace(/^data\/errors\/(?:cities\/)?(.*)\.json$/, '$1')}`;
    };
    expect([outcome(false), outcome(true)]).toEqual([rules, composed]);
  });

  it.each(
    rowsOf(`
      notes/?country=US             -> 200 data/notes/list/w/country-US/state-/o-.json
      notes/?country=us&ordering=id -> 200 data/notes/list/w/country-us/state-/o-id.json
      cities/abc/?country=%00       -> 200 data/cities/item/abc.json
      cities_geojson/?country=ZZ    -> 200 data/cities/features.json
      countries/?country=ZZ&name=%00 -> 200 data/countries/list/o-.json`),
  )('%s -> %s', (target, expected) => {
    const [path = '', query = ''] = target?.split('?') ?? [];
    const request = { method: 'GET', path: `/bna/api/${path}`, query };
    const found = resolve(grid, request, { composes: true });
    expect('address' in found && `${found.status} ${fileOf(grid, found.address)}`).toBe(expected);
  });

  it.each(
    rowsOf(`
      w/country-US/state-/o-/l-20/0         -> yes
      w/country-US/state-CO/o-/l-20/20      -> yes
      w/country-US/state-CO/o-/l-20/40      -> no
      w/country-/state-/o-/l-20/0           -> no
      w/country---US.2f/state-CO/o-/l-20/0  -> no
      f-json/w/country-US/state-/o-/l-20/0  -> no`),
  )('%s is pre-rendered: %s', (file, expected) => {
    const address = addressOf(grid, `${LIST}${file}.json`);
    expect(address && (isRendered(grid, address) ? 'yes' : 'no')).toBe(expected);
  });
});
