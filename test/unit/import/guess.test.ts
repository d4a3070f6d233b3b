import { describe, expect, it } from 'vitest';
import { fieldOf } from '../../../src/import/field.ts';
import { guess } from '../../../src/import/guess.ts';
import { dataOf, expectParts, importFrom, importText } from '../../support/imported.ts';
import { rowsOf, valuesOf } from '../../support/table.ts';

/** What is guessed from the lines of a file. */
async function guessFromRows(rows: readonly string[], name = 'a.csv'): Promise<string> {
  return (await importText(name, `${rows.join('\n')}\n`)).guessed;
}

/** What `init` makes of such a file, with | between its lines. */
const importRows = (rows = '') => importText('a.csv', `${rows.replaceAll('|', '\n')}\n`);

/** A field of a CSV file with some values. */
const columnOf = (name: string, values = '') =>
  fieldOf(
    name,
    valuesOf(values).map((value) => ({ [name]: value })),
    true,
  );

/** The name and the values of a field, and its type with the number that makes it text. The last ones are real. */
describe('numbers of a CSV file that are names stay text', () => {
  it.each(
    rowsOf(`
      version          -> 3.8 | 3.9 | 3.10 | 2.0                -> z.string() 3.10
      x                -> 1.1 | 1.10                            -> z.string() 1.10
      x                -> 3 | 1.250                             -> z.string() 1.250
      unit_price       -> 3.5 | 3.10                            -> z.number()
      Total cost       -> 3 | 3.10                              -> z.number()
      amount           -> 3 | 3.10                              -> z.number()
      python           -> 3.25 | 1.0 | 2.0                      -> z.number()
      one length       -> 3.25 | 1.10                           -> z.number()
      four decimals    -> 3.25 | 1.1000                         -> z.number()
      part             -> 1E5 | 2E3 | 7E1 | 12                  -> z.string() 1E5
      small            -> 1.5e-7 | 7E1                          -> z.number()
      small            -> 1e-7 | 7                              -> z.number()
      long             -> 0.30000000000000004 | 1.1             -> z.number()
      inexact          -> 5 | 9007199254740993                  -> z.string() 9007199254740993
      infinite         -> 5 | 1e400                             -> z.string() 1e400
      large            -> 5 | 1795402379632000000               -> z.string() 1795402379632000000
      large decimals   -> 0.5 | 1795402379632000000             -> z.number()
      members          -> 1.899 | 12 | 0                        -> z.string() 1.899
      grams            -> 0 | 0.247 | 2                         -> z.number()
      no first digit   -> .5 | -.25 | 10                        -> z.number()
      phone            -> +491234567 | +49123                   -> z.string()
      code             -> 007 | 12                              -> z.string()
      elnino JAN       -> 23.110 | 24.190 | 23.750              -> z.number()
      astroquery Kmag  -> 7.550 | 10.756 | 9.368                -> z.number()
      statsmodels pop  -> 177.146 | 177.830 | 308.013           -> z.number()`),
  )('%s: %s -> %s', (name = '', values, expected) => {
    const { type, code } = columnOf(name, values);
    const isNumber = ['z.int()', 'z.number()'].includes(type);
    expect([isNumber ? 'z.number()' : type, code].join(' ').trim()).toBe(expected);
  });

  it('a very long number takes no time', () => {
    expect(columnOf('x', `${'1'.repeat(200_000)}x`).code).toBeUndefined();
  });

  it.each(
    rowsOf(`
      id,name|1.0,a|2.0,b     -> id: z.string() -> key: 'id'
      code,name|3.1,a|3.2,b   -> code: z.string() -> key: 'code'
      key,name|12e4,a|1e3,b   -> key: z.string() -> key: 'key'
      id,parent|1,1.0|2,      -> id: z.int() -> parent: z.int().nullable()`),
  )('of the key: %s -> %s and %s', async (rows = '', ...lines) => {
    const guessed = await guessFromRows(rows.split('|'));
    expectParts(
      guessed,
      lines.map((line) => `  ${line},`),
    );
  });
});

