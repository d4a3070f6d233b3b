import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answer } from '../../../src/core/answer.ts';
import type { DataSite } from '../../../src/core/site.ts';
import { renderedSite, SMALL_BASE } from '../../support/rendered-site.ts';
import {
  type Town,
  type TownsRequest,
  townsApi,
  townsFor,
  townsText,
} from '../../support/towns.ts';

const LABELS = [
  'Cañon',
  'CAÑON City',
  'a,b',
  '50 % _',
  "O'Fallon",
  'b+c & d',
  '',
  'ca',
  'Ca',
  '🚲',
];
const STATES = ['CT', 'ACT', 'ct', '', 'N S', 'CO', 'é'];
const COUNTRIES = [
  { code: 'US', name: 'United States' },
  { code: 'AU', name: 'Australia' },
  { code: 'au', name: 'Other' },
];
const SIZES = [null, 0, -1, 1.5, 10, 9];

const records: fc.Arbitrary<Town[]> = fc.uniqueArray(
  fc.record(
    {
      id: fc.stringMatching(/^[A-Za-z0-9]{1,2}$/),
      label: fc.constantFrom(...LABELS, null),
      size: fc.constantFrom(...SIZES),
      state: fc.constantFrom(...STATES),
      country: fc.constantFrom(...COUNTRIES),
    },
    { noNullPrototype: true },
  ),
  { selector: ({ id }) => id.toLowerCase(), maxLength: 14 },
);

/** Orderings that the definition has, and others, which no empty collection has. */
const ordering = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom('', '-'), fc.constantFrom('size', 'label', 'id', 'state')),
    {
      selector: ([, name]) => name,
      maxLength: 3,
    },
  )
  .map((terms) => terms.map((parts) => parts.join('')).join());

const some = (values: readonly string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom(...values));
const filters = fc.record(
  {
    name: some([...LABELS, 'ON', '%', 'zz'].map((label) => label.trim())),
    state: some([...STATES, 'C', 'nowhere']),
    country: some(['US', 'AU', 'au', 'us', 'X']),
    size: some(['0', '-1', '1.5', '1.50', 'null']),
    search: some(['ca', 'united ca', ',', 'states,city', 'zz']),
  },
  { noNullPrototype: true },
);
const request = fc
  .record({
    filters,
    ordering,
    format: fc.constantFrom('', 'json', 'api'),
    limit: fc.constantFrom('', 'all', '1', '2', '3', '4', '5', '100'),
    offset: fc.constantFrom('', '0', '1', '2', '3', '7', '50'),
  })
  .map(({ filters, ...others }): TownsRequest => ({ ...filters, ...others }));

const HREFS = { towns: `${SMALL_BASE}/api/towns/`, places: `${SMALL_BASE}/api/places/` };
const COLLECTIONS = ['towns', 'places'] as const;

async function answered(
  site: DataSite,
  collection: (typeof COLLECTIONS)[number],
  given: TownsRequest,
  composes = true,
) {
  const query = new URLSearchParams(Object.entries(given));
  const response = await answer(new Request(`${HREFS[collection]}?${query}`), site, { composes });
  return { status: response.status, text: await response.text() };
}

/** An empty collection shows no fields: it is ordered by those of its definition only. */
const isKnown = ({ ordering = '' }: TownsRequest, { length }: readonly Town[]) =>
  length > 0 || !/id|state/.test(ordering);

describe('a listing of a random collection', () => {
  it('any filters, orders, limit and offset -> the records that match, within the limit of files read', async () => {
    const property = fc.asyncProperty(
      records,
      fc.array(request, { minLength: 5, maxLength: 5 }),
      fc.integer({ min: 2, max: 4 }),
      async (towns, requests, reads) => {
        const { site } = renderedSite(townsApi(), { towns, places: towns });
        for (const given of requests.filter((one) => isKnown(one, towns))) {
          for (const collection of COLLECTIONS) {
            let files = 0;
            const read = (file: string) => {
              files++;
              return site.read(file);
            };
            const found = townsFor(towns, collection, given);
            const text = townsText(HREFS[collection], found, collection, given);
            const composed = await answered({ ...site, reads, read }, collection, given);
            expect(composed).toEqual({ status: 200, text });
            expect(files).toBeLessThanOrEqual(reads);
            const rendered = await answered(site, collection, given, false);
            if (rendered.status === 200) expect(rendered.text).toBe(text);
          }
        }
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });

  it('every sign of an ordering is changed -> the reverse', async () => {
    const property = fc.asyncProperty(records, filters, ordering, async (towns, given, terms) => {
      fc.pre(towns.length > 0 && terms !== '');
      const { site } = renderedSite(townsApi(), { towns });
      const flipped = terms.replace(/-?(\w+)/g, (term, name) =>
        term === name ? `-${name}` : name,
      );
      const [one, other] = await Promise.all(
        [terms, flipped].map(async (ordering) => {
          const { text } = await answered(site, 'towns', { ...given, ordering, limit: 'all' });
          return JSON.parse(text).results;
        }),
      );
      expect(other).toEqual(one.toReversed());
    });
    await fc.assert(property, { numRuns: 50 });
  });
});
