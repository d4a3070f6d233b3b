import { statSync } from 'node:fs';
import { csv } from '../content/csv.ts';
import {
  type FileContent,
  FORMATS,
  formatOf,
  parseBytes,
  readContentFile,
} from '../content/file.ts';
import type { FileOptions } from '../content/format.ts';
import { isObject } from '../util/object.ts';
import { ContentError, UsageError } from '../util/problem.ts';
import { convertCells } from './cells.ts';
import { type Data, formatTable } from './data.ts';
import { type Encoding, readSource, type Source } from './decode.ts';
import type { Row } from './field.ts';
import { readFolder } from './folder.ts';
import { assertWhole } from './listing.ts';
import { convertIds, findRecords } from './shapes.ts';
import { readTable } from './table.ts';

/** @throws ContentError with the problems of the file */
export function readValue(file: string, options?: FileOptions): unknown {
  return valueIn(readContentFile(file, options));
}

function valueIn({ value, problems }: FileContent): unknown {
  if (problems.length > 0) throw new ContentError(problems);
  return value;
}

/**
 * Reads a data file, or a folder with a record in each file.
 * @throws UsageError where there are no records, ContentError with the problems of the files
 */
export function readData(from: string, encoding?: Encoding): Data {
  const stats = statSync(from, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return readFolder(from);
  if (!stats?.isFile()) throw new UsageError(`There is no file ${from}.`);
  const source = readSource(from, encoding);
  const data = isCsv(source.file) ? readCsv(source) : readRecords(source);
  return data.header ? convertCells(data) : convertIds(data);
}

/** Are all values of a file texts? */
const isCsv = (file: string): boolean => /\.[ct]sv$/i.test(file);

function readCsv(source: Source): Data {
  const { content, header, titles, notes, ...table } = readTable(source);
  const bytes = table.rows ? Buffer.from(formatTable([header, ...table.rows])) : source.bytes;
  const from = table.rows ? `${source.from} (converted)` : source.from;
  const format = (!table.rows && formatOf(source.file)) || csv;
  const records = valueIn(parseBytes(format, from, bytes, content)) as readonly Row[];
  if (records.length === 0)
    throw new UsageError(
      `${source.from} has names of fields, but no record. Add a line for each record.`,
    );
  const isConverted = table.rows !== undefined || source.isDecoded;
  const originals = [source];
  return { from: source.from, records, header, titles, content, notes, originals, isConverted };
}

function readRecords(source: Source): Data {
  const { from, file, bytes, isDecoded } = source;
  const format = formatOf(file);
  if (!format || format === FORMATS['.md'])
    throw new UsageError(`${from} is not a CSV, JSON, JSON Lines or YAML file.`);
  const value = valueIn(parseBytes(format, from, bytes));
  assertWhole(from, value);
  const { records, content = {}, notes, isConverted } = findRecords(value, from);
  if (records.length === 0 || !records.every(isObject))
    throw new UsageError(`${from} must be a list of records, such as [{ "id": 1, "name": "K2" }].`);
  const originals = [source];
  return { from, records, content, notes, originals, isConverted: isConverted || isDecoded };
}

/** The records of a live API. */
export function dataOf(from: string, records: readonly Row[]): Data {
  return convertIds({ from, records, content: {}, notes: [], originals: [], isConverted: true });
}
