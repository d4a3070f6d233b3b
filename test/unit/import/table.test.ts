import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fieldNames } from '../../../src/import/name.ts';
import { importText } from '../../support/imported.ts';
import { rowsOf } from '../../support/table.ts';

/** The records with an index that counts left out, the header and the texts of each record. */
const tableOf = async (name: string, text: string) => {
  const { collection, published, notes, content } = await importText(name, text);
  const rows = published.map((record) => Object.values(record).join());
  const { header = [], content: form } = collection.data;
  return { table: [header.join(), ...rows].join('|'), notes, content, form };
};

it.each(
  rowsOf(`
    unnamed-index.csv -> name,age|a,1|b,2 -> Left out: columns without a name that are empty or count the records.
    row-names.csv -> row_name,name,age|Ann,a,1|Bob,b,2 -> The first column has no name: it is the field row_name.
    comment-above.csv -> id,name|1,a|2,b -> Left out: 1 line with #: # taken from a survey, 2024
    hash-header.csv -> full_name,home_city|Ann Lee,Oslo|Bob Ray,Rome|Cy Dow,Bern -> The last of 1 line with # is the header: # full name,home city -> Some columns were renamed; the page shows their old names. For example, full_name: full name
    trailing-delimiter.csv -> id,name|1,a|2,b -> Left out: the ";" at the end of every line.
    literal-quotes.tsv -> id,name|1,a "quoted" b|2,5" pipe -> Quotes are read as a part of the texts, since some are within a text.
    blank-before-quote.csv -> id,note|1,a, b|2,b -> `),
)('the file %s -> %s', async (file, expected, ...lines) => {
  const { table, notes } = await tableOf(file, readFileSync(`test/cases/${file}`, 'utf8'));
  expect([table, ...notes]).toEqual([expected, ...lines].filter(Boolean));
});

const UNNAMED = 'columns without a name';

/** The lines of a file, its columns and records, and parts of the notes. */
it.each(
  rowsOf(String.raw`
    an index from 1 -> ,id,age|1,a,5|2,b,6 -> id,age|a,5|b,6 -> ${UNNAMED}
    an index that pandas named -> Unnamed: 0,id,age|0,a,5|1,b,6 -> id,age|a,5|b,6 -> ${UNNAMED}
    an index of some records -> ,id|1,a|3,b -> name,id|1,a|3,b -> it is the field name
    names of rows, without quotes -> Name;age|Ann;a;1|Bob;b;2 -> row_name,Name,age|Ann,a,1|Bob,b,2 -> it is the field row_name
    delimiters at the ends -> id,a,,|1,x,,|2,y,, -> id,a|1,x|2,y -> ${UNNAMED}
    delimiters at the ends of records -> id;a|1;x;|2;y; -> id,a|1,x|2,y -> ${UNNAMED}
    a delimiter at the end of the header -> id,a,|1,x|2,y -> id,a|1,x|2,y -> ${UNNAMED}
    rows of delimiters -> id,a|,|1,x|,,|2,y -> id,a|1,x|2,y
    an empty column with a name -> id,a,b|1,x,|2,y, -> id,a,b|1,x,|2,y,
    comments -> # a, b "c|#|\s|# x|id,a|1,x|2,y -> id,a|1,x|2,y -> 3 lines with #
    a comment in place of the header -> # id,a|1,x|2,y -> id,a|1,x|2,y -> The last of 1 line with # is the header: # id,a
    a comment with as many cells as the header -> #a,b|id,a|x,5|y,6 -> id,a|x,5|y,6 -> Left out: 1 line with #: #a,b
    tabs in a comment in place of the header -> ##x|#chrom\tstart|chr1\t5|chr2\t6 -> chrom,start|chr1,5|chr2,6 -> The last of 2 lines
    words of a header below # -> #OTU ID\tsample one|OTU1\t5|OTU2\t7 -> otu_id,sample_one|OTU1,5|OTU2,7 -> The last of 1 line with # is the header
    a comment with commas above the header -> # cities, some of them|name,city|ann,oslo|bob,rome -> name,city|ann,oslo|bob,rome -> Left out: 1 line
    a comment with commas above words in capitals -> # people, sorted|Full Name,Home|ann lee,oslo -> full_name,Home|ann lee,oslo -> Left out: 1 line
    a sentence with commas -> # taken in 2024, from the register of towns.|Ann,Oslo|Bob,Rome -> Ann,Oslo|Bob,Rome -> Left out: 1 line
    tags below a comment -> # x|tag,n|a,5|#b,8|c,4 -> tag,n|a,5|#b,8|c,4 -> Left out: 1 line with #: # x
    prose with a comma above the header -> # Data of a survey, retrieved 2024|Nation,Capital|Peru,Lima|Iran,Oslo -> Nation,Capital|Peru,Lima|Iran,Oslo -> Left out: 1 line
    a # alone above the header -> # x|#|id,a|1,x -> id,a|1,x -> Left out: 2 lines with #: #
    sep= and delimiters at the ends -> sep=;|id;name;|1;A;|2;B; -> id,name|1,A|2,B -> ${UNNAMED}
    a comma at the end of quoted text -> id,poem,|1,"Roses,",|2,"x", -> id,poem|1,Roses,|2,x -> ${UNNAMED}
    a record with a # below a header without comments -> id,a|1,x|#2,y -> id,a|1,x|#2,y
    a comma at the end of every line -> id;name,|1;a,|2;b, -> id,name|1,a|2,b -> Left out: the "," at the end
    a delimiter at the end of some lines -> id,name;|1,a;|2,b -> id,name|1,a;|2,b -> For example, name: name;
    texts of a spreadsheet -> id,code|1,="007"|2,="x" -> id,code|1,007|2,x -> Formulas are texts: ="007" is 007
    a comment with more cells -> #a,b,c|id,y1|x,5|y,6 -> id,y1|x,5|y,6 -> Left out: 1 line
    a # that is a name -> #,Team|1,x|2,y -> #,Team|1,x|2,y
    records with a # -> #id,a|2,y|#3,z -> id,a|2,y|#3,z -> For example, id: #id
    a comment above semicolons -> # a, b|id;a|1;x|2;y -> id,a|1,x|2,y -> Left out: 1 line
    quotes and semicolons -> id;a|1;5" x|2;y -> id,a|1,5" x|2,y -> Quotes
    quotes and another change -> id;a b|1;5" x|2;y -> id,a_b|1,5" x|2,y -> For example, a_b: a b Quotes are read`),
)('%s: %s -> %s', async (_, lines = '', expected, note = '') => {
  const text = `${lines.replaceAll('|', '\n').replaceAll('\\s', ' ').replaceAll('\\t', '\t')}\n`;
  const { table, notes } = await tableOf('a.csv', text);
  expect(table).toBe(expected);
  expect(notes.join(' ')).toContain(note);
  expect(notes.length > 0).toBe(note !== '');
});

