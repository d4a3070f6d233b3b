import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Collection } from '../../../src/api/definition.ts';
import { fetchSource, mergeSource } from '../../../src/import/pull.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { importFrom } from '../../support/imported.ts';
import { type LiveAnswer, startLiveApi, towns } from '../../support/live-api.ts';
import { rowsOf } from '../../support/table.ts';

type Answer = LiveAnswer | ((url: URL) => LiveAnswer);

/** Imports what an API answers at a path. */
async function importAnswer(answer: Answer, target: string) {
  const { address } = await startLiveApi(typeof answer === 'function' ? answer : () => answer);
  const [, path = target, count, encoding] = /^(.*?)(?: (\d+))?(?: (w.*))?$/.exec(target) ?? [];
  const given = { count, encoding: encoding as 'windows-1252' | undefined };
  return importFrom(address + path, given);
}

const typed = (type: string, body: unknown, more = {}): LiveAnswer => ({
  headers: { 'Content-Type': type, ...more },
  body,
});
const json = (body: unknown) => typed('application/json', body);
const bytes = (body: unknown, more = {}) => typed('application/octet-stream', body, more);

const CSV = 'id,name\n1,Ann\n2,Bob\n';
const TSV = CSV.replaceAll(',', '\t');
const LINES = '{"id":1,"name":"Ann"}\n{"id":2,"name":"Bob"}\n';
const PEOPLE = ['Ann', 'Bob'].map((name, index) => ({ id: index + 1, name }));
const csv = (body: unknown = CSV, more = {}) => typed('text/csv', body, more);
const attached = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` });
const csvRows = (count: number) =>
  `id\n${Array.from({ length: count }, (_, id) => `${id}\n`).join('')}`;
const GZIP = { 'Content-Encoding': 'gzip' };
/** A member for each megabyte takes less time to make. */
const BOMB = Buffer.concat(Array(101).fill(gzipSync(Buffer.alloc(1e6))));
const geoJson = (members: object, type = 'application/geo+json') =>
  typed(type, {
    type: 'FeatureCollection',
    features: [1, 2].map((id) => ({ type: 'Feature', properties: { id }, geometry: null })),
    ...members,
  });
const latin = Buffer.from('id,name\n1,Café\n', 'latin1');
const redirects = (last: number) => (url: URL) => {
  const step = Number(url.searchParams.get('step'));
  return step === last ? csv() : redirect(`?step=${step + 1}`);
};
const redirect = (Location: string): LiveAnswer => ({ status: 302, headers: { Location } });

/** The path, and after blanks the confirmed number of records and the encoding. */
it.each<[name: string, answer: Answer, target?: string, collection?: string]>([
  ['CSV by its type', typed('text/csv; charset=utf-8', CSV)],
  ['CSV by its path', typed('text/plain', CSV), 'a/people.csv', 'people'],
  ['CSV by its text', bytes(CSV)],
  ['TSV by its type', typed('text/tab-separated-values', TSV)],
  ['the name of a download', bytes(TSV, attached('People.tsv')), 'export?format=x', 'people'],
  ['the type before the name', csv(CSV, attached('people.json')), 'x', 'people'],
  ['JSON Lines by its type', typed('application/x-ndjson', LINES)],
  ['JSON with another type', typed('application/vnd.api+json', { results: PEOPLE, next: null })],
  ['YAML', typed('text/plain', '- { id: 1, name: Ann }\n- { id: 2, name: Bob }\n'), 'a.yaml', 'a'],
  ['a file in gzip', typed('application/gzip', gzipSync(CSV)), 'people.csv.gz', 'people'],
  ['a response in gzip', csv(gzipSync(CSV), GZIP)],
  ['five redirects', redirects(5), 'a?step=0', 'a'],
  ['an object, confirmed', json({ total: 9, people: PEOPLE }), 'x 2'],
])('%s -> two records', async (_, answer, target = 'x', collection = 'x') => {
  const { published, api } = await importAnswer(answer, target);
  expect(published).toEqual(PEOPLE);
  expect(api.collections[0]?.name).toBe(collection);
});

const AT_MOST = 'as many as its server can send at most. If they are all, use --count';
const NO_KEY =
  'has no key: no field, except for amounts, is different in each record. Its records are not numbered';
const EXCEEDED = { exceededTransferLimit: true };
const LINKS = ['self', 'next'].map((rel) => ({ rel, href: `/${rel}` }));

it.each<[name: string, answer: Answer, message: string, target?: string]>([
  ['an empty list', json([]), 'has no records.'],
  ['a short body', csv(CSV, { 'Content-Length': '99', Connection: 'close' }), 'can’t be fetched: '],
  [
    'a truncated gzip',
    csv(gzipSync(csvRows(500)).subarray(0, -20), GZIP),
    'unexpected end of file.',
  ],
  ['another compression', csv(CSV, { 'Content-Encoding': 'br' }), 'it is compressed with br.'],
  ['a bomb', csv(BOMB, GZIP), 'larger than 100000000 bytes.'],
  ['an error', { status: 500 }, 'answers with status 500. Check the address'],
  ['a part', { status: 206, body: CSV }, 'answers with status 206.'],
  ['six redirects', redirects(6), 'It redirects to ?step=6.', 'a?step=0'],
  ['a redirect to a file', redirect('file:///etc/passwd'), 'It redirects to file:///etc/passwd.'],
  ['1,000 rows', csv(csvRows(1000)), `has 1,000 records, ${AT_MOST} 1000.`],
  ['Socrata', csv(CSV, { 'X-SODA2-Fields': '[]' }), `has 2 records, ${AT_MOST} 2.`],
  ['ArcGIS', geoJson(EXCEEDED, 'application/json'), '(exceeded_transfer_limit: true)'],
  ['properties', geoJson({ properties: EXCEEDED }), '(properties_exceeded_transfer_limit: true)'],
  ['a next page of OGC', geoJson({ links: LINKS }), 'has a next page, "/next"'],
  ['a header with a total', csv(CSV, { 'X-Total-Count': '9' }), 'has 2 of 9 records'],
  ['another count', csv(), 'has 2 records. If they are all, use --count 2.', 'x 3'],
  ['another count of a list', json(PEOPLE), 'If they are all, use --count 2.', 'x 3'],
  ['Windows-1252', typed('text/csv; charset=windows-1252', latin), 'This is not UTF-8 text'],
  ['a wrong encoding', csv(Buffer.from([0x81])), 'or not windows-1252.', 'x windows-1252'],
  ['no key', csv('n\n5\n5\n'), NO_KEY],
])('%s -> refused', async (_, answer, message, target = 'x') => {
  await expect(importAnswer(answer, target)).rejects.toThrow(message);
});

it.each([
  [csvRows(999), undefined],
  [csvRows(200), 'There are exactly 200 records. Check that the server sends no more at once.'],
])('a round number of records -> a line of `init`', async (body, line) => {
  expect((await importAnswer(csv(body), 'x')).notes[0]).toBe(line);
  expect((await pullNext(csv(body), csv(body), 'x')).notes).toEqual([]);
});

/** Each header or member says that there are more than the 10 records of a list. */
it.each<[headers: Record<string, string>, message: string]>([
  [{ 'X-Total-Count': '100' }, '10 of 100 records'],
  [{ 'Content-Range': 'items 0-9/100' }, '10 of 100 records'],
  [{ 'X-Total': '100', 'X-Next-Page': '2' }, '10 of 100 records and a next page, "2"'],
  [{ 'X-WP-Total': '100', 'X-WP-TotalPages': '10' }, '10 of 100 records and 1 of 10 pages'],
  [{ Link: "</x?page=2>; rel='next'" }, 'a next page, "/x?page=2"'],
  [{ Link: '</x>; rel="prev", </y>;title="x"; Rel = "last NEXT"' }, 'a next page, "/y"'],
  [{ Link: '</x?page=2>; title="a<b"; rel=next' }, 'a next page, "/x?page=2"'],
])('a list with %j -> refused, unless its number is confirmed', async (headers, message) => {
  const answer = { headers, body: towns(10) };
  await expect(importAnswer(answer, 'x')).rejects.toThrow(message);
  expect((await importAnswer(answer, 'x 10')).published).toHaveLength(10);
});

/** Cells of each form that `init` converts, and of forms that only differ between the columns of a table. */
const TABLES: Readonly<Record<string, string>> = {
  'decimal commas': 'id;price\na;1.234,50\nb;1.234\n',
  'decimal points': 'id;price\na;1,234.50\nb;1,234\n',
  'both, and degrees': 'id;price;lat;us\na;1.234,50;48.123;1,234.5\nb;2,00;49.5;2,000.1\n',
  'a currency and per cent': 'id,price,part\na,€ 5,5 %\nb,"€ 1,234.5",12 %\n',
  'days first': 'id,day\na,31.12.2024\nb,01.02.2024\n',
  'months first': 'id,day\na,12/31/2024\nb,1/2/2024\n',
  'both orders': 'id,one,other\na,31.12.2024,12/31/2024\nb,01.02.2024,1/2/2024\n',
  'dates of mail': 'id,day\na,05 Jan 2024\nb,"Tue, 06 Feb 2024"\n',
  'times with a zone': 'id,at\na,05.01.2024 21:05 +0200\nb,31.01.2024 9:00 UTC\n',
  'times without a zone': 'id,at\na,1/5/2024 21:05:00\nb,1/31/2024 9:00:00\n',
  'a time of day': 'id,at\na,9:05 PM\nb,10:15 AM\n',
  'no values': 'id,n,text\na,NA,NA\nb,5, x \n',
  booleans: 'id,is\na,TRUE\nb,FALSE\n',
};
const CASES_FOLDER = new URL('../../cases/', import.meta.url);
/** `init` refuses the others. */
const CASES = readdirSync(CASES_FOLDER).filter((file) =>
  /^(?!no-header|header-again|blanks-sep).*\.(?:csv|geojson)$/.test(file),
);

/** What `pull` makes of the next body at an address, after `init` of the first one. */
async function pullNext(first: Answer, next: Answer, target: string) {
  let answer = first;
  const { address } = await startLiveApi((url) =>
    typeof answer === 'function' ? answer(url) : answer,
  );
  const [name, count] = target.split(' ');
  const { api, content: files } = await importFrom(address + name, { count });
  const [definition] = api.collections as [Collection];
  const content = temporaryFolder();
  const [[file = '', text = ''] = []] = Object.entries(files);
  writeFiles(path.join(content, definition.name), { [file]: text, [`.${file}`]: text });
  answer = next;
  const data = await fetchSource(definition, {}, {});
  const { replacements } = mergeSource(definition, content, data);
  return { text, notes: data.notes, texts: replacements.map((one) => one.text) };
}

it.each([...Object.keys(TABLES), ...CASES])('%s -> `pull` reads them as `init`', async (name) => {
  const body = TABLES[name] ?? readFileSync(new URL(name, CASES_FOLDER));
  const answer = typed(name.endsWith('n') ? '' : 'text/csv', body);
  const { text, texts } = await pullNext(answer, answer, name.replace(/\W.*/, ''));
  expect(texts).toEqual([text, text]);
});

/** What is left as it came is refused by the check of the content. */
it.each(
  rowsOf(`
    a mark that is missing -> id;n/a;1.234,50        -> id;n/a;1.234     -> id,n/a,1234
    another mark           -> id;n/a;1.234,50        -> id;n/a;10.25     -> n is 10.25, which is an error, or has another form
    a missing sign         -> id;n/a;5 %             -> id;n/a;5         -> n is 5, which is an error, or has another form
    a sign that comes      -> id;n/a;1.234,50        -> id;n/a;50%       -> id,n/a,50%
    another sign           -> id;n/a;€ 1.234,50      -> id;n/a;$ 1       -> id,n/a,$ 1
    other dates            -> id;d/a;13.02.2024      -> id;d/a;02-12-24  -> id,d/a,02-12-24
    other local times      -> id;d/a;13.02.2024 9:05 -> id;d/a;9:05      -> id,d/a,9:05
    a failed formula       -> id;n/a;1               -> id;n/a;#REF!     -> n is #REF!, which is an error
    the same in a text     -> id;t/a;x               -> id;t/a;#NAME?    -> t is #NAME?, which is an error
    columns that swap      -> id;n (m);n [m]/a;1;2   -> id;n [m];n (m)/a;2;1 -> id,n (m),n [m]/a,1,2
    a new column, moved    -> id;n/a;1               -> x;n;id/y;2;a     -> id,n,x/a,2,y`),
)('%s: %s, then %s -> %s', async (_, before = '', after = '', expected = '') => {
  const lines = (text: string) => `${text.replaceAll('/', '\n')}\n`;
  const pulled = pullNext(csv(lines(before)), csv(lines(after)), 'x');
  if (expected.includes(',') && !expected.includes('which'))
    expect((await pulled).texts[0]).toBe(lines(expected));
  else await expect(pulled).rejects.toThrow(expected);
});

const ITEMS = [1, 2].map((id) => ({ id, name: `n${id}` }));

it.each<[name: string, first: unknown, next: unknown, message: string]>([
  ['a list that is longer', { a: ITEMS, b: [] }, { a: ITEMS, b: [...ITEMS, { id: 3 }] }, ''],
  ['a list that is empty', { items: ITEMS, ads: [] }, { items: [], ads: ITEMS }, 'must be a list'],
  ['an error', ITEMS, { message: 'limit', errors: ITEMS }, 'neither a list of records'],
  ['no list below', { items: ITEMS }, ITEMS, ''],
  ['1,000 records', ITEMS, towns(1000), `has 1,000 records, ${AT_MOST} 1000.`],
])('another list of JSON: %s', async (_, first, next, message) => {
  const pulled = pullNext(json(first), json(next), 'x 2');
  if (message) await expect(pulled).rejects.toThrow(message);
  else expect((await pulled).texts[0]).toBe((await pulled).text);
});
