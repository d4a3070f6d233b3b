import { describe, expect, it } from 'vitest';
import { importText } from '../../support/imported.ts';
import { rowsOf } from '../../support/table.ts';

/** The column of a file with these cells, as a project has it. */
async function importColumn(name: string, cells: string) {
  const rows = cells.split('|').map((cell, row) => `${row}k;${cell.trim()}`);
  const imported = await importText('a.csv', [`id;${name}`, ...rows].join('\n'));
  const [text = ''] = Object.values(imported.content);
  const lines = text.trim().split('\n').slice(1);
  const content = lines.map((line) => line.replace(/^\d+k[;,]/, '')).join(' | ');
  return {
    content: content.trim(),
    published: imported.published.map((record) => JSON.stringify(record[name])).join(' | '),
    guess: guessOf(imported, name),
    notes: imported.notes.join(' '),
  };
}

/** The schema of a field, and its ordering. */
function guessOf({ collection, api }: Awaited<ReturnType<typeof importText>>, name: string) {
  const field = collection.guess.fields.find((one) => one.name === name);
  const { kind = 'none' } = api.collections[0]?.orderings?.[name] ?? {};
  return `${field?.schema} ${kind}`;
}

/** The name and the cells of a column, its cells in the content, its values, its schema and ordering, and a line. */
describe('the cells of a column', () => {
  it.each(
    rowsOf(`
      x     -> 12,5 | 9,50             -> 12.5 | 9.50             -> 12.5 | 9.5              -> z.number() number         -> x: 12,5 is 12.5
      x     -> 7 | -0,123              -> 7 | -0.123              -> 7 | -0.123              -> z.number() number         -> x: -0,123 is -0.123
      x     -> 1.899,00 | 9,50         -> 1899.00 | 9.50          -> 1899 | 9.5              -> z.number() number         -> x: 1.899,00 is 1899.00
      price -> 1.899,00 | 9,50         -> 1899.00 | 9.50          -> "1899.00" | "9.50"      -> decimal() number          -> price: 1.899,00 is 1899.00
      x     -> 12.345 | 9,5            -> 12345 | 9.5             -> 12345 | 9.5             -> z.number() number         -> x: 12.345 is 12345
      x     -> 1.234.567 | 12          -> 1234567 | 12            -> 1234567 | 12            -> z.int() number            -> x: 1.234.567 is 1234567
      x     -> 1 234,5 | 12345,5       -> 1234.5 | 12345.5        -> 1234.5 | 12345.5        -> z.number() number         -> x: 1 234,5 is 1234.5
      x     -> 1\u00a0234 | 12\u202f345 -> 1234 | 12345           -> 1234 | 12345            -> z.int() number            -> x: 1\u00a0234 is 1234
      x     -> 8,804,190 | 12          -> 8804190 | 12            -> 8804190 | 12            -> z.int() number            -> x: 8,804,190 is 8804190
      x     -> 1,234.50 | 0.25         -> 1234.50 | 0.25          -> 1234.5 | 0.25           -> z.number() number         -> x: 1,234.50 is 1234.50
      x     -> 1,234 | 1.5             -> 1234 | 1.5              -> 1234 | 1.5              -> z.number() number         -> x: 1,234 is 1234
      x     -> 9.007.199.254.740.993 | 1 -> 9007199254740993 | 1  -> "9007199254740993" | "1" -> z.string() none          -> x: 9.007.199.254.740.993 is 9007199254740993
      x     -> € 9.99 | € 12.50        -> 9.99 | 12.50            -> 9.99 | 12.5             -> z.number() number         -> x: € 9.99 is 9.99, without €
      x     -> $1,200 | -$3.5 | $-4    -> 1200 | -3.5 | -4        -> 1200 | -3.5 | -4        -> z.number() number         -> x: $1,200 is 1200, without $
      x     -> 9,99 € | 1.234,00 €     -> 9.99 | 1234.00          -> 9.99 | 1234             -> z.number() number         -> x: 9,99 € is 9.99, without €
      x     -> US$5 | US$12            -> 5 | 12                  -> 5 | 12                  -> z.int() number            -> x: US$5 is 5, without US$
      x     -> CHF 5 | 12 CHF          -> 5 | 12                  -> 5 | 12                  -> z.int() number            -> x: CHF 5 is 5, without CHF
      x     -> 12 % | 3.5%             -> 12 | 3.5                -> 12 | 3.5                -> z.number() number         -> x: 12 % is 12, without %
      x     -> −5 | 3                  -> -5 | 3                  -> -5 | 3                  -> z.int() number            -> x: −5 is -5
      x     -> 31.12.2024 | 1.2.2024   -> 2024-12-31 | 2024-02-01 -> "2024-12-31" | "2024-02-01" -> z.iso.date() code      -> x: 31.12.2024 is 2024-12-31
      x     -> 01/02/2024 | 31/12/2024 -> 2024-02-01 | 2024-12-31 -> "2024-02-01" | "2024-12-31" -> z.iso.date() code      -> x: 01/02/2024 is 2024-02-01
      x     -> 01/02/2024 | 12/31/2024 -> 2024-01-02 | 2024-12-31 -> "2024-01-02" | "2024-12-31" -> z.iso.date() code      -> x: 01/02/2024 is 2024-01-02
      x     -> 9 | NaN | - | 10 | NaN  -> 9 |  |  | 10 |          -> 9 | null | null | 10 | null -> z.int().nullable() number -> Empty: NaN in x, - in x
      x     -> 48.123 | .. || 7.45     -> 48.123 |  |  | 7.45     -> 48.123 | null | null | 7.45 -> z.number().nullable() number -> Empty: .. in x
      x     -> 9,5 | n/a | 10          -> 9.5 |  | 10             -> 9.5 | null | 10         -> z.number().nullable() number -> x: 9,5 is 9.5 Empty: n/a in x
      x     -> 31.12.2024 | ? | 1.2.2024 -> 2024-12-31 |  | 2024-02-01 -> "2024-12-31" | null | "2024-02-01" -> z.iso.date().nullable() code -> x: 31.12.2024 is 2024-12-31 Empty: ? in x
      x     -> 2024-05-01 | \\N | 2024-05-02 -> 2024-05-01 |  | 2024-05-02 -> "2024-05-01" | null | "2024-05-02" -> z.iso.date().nullable() code -> Empty: \\N in x
      x     -> 2024-01-05 10:00:00+02 | 2024-01-05 09:30:00+01 -> 2024-01-05T10:00:00+02:00 | 2024-01-05T09:30:00+01:00 -> "2024-01-05T10:00:00+02:00" | "2024-01-05T09:30:00+01:00" -> z.iso.datetime({ offset: true }) time -> x: 2024-01-05 10:00:00+02 is 2024-01-05T10:00:00+02:00
      x     -> 2024-01-05T10:00:00.25+0200 | 2024-01-05T9:30Z -> 2024-01-05T10:00:00.25+02:00 | 2024-01-05T09:30:00Z -> "2024-01-05T10:00:00.25+02:00" | "2024-01-05T09:30:00Z" -> z.iso.datetime({ offset: true }) time -> x: 2024-01-05T10:00:00.25+0200 is 2024-01-05T10:00:00.25+02:00
      x     -> Fri, 05 Jan 2024 10:00:00 +0200 | 6 Jan 2024 09:30 GMT -> 2024-01-05T10:00:00+02:00 | 2024-01-06T09:30:00Z -> "2024-01-05T10:00:00+02:00" | "2024-01-06T09:30:00Z" -> z.iso.datetime({ offset: true }) time -> x: Fri, 05 Jan 2024 10:00:00 +0200 is 2024-01-05T10:00:00+02:00
      x     -> 05 Jan 2024 | 6 Feb 2024  -> 2024-01-05 | 2024-02-06 -> "2024-01-05" | "2024-02-06" -> z.iso.date() code -> x: 05 Jan 2024 is 2024-01-05
      x     -> 12/31/2024 12:05 AM | 1/2/2024 1:05 p.m. -> 2024-12-31T00:05:00 | 2024-01-02T13:05:00 -> "2024-12-31T00:05:00" | "2024-01-02T13:05:00" -> z.iso.datetime({ local: true }) time -> x: 12/31/2024 12:05 AM is 2024-12-31T00:05:00
      x     -> 31.12.2024 10:00 | 01.02.2024 9:00 -> 2024-12-31T10:00:00 | 2024-02-01T09:00:00 -> "2024-12-31T10:00:00" | "2024-02-01T09:00:00" -> z.iso.datetime({ local: true }) time -> x: 31.12.2024 10:00 is 2024-12-31T10:00:00
      x     -> 2024-01-05 10:00 | 2024-01-05T09:00:30.5 -> 2024-01-05T10:00 | 2024-01-05T09:00:30.5 -> "2024-01-05T10:00" | "2024-01-05T09:00:30.5" -> z.iso.datetime({ local: true }) time -> x: 2024-01-05 10:00 is 2024-01-05T10:00
      x     -> 09:05 AM | 12:30 PM      -> 09:05:00 | 12:30:00    -> "09:05:00" | "12:30:00" -> z.string() code        -> x: 09:05 AM is 09:05:00
      x     -> TRUE | NA | FALSE        -> TRUE |  | FALSE        -> true | null | false       -> z.boolean().nullable() none -> Empty: NA in x
      lat   -> 48,123 | -7,456         -> 48.123 | -7.456         -> 48.123 | -7.456         -> z.number() number         -> lat: 48,123 is 48.123
      price -> 9.50 | 10.00            -> 9.50 | 10.00            -> "9.50" | "10.00"        -> decimal() number
      cost  -> 9.50 || 5.25            -> 9.50 |  | 5.25          -> "9.50" | null | "5.25"  -> decimal().nullable() number
      amount -> 9.50 | 10              -> 9.50 | 10               -> 9.5 | 10                -> z.number() number
      mass  -> 9.50 | 10.00            -> 9.50 | 10.00            -> 9.5 | 10                -> z.number() number`),
  )('%s: %s -> %s', async (name = '', cells = '', content, published, guess, notes = '') => {
    expect(await importColumn(name, cells)).toEqual({ content, published, guess, notes });
  });
});

