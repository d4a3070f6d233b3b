import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isDecimal } from '../../../src/api/decimal.ts';
import { publishedShape } from '../../../src/api/json-schema.ts';
import { decimal, z } from '../../../src/index.ts';
import { smallSite } from '../../support/small-site.ts';
import { rowsOf } from '../../support/table.ts';
import { thingProblems } from '../content/valid-content.ts';

const schema = z.object({ id: z.int(), price: decimal().describe('In euros').optional() });

const PROBLEMS: Readonly<Record<string, string>> = {
  form: `must be a decimal number in the form of "-9.50", without needless zeros at its start.`,
  digits:
    'must have at most 15 significant digits and 100 decimals: JavaScript can’t tell more apart.',
  type: 'Put it in quotes.',
};
const ZEROS = '0'.repeat(99);

it.each(
  rowsOf(String.raw`
  accepted -> "0", "-0", "-0.00", "9.50", "10", "123456789012345", "-9999999999999.9", "0.00000000000000012345", "0.${ZEROS}1"
  form     -> "+9", ".5", "5.", "007", "00.5", "-.5", "1e3", "9,99", "1,000.50", "-", "abc", "NaN", "0x10", "٣"
  form     -> "", " 9.5", "9.5\n", "1e1234567890123456"
  digits   -> "1234567890123456", "1000000000000000", "0.1234567890123450", "-12345678.12345678", "0.${ZEROS}01"
  type     -> 9.5`),
)('decimals, %s: %s', async (kind = '', prices) => {
  const { [kind]: problem } = PROBLEMS;
  for (const price of JSON.parse(`[${prices}]`)) {
    const found = await thingProblems('a.json', JSON.stringify([{ id: 1, price }]), { schema });
    expect(found).toEqual(problem ? [expect.stringContaining(problem)] : []);
  }
});

it('a decimal is less, as a number, than the next one with as many decimals', () => {
  const property = fc.property(
    fc.maxSafeNat(),
    fc.nat(3),
    fc.integer({ min: 1, max: 20 }),
    (digits, removed, decimals) => {
      const first = Math.floor(digits / 10 ** removed);
      const texts = [first, first + 1].map((one) => String(one).padStart(decimals + 1, '0'));
      const point = RegExp(`(?=.{${decimals}}$)`);
      const [one = '', next = ''] = texts.map((text) => text.replace(point, '.'));
      if (isDecimal(next)) expect(Number(one), one).toBeLessThan(Number(next));
    },
  );
  fc.assert(property, { numRuns: 2000 });
});

it('a site with decimals has their texts, their type, and a page for each text of a value', async () => {
  const { folder } = await smallSite();
  const file = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  for (const size of ['0', '0.00']) {
    const { results } = JSON.parse(file(`api/cities/area_size/${size}/limit/3.json`));
    expect(results).toMatchObject([{ size: '0' }, { size: '0.00' }, { size: '0' }]);
  }
  expect(file('downloads/cities.csv')).toContain('\nc,n,0.00,');
  expect(file('downloads/datapackage.json')).toMatch(/"name": "size",\s+"type": "number"/);
  const openapi = JSON.stringify(JSON.parse(file('openapi.json')));
  expect(openapi).toContain('"size":{"type":"string","format":"decimal","pattern":');
  expect(openapi).toMatch(/"name":"size__gte",[^{}]*"schema":{"type":"number"}/);
  expect(file('reference.html')).toContain('decimal number as text');
  expect(file('index.html')).toContain('<td class="number" dir="auto">1.0</td>');
  const { properties } = publishedShape(schema);
  expect(properties).toMatchObject({ price: { format: 'decimal', description: 'In euros' } });
});