describe('the key', () => {
  it.each(
    rowsOf(`
      years of a country    -> country,2019,2020|Norway,1,2|Sweden,3,4           -> country
      text with spaces      -> pop,country|1,United Kingdom|2,France             -> country
      the first text        -> pop,cpi,name,iso|1,1.5,Norway,NO|2,2.5,Sweden,SE  -> name
      id, then uuid         -> name,uuid,ID|a,p,1|b,q,2                          -> ID
      key, then code        -> code,key,name|1,2,a|3,4,b                         -> key
      an id with a prefix   -> name,cityId,pop|a,1,5|b,2,6                       -> cityId
      no id at the end      -> pop,paid,name|1,2,a|3,4,b                         -> name
      a numbered record     -> pop,no,name|1,2,a|3,4,b                           -> no
      a number is no text   -> pop,share,name|1,"9,5",a|2,"12,5",b               -> name
      text before a date    -> day,name|2024-05-01,a|2024-05-02,b                -> name
      a date before numbers -> pop,day|1,2024-05-01|2,2024-05-02                 -> day
      no long text          -> about,name|${'x'.repeat(61)},a|y,b                -> name
      a first whole number   -> pop,share,n|1,1.5,3|2,2.5,4                       -> pop
      a year                 -> pop,year|5,2019|7,2020                            -> year
      an id twice            -> id,name|1,a|1,b                                   -> name`),
  )('%s: %s -> %s', async (_, rows = '', key) => {
    expect(await guessFromRows(rows.split('|'))).toContain(`  key: '${key}',`);
  });
});

/** Rows with all combinations of these values, but those that are left out. */
function gridOf(rows: number, columns: number, isLeftOut = (_: number) => false): string {
  const cells = Array.from({ length: rows * columns }, (_, index) => index);
  const lines = cells
    .filter((one) => !isLeftOut(one))
    .map((one) => `r${one % rows},c${Math.floor(one / rows)},5`);
  return ['row,column,n', ...lines].join('|');
}