it('a file with quotes within texts stays as it is, and the definition says so', async () => {
  const text = 'id\ta\n1\t5" x\n2\ty\n';
  const { form, content } = await tableOf('a.tsv', text);
  expect([form, content]).toEqual([{ quote: false }, { 'a.tsv': text }]);
});

it.each(
  rowsOf(`
    comments alone -> # x|# y -> has names of fields, but no record
    a quote within a text, and a wrong row -> id,a|1,5" x|2,y,z -> has a quote that is not closed
    a quote that is not closed -> id,a|1,"x|2,y -> has a quote that is not closed
    one misplaced quote among others -> "id","a"|"1","x "y" z" -> has a quote that is not closed
    a wrong row below comments -> # x|id,a|1,x,y -> this row has 3 cells
    a word above a column of numbers -> # count|1|2 -> looks like a record: 1
    a comment between records -> id,a|1,x|# y|2,z -> this row has 1 cell instead of 2
    records with commas in numbers -> item,price|pen,9,99|cup,1,50 -> this row has 3 cells instead of 2
    two columns without a name -> id,,|1,x,y -> a column has no name
    equal names -> a b,a b|1,x -> This record has the same field twice
    no header below a comment -> # x y|1700,48.3|1701,12.6 -> looks like a record: 1700`),
)('%s: %s -> %s', async (_, lines = '', error) => {
  await expect(importText('a.csv', lines.replaceAll('|', '\n'))).rejects.toThrow(error);
});

it.each(
  rowsOf(`
    id|createdAt|2019|a-b -> id|createdAt|2019|a-b
    Straße|Größe (m)|Sepal.Length|Name (last, first) -> strasse|groesse_m|sepal_length|name_last_first
    Ærø|Łódź|Þór|Œuvre|ılı|Créé le|Å|Gro\u0308ße -> aeroe|lodz|thor|oeuvre|ili|cree_le|aa|groesse
    price ($)|price (€)|price|fullName (x) -> price ($)|price (€)|price|full_name_x
    日本|a|% -> 日本|a|%
    How satisfied are you with the opening hours of the library? -> how_satisfied_are_you_with_the_opening_hours_of
    ${'x'.repeat(60)}! -> ${'x'.repeat(50)}
    a b|a b -> a b|a b`),
)('the columns %s -> the fields %s', (columns = '', names) => {
  expect(fieldNames(columns.split('|')).join('|')).toBe(names);
});
