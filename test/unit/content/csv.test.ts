import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DELIMITERS } from '../../../src/api/schema.ts';
import { csv } from '../../../src/content/csv.ts';
import { decimal, z } from '../../../src/index.ts';
import { rowsOf } from '../../support/table.ts';
import { itReports, thingProblems, thingsIn, unescaped } from './valid-content.ts';

const parsed = (text: string, options?: Parameters<typeof csv.parse>[1]) => {
  const { value, errors } = csv.parse(text, options);
  expect(errors).toEqual([]);
  return value;
};

describe('the texts of a CSV file', () => {
  it.each(
    rowsOf(
      String.raw`
      rows | a,b\n1,2\n3,4\n | [{"a":"1","b":"2"},{"a":"3","b":"4"}]
      no line break at the end | a,b\n1,2 | [{"a":"1","b":"2"}]
      CRLF | a,b\r\n1,2\r\n | [{"a":"1","b":"2"}]
      lone carriage returns | a,b\r1,2\r | [{"a":"1","b":"2"}]
      other line breaks than in the first row | a\r\n1\n2\r3\r\n | [{"a":"1"},{"a":"2"},{"a":"3"}]
      blank rows | \na,b\n\n1,2\n,\n  , \n"",""\n\n3,4\n\n | [{"a":"1","b":"2"},{"a":"3","b":"4"}]
      quotes | a,"b"\n"1,5","say ""hi"""\n | [{"a":"1,5","b":"say \"hi\""}]
      blanks beside quotes | a, "b"\n1,  "a, b" \n "x, ""y"", ""z" ," "\n | [{"a":"1","b":"a, b"},{"a":"x, \"y\", \"z","b":" "}]
      line breaks in quotes | a,b\n"1\n2","3\r\n4"\n | [{"a":"1\n2","b":"3\r\n4"}]
      white space: part of a text, not of a name | a , b\n 1 , 2 \n | [{"a":" 1 ","b":" 2 "}]
      a first line that tells Excel the delimiter | sep=,\r\na,b\r\n1,2\r\n | [{"a":"1","b":"2"}]
      a column alone | a\n1\n\na\n | [{"a":"1"},{"a":"a"}]
      a column of two words | Full name\nAnn Smith\n | [{"Full name":"Ann Smith"}]
      texts in quotes that a delimiter would split | "a: b, c"\n"d: e, f"\n | [{"a: b, c":"d: e, f"}]
      a name with a delimiter that few rows have | a: b\n1\n2\n3:4\n | [{"a: b":"1"},{"a: b":"2"},{"a: b":"3:4"}]
      no rows | a,b\n | []`,
      ' | ',
    ),
  )('%s: %s', (_, text = '', expected = '') => {
    expect(parsed(unescaped(text))).toEqual(JSON.parse(expected));
  });

  it('more rows than are parsed at once', () => {
    const rows = Array.from({ length: 6000 }, (_, at) => ({
      id: `${at}`,
      text: '"\r\n,'.repeat(at % 9),
    }));
    expect(parsed(stringify(rows, { header: true, record_delimiter: 'windows' }))).toEqual(rows);
  });

  const text = fc.string({
    unit: fc.constantFrom('a', 'é', '🚲', '"', ...DELIMITERS, '\n', '\r', ' '),
  });

  it('what csv-stringify writes comes back, and each cell is located', () => {
    const rows = fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(...DELIMITERS),
        fc.boolean(),
        (cells, delimiter, quoted) => {
          const records = cells.map(([b, c, d], at) => ({ a: `${at}`, b, c, d }));
          const written = stringify(records, { header: true, delimiter, quoted });
          expect(parsed(written, { delimiter })).toEqual(records);
          const rangeOf = csv.locator(written, { delimiter });
          for (const [at, record] of records.entries()) {
            for (const [name, value] of Object.entries(record)) {
              const { offset, length } = rangeOf([at, name], 'value');
              const cell = written.slice(offset, offset + length);
              const unquoted = cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"');
              expect(unquoted).toBe(value);
            }
          }
        },
      ),
    );
  });
});

const FIELDS = {
  id: z.int(),
  name: z.string(),
  note: z.string().optional(),
  height: z.number().nullable(),
  size: z.number().optional(),
  open: z.boolean().default(true),
};
const HEADER = 'id,name,note,height,size,open';
const schema = z.object(FIELDS);