describe('a key of several fields, or numbered rows', () => {
  it.each(
    rowsOf(`
      countries by year      -> country,year,n|NO,2019,5|NO,2020,5|SE,2019,6            -> ['country', 'year']
      amounts that differ    -> year,land,n|2019,NO,1|2020,NO,2|2019,SE,3|2020,SE,4     -> ['year', 'land']
      a month in words       -> what,when|a,Jan 1 2020|b,Jan 1 2020|a,Feb 1 2020|b,Feb 1 2020 -> ['what', 'when']
      all combinations       -> site,kind|x,p|x,q|y,p|y,q                               -> ['site', 'kind']
      three fields           -> a,b,day|${['x,p', 'x,q', 'y,p', 'y,q'].flatMap((one) => [1, 2].map((day) => `${one},2020-01-0${day}`)).join('|')} -> ['a', 'b', 'day']
      combinations with gaps -> ${gridOf(8, 9, (one) => one % 5 === 0)}                 -> ['row', 'column']
      few combinations       -> ${gridOf(20, 20, (one) => one % 11 > 0)}                -> 'id'
      texts by chance        -> site,kind|x,p|x,q|y,p                                   -> 'id'
      a name and an age      -> name,age|Ann,5|Bob,5|Ann,6                              -> 'id'
      whole numbers          -> yield,n,site|1.5,1,x|1.5,2,x                            -> 'id'
      no value               -> country,year|NO,2019|NO,2020|,2019|,2020                -> 'id'
      the same when joined   -> a,b|x-y,z|x,y-z|x-y,y-z|x,z                             -> 'id'
      dots                   -> id,n|1,5|..,5                                           -> 'row_id'`),
  )('%s: %s -> %s', async (_, rows = '', key) => {
    const { collection } = await importRows(rows);
    const names = collection.guess.keys.map(({ name }) => `'${name}'`);
    expect(names.length > 1 ? `[${names.join(', ')}]` : names[0]).toBe(key);
  });

  it.each(
    rowsOf(`
      a.csv  -> x;id|a,b;2|a,b;2 -> row_id,x,id|1,"a,b",2|2,"a,b",2| -> row_id
      a.json -> [{"n":1},{"n":1}] -> {"id":1,"n":1}|{"id":2,"n":1}| -> id
      a.json -> [{"a":"x","b":null},{"a":"x","b":"q"},{"a":"y","b":null},{"a":"y","b":"q"}] -> {"id":1,"a":"x","b":null}|{"id":2,"a":"x","b":"q"}|{"id":3,"a":"y","b":null}|{"id":4,"a":"y","b":"q"}| -> id
      a.yaml -> a: [{ n: .5 }]|b: [] -> {"id":1,"n":0.5}| -> id`),
  )(
    'the rows of %s %s are numbered in the content: %s',
    async (file = '', text = '', written, key) => {
      const { content, guessed, published } = await importText(file, text.replaceAll('|', '\n'));
      expect(Object.values(content).join().replaceAll('\n', '|')).toBe(written);
      expect(guessed).toMatch(new RegExp(`^  key: '${key}',`));
      expect(published[0]).toMatchObject({ [`${key}`]: 1 });
    },
  );

  it.each(['name,age,n|Ann,5,1|Bob,5,2|Ann,6,3', 'n|5|5'])('%s -> a line', async (rows) => {
    expect((await importRows(rows)).notes).toEqual([
      'The rows are numbered (id): no field, except for amounts, is different in each record. After `init`, give new rows an unused number. `dev` with the file, and a new `init`, number all rows again, so that rows after a new or removed one get other addresses.',
    ]);
  });

  it.each(
    rowsOf(`
      a.csv -> id,name|1,a|2,b|2,c      -> id is not the key: lines 3 and 4 have 2.
      a.csv -> id,name|1,a||,b|3,c      -> id is not the key: line 4 has none.
      a.csv -> id,name,n|1,a,5|2,b,6|,Total,11 -> id is not the key: line 4 has none.
      a.csv -> id,x|1,5|1,5             -> id is not the key: lines 2 and 3 have 1.
      a.csv -> code,name y|1,a|1,b      -> code is not the key: records 1 and 2 have 1.
      a.csv -> name,part_id|a,1|b,1     -> none
      a.json -> [{"_id":{"o":1},"code":[],"n":"a"},{"_id":{"o":2},"code":[],"n":"b"}] -> none
      a.json -> [{"id":1,"name":"a"},{"id":1,"name":"b"}] -> id is not the key: records 1 and 2 have 1.`),
  )('a field with the name of a key: %s %s -> %s', async (file = '', rows = '', line = '') => {
    const { notes } = await importText(file, rows.replaceAll('|', '\n'));
    const found = notes.filter((one) => one.includes('is not the key'));
    expect(found).toEqual(line === 'none' ? [] : [line]);
  });

  it('a key that is known -> a doubled value is a problem', async () => {
    const importing = importFrom('test/cases/doubled-id.csv', { key: ['id'] });
    await expect(importing).rejects.toMatchObject({
      problems: [{ code: 'duplicate', location: { line: 4 } }],
    });
    const empty = importText('a.csv', 'id,name\n1,a\n,b\n', { key: ['id'] });
    await expect(empty).rejects.toMatchObject({ problems: [{ location: { line: 3 } }] });
  });

  it('the name of the file of each record is the key', async () => {
    const records = [
      { id: 1, post: 'a' },
      { id: 2, post: 'b' },
    ];
    const folder = { ...dataOf('posts', records), content: { fileName: 'post' } };
    expect((await guess(folder, async () => {})).keys).toMatchObject([{ name: 'post' }]);
  });
});

