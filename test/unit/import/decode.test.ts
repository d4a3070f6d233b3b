import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { ImportOptions } from '../../../src/import/collection.ts';
import { importText } from '../../support/imported.ts';

const TEXT = 'id,name\n1,Zürich €’\n2,Basel\n';
const UTF_16LE = Buffer.from(TEXT, 'utf16le');
const UTF_16BE = Buffer.from(UTF_16LE).swap16();
const LATIN = Buffer.from('id,name\n1,Z\xfcrich \x80\x92\n2,Basel\n', 'latin1');
const WINDOWS_1252: ImportOptions = { encoding: 'windows-1252' };
const GZIP = 'The file is decompressed.';
const MUCH = Buffer.concat(Array(51).fill(gzipSync(Buffer.alloc(1e6))));

it.each<[name: string, file: string, bytes: Buffer, notes: string[], options?: ImportOptions]>([
  ['UTF-16LE', 'a.csv', UTF_16LE, ['Decoded from UTF-16LE: 1,Zürich']],
  ['UTF-16BE', 'a.csv', UTF_16BE, ['Decoded from UTF-16BE: 1,Zürich']],
  ['a mark', 'a.csv', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), ['Decoded from UTF-16LE: 1,Zürich']],
  ['Windows-1252', 'a.csv', LATIN, ['Decoded from windows-1252: 1,Zürich'], WINDOWS_1252],
  ['UTF-8 with --encoding', 'a.csv', Buffer.from(TEXT), [], WINDOWS_1252],
  ['gzip', 'a.csv.gz', gzipSync(TEXT), [GZIP]],
  ['gzip, by its bytes', 'a.csv', gzipSync(UTF_16BE), [GZIP, 'Decoded from UTF-16BE: 1,Zürich']],
])('%s', async (_, file, bytes, notes, options) => {
  const imported = await importText(file, bytes, options);
  expect(imported).toMatchObject({ notes, content: { 'a.csv': TEXT } });
});

it('gzip of JSON', async () => {
  const { published } = await importText('a.json.gz', gzipSync('[{"id":1}]'));
  expect(published).toEqual([{ id: 1 }]);
});

const feature = (id: number) => `{"type":"Feature","id":${id},"geometry":null}`;

it.each([
  ['a.txt', 'stop_id,name\nA,x\n', [{ stop_id: 'A', name: 'x' }]],
  ['a.geojsons', `${feature(1)}\n${feature(2)}\n`, [{ id: 1 }, { id: 2 }]],
])('%s', async (file, text, records) => {
  expect((await importText(file, text)).published).toMatchObject(records);
});

const OTHER = /is a spreadsheet, a database or an archive\. Convert it to CSV first\.$/;
const WEB_PAGE = ' <!DOCTYPE html><html><title> Sign in </title>';
/** One of the five bytes that Windows-1252 does not define. */
const UNDEFINED = Buffer.from('id\n\x81', 'latin1');
const zip = (text: string) => `PK\x03\x04\x14\0\x06\0${text}`;

type Refused = [name: string, file: string, string | Buffer, RegExp, ImportOptions?];

it.each<Refused>([
  ...['a.xlsx', 'a.XLS', 'a.ods'].map((file): Refused => [file, file, 'x', OTHER]),
  ...['a.db', 'a.sqlite', 'a.sqlite3'].map((file): Refused => [file, file, 'x', OTHER]),
  ['.xlsx as .csv', 'a.csv', zip('xl/workbook.xml'), OTHER],
  ['.ods as .csv', 'a.csv', zip('mimetypeapplication/vnd.oasis.opendocument'), OTHER],
  ['.xls as .csv', 'a.csv', Buffer.from('d0cf11e0a1b1', 'hex'), OTHER],
  ['SQLite as .csv', 'a.csv', 'SQLite format 3\0', OTHER],
  ['Parquet as .csv', 'a.csv', 'PAR1\x15\x04', /a\.csv can’t be read as Parquet: parquet file/],
  ['another zip', 'a.csv', zip('a.csv'), OTHER],
  ['a text', 'a.txt', 'x', /is not a CSV, .* must end with \.parquet, .*\.geojson, possibly/],
  ['a web page', 'a.csv', WEB_PAGE, /a\.csv: This is a web page, not the data\./],
  ['one record', 'a.md', '# x', /is not a CSV, JSON/],
  ['half of a gzip', 'a.csv.gz', gzipSync(TEXT).subarray(0, 30), /decompressed: unexpected end/],
  ['gzip of much', 'a.yaml.gz', MUCH, /decompressed: .* 50000000 bytes/],
  ['half of UTF-16', 'a.csv', UTF_16LE.subarray(0, -1), /is damaged, or not UTF-16LE/],
  ['no Windows-1252', 'a.csv', UNDEFINED, /or not windows-1252/, WINDOWS_1252],
])('%s -> an error', async (_, file, bytes, message, options) => {
  await expect(importText(file, bytes, options)).rejects.toThrow(message);
});

it('another encoding -> an error with its place and the option', async () => {
  const problem = { code: 'encoding', location: { line: 2, column: 4 } };
  const help = expect.stringContaining('add --encoding windows-1252');
  await expect(importText('a.csv', LATIN)).rejects.toMatchObject({
    problems: [{ ...problem, help }],
  });
});
