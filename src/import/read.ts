import { statSync } from 'node:fs';
import { csv } from '../content/csv.ts';
import { type FileContent, formatOf, parseBytes } from '../content/file.ts';
import { isObject } from '../core/object.ts';
import { ContentError, UsageError } from '../util/problem.ts';
import { formatCount } from '../util/text.ts';
import { type Data, formatTable } from './data.ts';
import { dataFormatOf, isParquet, readSource, type Source } from './decode.ts';
import { type Encoding, STANDARD_INPUT } from './encoding.ts';
import type { Row } from './field.ts';
import { readFolder } from './folder.ts';
import { readParquet } from './parquet.ts';
import { findRecords } from './shapes.ts';
import { readTable } from './table.ts';

/** @throws ContentError with the problems of a file */
export function valueIn({ value, problems }: FileContent): unknown {
  if (problems.length > 0) throw new ContentError(problems);
  return value;
}

/** How data is read. */
export interface ReadOptions {
  readonly encoding?: Encoding | undefined;
  /** The number of its records, if it is known to have all. */
  readonly count?: string | undefined;
  /** Where the list of records is in JSON, as in the `source` of a definition. */
  readonly list?: string | undefined;
}

/** @throws UsageError if data has another number of records than is given */
export function assertCount({ from, records: { length } }: Data, count?: string): void {
  if (count === undefined || count === String(length)) return;
  throw new UsageError(
    `${from} has ${formatCount(length, 'record')}. If they are all, use --count ${length}.`,
  );
}

/**
 * Reads a data file, standard input, or a folder.
 * @returns the records, whose values are not converted yet
 * @throws UsageError where there are no records, ContentError with the problems of the files
 */
export async function readFiles(from: string, options: ReadOptions = {}): Promise<Data> {
  const isInput = from === STANDARD_INPUT;
  const stats = isInput ? undefined : statSync(from, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return readFolder(from);
  if (!isInput && !stats?.isFile()) throw new UsageError(`There is no file ${from}.`);
  if (isParquet(from)) return readParquet(from, [{ from }]);
  return dataIn(readSource(from, options.encoding), options);
}

/** The records of data. @throws as `readFiles` */
export async function dataIn(source: Source, options: ReadOptions): Promise<Data> {
  if (isParquet(source.file)) return readParquet(source.from, [source]);
  const isTable = /\.[ct]sv$/i.test(source.file);
  const data = isTable ? readCsv(source) : readRecords(source, options);
  return { ...data, notes: [...source.notes, ...data.notes] };
}

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
  const data = { from: source.from, records, header, titles, content, notes, originals: [source] };
  return { ...data, isConverted: table.rows !== undefined };
}

function readRecords(source: Source, { count, list }: ReadOptions): Data {
  const { from, file, bytes } = source;
  const format = dataFormatOf(file);
  if (!format || /\.md$/i.test(file))
    throw new UsageError(
      `${from} is not a CSV, JSON, JSON Lines, YAML, GeoJSON or Parquet file: its name must end with .parquet, or with .csv, .tsv, .txt (with a delimiter), .json, .jsonl, .yaml or .geojson, possibly followed by .gz.`,
    );
  const value = valueIn(parseBytes(format, from, bytes));
  const found = findRecords(value, from, count !== undefined, list);
  if (found.records.length === 0 || !found.records.every(isObject))
    throw new UsageError(`${from} must be a list of records, such as [{ "id": 1, "name": "K2" }].`);
  return { from, ...found, originals: [source] };
}