describe('the label', () => {
  it.each(
    rowsOf(`
      a name that is the same    -> id,full_name,Name|1,x y,a|2,y z,a          -> Name
      a file has another name    -> id,filename,city|1,a.b,Oslo|2,b.c,Rome     -> city
      a path, a host and a user  -> id,pathname,host_name,username,of|1,a,b,c,Ab|2,a,c,d,Cd|3,b,b,e,Ef -> of
      the name of something else -> id,shop_name,dish|1,Ab,Cd|2,Ab,Ef          -> dish
      a name in two words        -> id,note,cityName|1,Ab,Cd|2,Ef,Gh           -> cityName
      a name that repeats        -> id,n,Trail name|1,5,Ab|2,6,Ab              -> trail_name
      numbered rows              -> n,place|5,Ab|5,Ab                          -> place
      codes and times            -> id,iso,at|1,NO,2020/01/10 9:00|2,SE,2020/01/20 9:00 -> id
      a package of Debian        -> package,version,filename|Ab,1.2-3,a/b|Cd,1.2-4,a/c  -> package`),
  )('%s: %s -> %s', async (_, rows = '', label) => {
    expect(await guessFromRows(rows.split('|'))).toContain(`  label: '${label}',`);
  });
});

it('filters by fields that may be empty, and by a field whose name has the end of a match', async () => {
  const rows = Array.from({ length: 8 }, (_, n) => [n, n % 2 ? n / 2 : '', n, n].join());
  expect(await guessFromRows(['id,rain,sun,wind__gte', ...rows])).toContain(`  filters: {
    rain__gte: {},
    rain__lte: {},
    rain__isnull: {},
    sun__gte: {},
    sun__lte: {},
    wind_gte__gte: { field: 'wind__gte' },
    wind_gte__lte: { field: 'wind__gte' },
  },`);
});

it('no filter whose name is that of another field', async () => {
  const rows = Array.from({ length: 8 }, (_, n) => [n, n / 2, n].join());
  const guessed = await guessFromRows(['id,price,price__gte', ...rows]);
  expect(guessed).not.toMatch(/price__[gl]te: \{/);
  expect(guessed).toContain("price_gte__gte: { field: 'price__gte' }");
});

it('filters by the kinds of fields', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => {
    const day = 10 + (n % 20);
    return [n, n % 5, n / 4, n % 20, n % 13, n % 2 > 0, `2020-01-${day}`, 2000 + day, n, n].join();
  });
  const header = 'id,stars,price,Age,team_id,open,day,year,lat,lon';
  expect(await guessFromRows([header, ...rows])).toContain(
    `  filters: {
    stars: {}, // 5 different values | stars__in: {},
    team_id: {}, // 13 different values
    open: {}, // 2 different values
    day: {}, // 20 different values | day__gte: {}, | day__lte: {},
    year: {}, // 20 different values | year__gte: {}, | year__lte: {},
    price__gte: {}, | price__lte: {},
    Age__gte: {}, | Age__lte: {},
  },
  prerender: { filters: ['stars', 'team_id'] },
`.replaceAll(' | ', '\n    '),
  );
});

it.each(
  rowsOf(`
    Value  -> z.object({ id: z.int(), Value: z.number().nullable() }) -> map: { value: 'Value' },
    name   -> z.object({ name: z.string() })                          -> !map:
    year   -> z.object({ id: z.int() })                               -> !map:
    a,b    -> z.object({ id: z.int() })                               -> !map:`),
)('a point with %s -> properties: %s and %s', async (names = '', properties = '', map = '') => {
  const values = {
    Value: ['1.5', ''],
    name: ['Ab', 'Cd'],
    year: ['2019', '2020'],
    'a,b': ['1,5', '5,3'],
  };
  const [first, last] = values[names as keyof typeof values];
  const guessed = await guessFromRows([`id,lat,lon,${names}`, `1,5,5,${first}`, `2,6,6,${last}`]);
  expectParts(guessed, [`properties: ${properties},`, map]);
});