describe('values of a CSV file, by the schema', () => {
  it.each(
    rowsOf(`
    1,a,b,1.5,-2e3,false -> {"name":"a","note":"b","height":1.5,"size":-2000,"open":false}
    1,,,,,               -> {"name":"","height":null,"open":true}
    1,a,b,+.5,5.,TRUE    -> {"name":"a","note":"b","height":0.5,"size":5,"open":true}
    1, a, , 7 , ,False   -> {"name":" a","note":" ","height":7,"open":false}
    1,007,1e3,0,0,true   -> {"name":"007","note":"1e3","height":0,"size":0,"open":true}`),
  )('%s', async (row, expected = '') => {
    const found = await thingsIn({ 'a.csv': `${HEADER}\n${row} \n` }, { schema });
    expect(found).toEqual([{ id: 1, ...JSON.parse(expected) }]);
  });

  it.each([
    ['number or text: a text', z.union([z.number(), z.string()]), '5', '5'],
    ['any type: a text', z.any(), '5', '5'],
    ['a transformation: its input', z.string().transform(Number).pipe(z.number()), '005', 5],
    ['number or boolean', z.union([z.number(), z.boolean()]), 'true', true],
    ['one of some numbers', z.literal([1, 5]), '5', 5],
    ['two numbers in one', z.number().and(z.int()), '5', 5],
    ['nullable text', z.string().nullable(), '', null],
    ['nullable and optional text', z.string().nullish(), '', undefined],
    ['nullable date: blanks are no value', z.iso.date().nullable(), ' ', null],
    ['decimal: as it is written', decimal(), ' 9.50 ', '9.50'],
  ])('%s', async (_, field, text, expected) => {
    const record = await thingsIn(
      { 'a.csv': `id,field\n1,${text}\n` },
      { schema: z.object({ id: z.int(), field }) },
    );
    expect(record).toEqual([{ id: 1, ...(expected !== undefined && { field: expected }) }]);
  });
});

describe('other fields of a CSV file, with a loose schema', () => {
  it.each([
    ['of any type: texts', z.looseObject({ id: z.int() }), '5'],
    ['of a type: converted', z.object({ id: z.int() }).catchall(z.number()), 5],
  ])('%s', async (_, schema, other) => {
    const files = { 'a.csv': 'id,other\n1,5\n' };
    expect(await thingsIn(files, { schema })).toEqual([{ id: 1, other }]);
  });
});

