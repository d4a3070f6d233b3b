import { expect, it } from 'vitest';
import { isHeaderless } from '../../../src/import/header.ts';
import { importFrom } from '../../support/imported.ts';
import { rowsOf } from '../../support/table.ts';

it.each(
  rowsOf(`
    two numbers -> yes -> 1700,48.3|1701,12.6
    numbers after a text -> yes -> Oslo,59.9,10.7|Rome,41.9,12.5
    a date -> yes -> a,2024-05-01|b,2024-05-02|c,
    cells without a value -> yes -> 1.5,NaN|NA,3|2,4
    whole numbers that fall -> yes -> a,12,7,10|b,8,130,4
    one whole number -> yes -> Ann,5|Bob,7
    one whole number alone -> yes -> 5|7|12
    one whole number beside booleans -> yes -> true,5|false,7
    whole numbers that are equal -> yes -> Ann,0,0,0|Bob,1,2,3
    an address -> yes -> Ann,ann@x.org|Bob,bob@x.org
    addresses alone -> yes -> https://x.org/a|https://x.org/b
    a whole number beside names unlike their columns -> no -> name,5|Ann,7|Bob,9
    an address beside a name unlike its column -> no -> name,ann@x.org|Ann,bob@x.org
    a name of addresses -> no -> name,email|Ann,ann@x.org
    one year -> no -> Country,2019|Norway,5
    a column of pandas -> no -> Country,0|Norway,5
    years -> no -> country,2019,2020|Spain,47.1,47.3
    codes of one length -> no -> city,6601,1204|a,5,7
    numbers from 1 -> no -> species,1,2,3,10|a,0,1,1,2
    numbers down to 8 -> no -> species,10,9,8|a,0,1,1
    quantiles -> no -> month,0.1,0.5,0.9|Jan,2.5,3,4
    dates above numbers -> no -> place,2020-01-22,2020-01-23|a,0,1
    a text above numbers -> no -> id,48.3|1,12.6|2,7
    only booleans and texts -> no -> a,true|b,false
    no other row -> no -> 1700,48.3`),
)('is %s in the first row a record? %s: %s', (_, expected, text = '') => {
  const rows = text.split('|').map((row) => row.split(','));
  expect(isHeaderless(rows)).toBe(expected === 'yes');
});

it.each([
  ['no-header.csv', 'looks like a record: 1700 | 48.3. Add a line above it with the names'],
  ['no-header-one-number.csv', 'looks like a record: Ann | 5. Add a line above it with the names'],
  ['header-again.csv', 'repeats the names of the fields'],
  ['blanks-separate.csv', 'separated by blanks'],
])('%s is refused', async (name, message) => {
  await expect(importFrom(`test/cases/${name}`)).rejects.toThrow(message);
});