describe('orderings of text that stands for numbers or dates', () => {
  it.each(
    rowsOf(`
      9 | 10 | 100 | NaN                      -> NaN
      9 | 10 | 100 | #N/A                     -> #N/A
      9 | 10 | 100 | small                    -> small
      9 | 10 | small | large                  -> none
      5 | .. | .. | ..                        -> ..
      12 | \\N | 1.5                          -> \\N
      12 | n.a.                               -> n.a.
      NA | -                                  -> none
      +9 | +10                                -> +9
      <5 | 9 | 10                             -> <5
      −5,5 | −7,5                             -> −5,5
      1,00,000 | 2,000 | 30                   -> 1,00,000
      9 km | 10 km                            -> 9 km
      0-80 | 7/8-14 | 1-1/2-12                -> 0-80
      US$9 | US$10 | CHF 5                    -> US$9
      $.05 | $10.5                            -> $.05
      2024/1/5 | 2024/10/5                    -> 2024/1/5
      31.12.2024 | 01.02.2024 | ?             -> 31.12.2024
      12/31/24 | 01/02/24                     -> 12/31/24
      08/13/1997 05:37 | 03/09/1997 06:00     -> 08/13/1997 05:37
      18 Oct 1812 | 09 Nov 1812               -> 18 Oct 1812
      Jan 2024 | Feb 2024                     -> Jan 2024
      9:05 | 10:15 | 11:30                    -> 9:05
      2024-05-01 9:00 | 2024-05-01 10:00      -> 2024-05-01 9:00
      1.2.10 | 1.2.9                          -> 1.2.10
      3.8 | 3.10                              -> 3.8
      1E5 | 2E3 | 7E1                         -> none
      2024-W05 | 2024-W10                     -> none
      A12 | A9 | B100                         -> none
      01234 | 9876                            -> none
      2024-05 | 2024-05-01 | 2024-05-01T10:00 -> none
      09:05 | 10:15:30                        -> none
      2024-05-01 09:05+02 | 2024-05-01 09:05+01             -> 2024-05-01 09:05+02
      2024-05-01 09:05:00+0200 | 2024-05-02 09:05:00+0200   -> none
      2024-05-01 09:05:00 EST | 2024-05-01 09:05:00 EDT     -> 2024-05-01 09:05:00 EST
      09:05 AM | 01:30 PM                                   -> 09:05 AM
      09:05 AM | 12:30 AM                                   -> 09:05 AM
      Fri, 05 Jan 2024 10:00:00 | Sat, 06 Jan 2024 10:00:00 -> Fri, 05 Jan 2024 10:00:00
      2024-05-01T09:05:00Z | 2024-05-02T10:05:00Z           -> none
      9,5 | 1,5                               -> none
      9,5 | 1.5                               -> 9,5
      CO2 | 3M | 7-Eleven | Q1                -> none
      Ubuntu 22.04 | Ubuntu 20.04             -> none
      05-JAN-24 | 04-FEB-24                   -> 05-JAN-24
      Fri Jan 5 10:00:00 2024 +0100 | Sat Jan 6 9:00:00 2024 +0100 -> Fri Jan 5 10:00:00 2024 +0100
      05/Jan/2024:10:00:00 | 04/Feb/2024:10:00:00 -> 05/Jan/2024:10:00:00
      Room 9 | Room 10 | 12                   -> none`),
  )('%s -> %s', (values, expected) => {
    const { type, unsorted = 'none' } = columnOf('x', values);
    expect([type.replace(/^z\.iso.*/, 'z.string()'), unsorted]).toEqual(['z.string()', expected]);
  });
});

