import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSearch, normalize } from '../../../../src/page/client/search-points.ts';
import type { PointColumns } from '../../../../src/page/view/point-columns.ts';
import { rowsOf } from '../../../support/table.ts';

it.each(
  rowsOf(`
  Cañon City -> canon city
  Tromsø -> tromso
  O’Fallon -> ofallon
  O'Fallon -> ofallon
  St. Louis -> st louis`),
)('%s is compared as %s', (text = '', expected) => expect(normalize(text)).toBe(expected));

const columnsOf = (labels: readonly string[], ranked: readonly number[] = []): PointColumns => ({
  labels,
  longitudes: labels.map((label) => (label === 'Nowhere' ? null : 0)),
  latitudes: labels.map((label) => (label === 'Nowhere' ? null : 0)),
  details: [],
  ranked,
});

const LABELS = ['Cañon City', 'Canon', 'New Canon City', 'Boulder', 'O’Fallon', 'Albany'].concat([
  'New York',
  'Torontoville',
  'Toronto',
  'Ottawa',
  'Nowhere',
]);
const places: PointColumns = {
  ...columnsOf(LABELS, [8, 9]),
  details: [
    {
      values: ['CO', 'NY', 'ON'],
      names: ['Colorado', 'New York', 'Ontario'],
      codes: [0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2],
    },
  ],
};
const namesIn = (text: string, most = 8) => {
  const { rows, count } = createSearch(places, most)(text);
  return { names: rows.map((row) => LABELS[row]).join(', '), count };
};

it.each(
  rowsOf(`
  "" -> nothing
  "cañón city" -> Cañon City, New Canon City
  "canon" -> Canon, Cañon City, New Canon City
  "ci ca" -> Cañon City, New Canon City
  "colorado" -> Boulder, Canon, Cañon City, New Canon City, O’Fallon
  "co can" -> Canon, Cañon City, New Canon City
  "o'fallon" -> O’Fallon
  "new york" -> New York, Albany
  "ontario" -> Toronto, Ottawa, Torontoville
  "toronto" -> Toronto, Torontoville
  "toronto ontario" -> Toronto, Torontoville
  "nowhere" -> nothing
  "anon" -> nothing`),
)('a search for %s finds %s', (text = '', expected) =>
  expect(namesIn(JSON.parse(text)).names || 'nothing').toBe(expected),
);

it('the first of many results are those of a longer list, with the number of all', () => {
  const label = fc.array(fc.constantFrom('a', 'b', 'ab', ' '), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(label, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (all, most) => {
      const columns = columnsOf(all.map((parts) => parts.join('')));
      const long = createSearch(columns, all.length + 1)('a');
      const short = createSearch(columns, most)('a');
      expect(short.rows).toEqual(long.rows.slice(0, most));
      expect(short.count).toBe(long.rows.length);
    }),
  );
});