/** The cells, the schema and the ordering, and possibly a line. */
describe('the cells of a column do not change', () => {
  it.each(
    rowsOf(`
      12.345 | 48.123                    -> z.string() code -> x is text: 12.345 can be 12.345 or 12345. Write one of these.
      12.345 | 5                         -> z.string() none
      1,234 | 5,678                      -> z.string() code -> x is text: 1,234 can be 1234 or 1.234. Write one of these.
      € 1.234 | € 15.678                 -> z.string() none -> x is text: € 1.234 can be 1.234 or 1234. Write one of these.
      $1,200 | $3                        -> z.string() none -> x is text: $1,200 can be 1200 or 1.200. Write one of these.
      01/02/2024 9:00 | 03/04/2024 9:05  -> z.string() none -> x is text: 01/02/2024 9:00 can be 2024-02-01T09:00:00 or 2024-01-02T09:00:00. Write one of these.
      01/02/2024 | 03/04/2024            -> z.string() none -> x is text: 01/02/2024 can be 2024-02-01 or 2024-01-02. Write one of these.
      01.03.2024 | 29.02.2023            -> z.string() none
      31/12/2024 | 12/31/2024            -> z.string() none
      2024-01-05T10:00 | 2024-01-05T09:00:30 -> z.iso.datetime({ local: true }) time
      2024-01-05 10:00 | 2024-01-05 -> z.string() code
      2024-01-05 10:00 | 2024-01-05T09:00:00Z -> z.string() none
      2024-01-05 10:00:00 EST | 2024-01-05 09:00:00 EDT -> z.string() none
      2024-01-05 10:00:00 EST | 2024-01-05 09:00:00 EST -> z.string() text
      2024-01-05 24:00+02 | 2024-01-05 10:00+02         -> z.string() code
      2024-01-05 13:00 PM | 2024-01-05 10:00 AM         -> z.string() none
      30 Feb 2024 10:00 GMT | 01 Mar 2024 10:00 GMT     -> z.string() none
      31.12.2024 | soon                  -> z.string() text
      1,00,000 | 2,000                   -> z.string() none
      1.234,5 | 1,234.5                  -> z.string() none
      12,5 | 3.14                        -> z.string() none
      0,123,456 | 7                      -> z.string() none
      007,5 | 1,5                        -> z.string() code
      €5 | $16                           -> z.string() none
      €5 | 16                            -> z.string() none
      1€50 | 12€50                       -> z.string() none
      $5$30 | $16$40                     -> z.string() none
      1.234 567,5 | 1.234,5              -> z.string() none
      5% off | 10% off                   -> z.string() none
      9 km | 10 km                       -> z.string() none
      (1,200) | 5                        -> z.string() none
      +9,5 | +10,5                       -> z.string() none
      612 345 678 | 612 345 679          -> z.string() code
      612.345.678 | 612.345.679          -> z.string() code
      192.168.100.101 | 192.168.100.202  -> z.string() code
      1.2.10 | 1.2.9                     -> z.string() none
      NA | NO                            -> z.string() code
      null | Ann                         -> z.string() text
      NA | -                             -> z.string() code
      007 | NA                           -> z.string() code`),
  )('%s -> %s', async (cells = '', guess, line = '') => {
    const { content, notes, ...found } = await importColumn('x', cells);
    expect({ content, guess: found.guess, notes }).toEqual({ content: cells, guess, notes: line });
  });
});