/** After !, a text that is not guessed. */
it.each(
  rowsOf(`
    versions.csv           -> version: z.string() -> key: 'language' -> !field: 'version'
    codes-with-a-dot.csv   -> code: z.string() -> key: 'code'
    exponents.csv          -> part: z.string() -> part: { field: 'part', kind: 'code' }
    years.csv              -> key: 'country'
    nan-order.csv          -> v: z.int().nullable() -> v: { field: 'v', kind: 'number'
    slash-dates.csv        -> d: z.string() -> !field: 'd'
    numbers-as-texts.json  -> population: decimal() -> population: { field: 'population', kind: 'number' -> if (!record.latitude || -> latitude: Number(record.latitude) -> id: z.string()`),
)('%s -> %s', async (file, ...texts) => {
  const { guessed } = await importFrom(`test/cases/${file}`);
  expectParts(guessed, texts);
});

it.each(
  rowsOf(`
    look private -> phone | phone2 | Telefon | Passwort | emailaddress | Mobile | workEmail | E-Mail | owner | ownerName | internal_no | IBAN | api_key
    do not       -> secretary | microphone | homeowner | tokens`),
)('fields that %s: %s', async (kind, names = '') => {
  const fields = valuesOf(names);
  const [a, b] = [',a', ',b c'].map((text) => text.repeat(fields.length));
  const { guessed, collection } = await importRows(`id,${fields}|1${a}|2${b}|3${a}|4${b}`);
  const line = `These fields look private, and will be public: ${fields.join(', ')}. Leave them out with \`published\` and \`publish\`: see node_modules/staticrest/docs/define.md.`;
  expect(collection.data.notes).toEqual(kind === 'do not' ? [] : [line]);
  expect(/orderings|filters|search|label: '[^i]/.test(guessed)).toBe(kind === 'do not');
});

it('links have no ordering; those to the server that the records come from look private', async () => {
  const links = (id: number) => ({ id, up: `http://a.org/${id}`, other: `https://a.org.uk/${id}` });
  const listing = dataOf('https://a.org/b', [1, 2].map(links));
  const { data, search, orderings } = await guess(listing, async () => {});
  expect([data.notes.join().includes('will be public: up. '), search]).toEqual([true, ['other']]);
  expect(orderings.size).toBe(0);
});

it.each([
  ['id,name|1,a|2,b|3,c', "name: { field: 'name', kind: 'text' }"],
  ['name,size|a,1|b,2|c,2', "name: { field: 'name', kind: 'text' }"],
  [`id,title|1,${'a '.repeat(40)}|2,b|3,c`, "title: { field: 'title', kind: 'text' }"],
])('names sort, if they are long or keys too: %#', async (rows, ordering) => {
  expect(await guessFromRows(rows.split('|'))).toContain(`  orderings: {\n    ${ordering},\n`);
});

describe('dates', () => {
  it('orderings, filters and the last update', async () => {
    const rows = [1, 2, 3, 4].map(
      (n) => `${n},2024-05-0${n % 2 || 2}T00:00:00Z,2024-05-0${n % 2 || 2}`,
    );
    const guessed = await guessFromRows(['id,updated,day', ...rows]);
    for (const [name, kind] of Object.entries({ updated: 'time', day: 'code' })) {
      expect(guessed).toContain(`    ${name}: { field: '${name}', kind: '${kind}' },`);
      expect(guessed).toContain(`\n    ${name}__gte: {},\n    ${name}__lte: {},\n`);
    }
    expect(guessed).toContain("  updated: 'updated',");
  });

  it.each(
    rowsOf(`
      a.csv  -> 3  -> id,when|1,2024-05-01|2,2024-05-32
      a.csv  -> 3  -> id,when|1,2024-12-01T00:00:00Z|2,2024-13-01T00:00:00Z
      a.json -> 18 -> {"a": [|{"id": 1, "day": "2024-02-29"},|{"id": 2, "day": "2023-02-29"}]}`),
  )('a day that does not exist in %s -> an error at column %s', async (file, column, rows = '') => {
    await expect(guessFromRows(rows.split('|'), file)).rejects.toMatchObject({
      problems: [{ code: 'bad-value', location: { line: 3, column: Number(column) } }],
    });
  });
});
