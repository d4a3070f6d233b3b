import { expect, it } from 'vitest';
import { readCsv } from '../../support/csv.ts';
import { shippedManifest } from '../../support/shipped-site.ts';

it('countries and states are shown by the names of the two tables', () => {
  const { collections } = shippedManifest().about;
  const rows = readCsv('test/data/neighborhoods.csv');
  const states = readCsv('test/data/subdivisions.csv').filter(({ country, code }) =>
    rows.some((row) => row.country === country && row.state_abbrev === code),
  );
  expect(states).toHaveLength(61);
  const labels = {
    country: { CA: ['Canada'], US: ['United States of America'] },
    state: Object.fromEntries(states.map(({ code, name }) => [code, [name]])),
  };
  expect(collections.map((one) => one.labels)).toEqual([undefined, undefined, labels, labels]);
});