/** The rows of a file, and the published value of the second field of the first record. */
describe('another column decides what a separator before three digits means', () => {
  it.each(
    rowsOf(`
      id;x;y|a;1,234;9,99|b;7;1,5                      -> 1.234
      id;x;y|a;12.345;9,99|b;48.123;1,5                -> 12345
      id;x;y|a;12.345;1.234,50 €|b;48.123;5,00 €       -> 12345
      id;x;y|a;1,234;3.14|b;5,678;2.7                  -> 1234
      id;x;y|a;1,234;NaN|b;5,678;0.123                 -> 1234
      id;x;y;z|a;1,234;9,99;3.14|b;5,678;1,5;2.7       -> "1,234"
      id;x;y;z|a;12.345;9,99;3.14|b;48.123;1,5;2.7     -> "12.345"
      id;x;y|a;1,234;5|b;5,678;12                      -> "1,234"
      id;x;y|a;1,234;7,890|b;5,678;12,345              -> "1,234"
      id;x;y|a;12.345;5|b;48.123;12                    -> "12.345"
      "id","x"|"a","12.345"|"b","48.123"               -> 12.345
      id;lat;y|a;12.345;9,99|b;48.123;1,5              -> 12.345`),
  )('%s -> %s', async (rows = '', value) => {
    const { published } = await importText('a.csv', rows.replaceAll('|', '\n'));
    expect(JSON.stringify(Object.values(published[0] ?? {})[1])).toBe(value);
  });

  it('coordinates with decimal commas -> a map', async () => {
    const rows = ['id;lat;lon', 'a;46,5;6,63', 'b;47,37;8,54'];
    const { definition, content } = await importText('a.csv', rows.join('\n'));
    expect(definition).toContain('return { latitude: record.lat, longitude: record.lon');
    expect(Object.values(content)).toEqual(['id,lat,lon\na,46.5,6.63\nb,47.37,8.54\n']);
    expect(definition).not.toContain('content:');
  });
});

/** The values of a field of JSON records, its schema and its ordering. */
describe('decimals that are texts in JSON', () => {
  it.each(
    rowsOf(`
      x         -> "9.50" | "10.37"            -> decimal() number
      x         -> "9" | "-10.5" | null        -> decimal().nullable() number
      x         -> "9" | "10"                  -> decimal() number
      x         -> "007" | "12"                -> z.string() code
      x         -> "1234567890.123456" | "2"   -> z.string() none
      x         -> "9.5" | ""                  -> z.string() code
      x         -> "9.5" | "n/a"               -> z.string() none
      x         -> "9,5" | "10,5"              -> z.string() none
      x         -> null | null                 -> z.unknown().nullable() none
      latitude  -> "9.5" | "10.5"              -> z.string() none`),
  )('%s: %s -> %s', async (name = '', values = '', guess) => {
    const records = values.split(' | ').map((value, row) => `{"id":"${row}k","${name}":${value}}`);
    const imported = await importText('a.json', `[${records}]`);
    expect(guessOf(imported, name)).toBe(guess);
    expect(imported.definition.includes('import { decimal, ')).toBe(guess?.startsWith('decimal'));
  });
});