describe('the problems of a CSV file', () => {
  const QUOTES = `→ Put the whole cell in quotes, and double each quote in it: '"a 5"" pipe"'. If quotes never enclose cells, write 'content: { quote: false }' in the definition.`;
  const own = {
    id: z.int(),
    name: z.string(),
    height: z.number().nullable(),
    tags: z.array(z.string()).optional(),
  };
  const problemsOfThings = (text: string | Uint8Array) =>
    thingProblems('a.csv', text, { schema: z.object(own) });
  itReports(
    String.raw`
nothing | \n
  1:1 empty [] This file is empty.
a name given twice | id,name,id\n1,a,2\n
  1:9 duplicate-field [id] This record has the same field twice. → Remove
columns without a name: one problem, at the first | id,,name, \n1,,a,\n
  1:4 syntax [,] This is not CSV: a column has no name. → Give each column a name, or remove those without.
a column __proto__ | id,"__proto__",name,id\n1,a,b,2\n
  1:4 unknown-field ["__proto__"] A field can’t have the name '__proto__'. → Rename
  1:21 duplicate-field [id]
rows of other lengths | id,name,height\n1,"a\nb",1\n\n2,b\n3,c,d,e\n
  5:1 syntax [2,b] This is not CSV: this row has 2 cells instead of 3. → Give every row the same number of cells. Put a cell that contains the delimiter in quotes.
  6:1 syntax [3,c,d,e] This is not CSV: this row has 4 cells instead of 3.
a row with one cell, below a first line that tells Excel the delimiter | sep=,\nid,name\n1\n
  3:1 syntax [1] This is not CSV: this row has 1 cell instead of 2.
lone carriage returns | id,name,height\r1,é,1\rx,b,2\r
  3:1 wrong-type [x]
a quote that is not closed | id,name\n1,"a\nb"\n2,"b\n3,c\n
  4:3 syntax ["] This is not CSV: the cell that starts here has a quote that is not closed or not doubled. ${QUOTES}
text after a closing quote | id,name\né,a\n"1" b,a\n
  3:1 syntax ["] This is not CSV: the cell that starts here has a quote that is not closed or not doubled. ${QUOTES}
a quote within a cell, after others than ASCII | id,name\né🚲,a 5" pipe\n
  2:5 syntax [a]
text after a quote with a blank before it | id,name\n 1, "a, b"\n2, "c"d\n
  3:3 syntax [ ]
the names of the fields again | id,name,height\n1,a,1\n"id", name,height\n
  3:1 syntax ["id", name,height] This is not CSV: this row repeats the names of the fields. → Remove the row.
another delimiter | id^name\n1^a\n2^b,c\n
  1:1 syntax [id^name] This is not CSV: its cells are separated by '^'. → Write 'content: { delimiter: '^' }' in the definition. If each row is one text, put it in quotes.
another delimiter, in rows of other lengths | id;name\n1\n2;b;c\n3;d;e\n
  1:1 syntax [id;name] This is not CSV: its cells are separated by ';'.
another delimiter, with no rows | id;name\n
  1:1 syntax [id;name] This is not CSV: its cells are separated by ';'.
tabs | id\tname\n1\ta\n
  1:1 syntax [id	name] This is not CSV: its cells are separated by '\t'. → Write 'content: { delimiter: '\t' }'
blanks | id name score\n1  Ann 5\n2 Bob 6\n
  1:1 syntax [id name score] This is not CSV: its cells are separated by blanks. → Replace the blanks by commas.
a column that is missing, one that is unknown: once each | id,nam,height\n1,a,1\n2,b,2\n
  1:1 missing-field [id,nam,height] 'name' is missing. → Add the field 'name'.
  1:4 unknown-field [nam] Unknown field 'nam'. → Did you mean 'name'?
values of a wrong type, after a quoted line break | id,name,height\n1,"a,\n""b""",high\n007,b,1\n3,c,"1,5"\n
  3:8 wrong-type [high] 'height' must be a number, but this is "high". → Correct the value.
  4:1 wrong-type [007] 'id' must be a number, but this is "007".
  5:5 wrong-type ["1,5"] 'height' must be a number, but this is "1,5".
numbers that JavaScript changes, but not in a text field | id,name,height\n1795402379632000001,1795402379632000001,1e400\n7,1e-400, -1e-400 \n
  2:1 bad-value [1795402379632000001] 'id' must be a number, but this is "1795402379632000001". → JavaScript can’t hold this number. Make the field text ('z.string()' in the definition), or round it.
  2:41 bad-value [1e400] 'height' must be a number, but this is "1e400". → JavaScript
  3:10 bad-value [ -1e-400 ] 'height' must be a number, but this is " -1e-400 ". → JavaScript
no value where one is needed | id,name,height\n1,a,\n,b,1\n
  3:1 missing-field [,] 'id' is missing.
keys | id,name,height\n1,a,1\n1,b,2\n
  3:1 duplicate [1] 'id' is the same as in things/a.csv:2:1.
a list | id,name,height,tags\n1,a,1,"[]"\n
  2:7 wrong-type ["[]"] 'tags' must be a list, but this is "[]".
`,
    (text) => problemsOfThings(unescaped(text)),
  );

  it('of 100,000 rows: each is located without a search', () => {
    const rangeOf = csv.locator(`id\n${'x\n'.repeat(100_000)}`);
    for (let row = 0; row < 100_000; row++)
      if (rangeOf([row, 'id'], 'value').offset !== 3 + 2 * row) expect.fail(`row ${row}`);
  });

  it.each([
    ['blank rows', `id,name\n${',\n"", \n'.repeat(2e5)}1\n`, 1],
    ['equal names', `id${',a'.repeat(40_000)}\n`, 39_999],
  ])('beside many %s: located without a search', (_, text, count) => {
    expect(csv.parse(text).errors).toHaveLength(count);
  });

  it('quotes without a meaning: read, and located', () => {
    const text = 'id,name\n1,a "quoted" b\n2,5" pipe\n"",""\n';
    const options = { quote: false } as const;
    expect(parsed(text, options)).toEqual([
      { id: '1', name: 'a "quoted" b' },
      { id: '2', name: '5" pipe' },
      { id: '""', name: '""' },
    ]);
    const { offset, length } = csv.locator(text, options)([2, 'name'], 'value');
    expect([offset, length]).toEqual([text.length - 3, 2]);
  });

  it('the definition names a delimiter: used for its files', async () => {
    const properties = {
      content: { delimiter: ';' },
      schema: z.object({ id: z.int(), name: z.string() }),
    } as const;
    expect(await thingsIn({ 'a.csv': 'id;name\n1;a,b\n' }, properties)).toEqual([
      { id: 1, name: 'a,b' },
    ]);
    const [problem] = await thingProblems('a.csv', 'id;name\nx;a,b\n', properties);
    expect(problem).toMatch(/^2:1 wrong-type \[x\]/);
  });
});
