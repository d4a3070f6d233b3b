import { statSync } from 'node:fs';
import { csv } from '../content/csv.ts';
import { findDelimiter, firstRows } from '../content/delimiter.ts';
import { FORMATS, formatOf, readContentFile, readText } from '../content/file.ts';
import type { FileOptions } from '../content/format.ts';
import { formatJson } from '../core/json.ts';
import { isObject } from '../util/object.ts';
import { ContentError, UsageError } from '../util/problem.ts';
import { shortened } from '../util/text.ts';
import type { Row } from './field.ts';
import { isHeaderless } from './header.ts';
import { assertWhole } from './listing.ts';

/** The records of a file. */
export interface Data {
  readonly file: string;
  readonly records: readonly Row[];
  /** The names in the header of a CSV file: in records, JavaScript puts whole numbers first. */
  readonly header?: readonly string[];
  /** How the file is read, as in a definition. */
  readonly content: Readonly<Record<string, string>>;
  /** The names of the other lists and objects in the file. */
  readonly leftOut: readonly string[];
}

/** @throws ContentError with the problems of the file */
export function readValue(file: string, options?: FileOptions): unknown {
  const { value, problems } = readContentFile(file, options);
  if (problems.length > 0) throw new ContentError(problems);
  return value;
}

/**
 * Reads a data file.
 * @throws UsageError where it has no records, ContentError with its problems
 */
export function readData(file: string): Data {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile())
    throw new UsageError(
      `There is no file ${file}${stats?.isDirectory() ? ', but a folder. Choose a file in it' : ''}.`,
    );
  if ([undefined, FORMATS['.md']].includes(formatOf(file)))
    throw new UsageError(`${file} is not a CSV, JSON, JSON Lines or YAML file. ${GEOJSON_HELP}`);
  const table = isCsv(file) && stats.size <= csv.maxBytes ? readHeader(file) : undefined;
  const value = readValue(file, table?.options);
  assertWhole(file, value);
  const parts = isObject(value) ? value : {};
  const from = listIn(parts);
  const records = isObject(value) ? parts[from ?? ''] : value;
  const isPart = (name: string) => parts[name] instanceof Object;
  const leftOut = Object.keys(parts).filter((name) => name !== from && isPart(name));
  if (table && Array.isArray(records) && records.length === 0)
    throw new UsageError(`${file} has names of fields, but no record. Add a line for each record.`);
  if (!Array.isArray(records) || records.length === 0 || !records.every(isObject))
    throw new UsageError(`${file} must be a list of records, such as [{ "id": 1, "name": "K2" }].`);
  const content = { ...table?.options, ...(from !== undefined && { from }) };
  return { file, records, content, leftOut, ...(table && { header: table.header }) };
}

const GEOJSON_HELP =
  'The name of a GeoJSON file must end in .json; each of its features needs an `id`.';

/** The name of the longest list of records in an object, or else of another list. */
function listIn(value: Row): string | undefined {
  const lists = Object.entries(value).flatMap(([name, list]) =>
    Array.isArray(list) ? { name, rank: list.every(isObject) ? list.length : -1 } : [],
  );
  return lists.sort((a, b) => b.rank - a.rank)[0]?.name;
}

/** Are all values of a file texts? */
export const isCsv = (file: string): boolean => /\.[ct]sv$/i.test(file);

/**
 * The names in the header of a CSV file, and what separates its cells, unless it is the usual character.
 * @throws UsageError where the file has no header
 */
function readHeader(file: string) {
  const usual = formatOf(file) === FORMATS['.tsv'] ? '\t' : ',';
  const text = readText(file);
  const delimiter = findDelimiter(text) ?? usual;
  const rows = firstRows(text, delimiter);
  if (isHeaderless(rows))
    throw new UsageError(
      `The first line of ${file} looks like a record: ${shortened(`${rows[0]?.join(' | ')}`)}. ` +
        'Add a line above it with the names of the fields.',
    );
  const options = delimiter === usual || delimiter === ' ' ? {} : { delimiter };
  return { header: rows[0]?.map((name) => name.trim()) ?? [], options };
}

/** The text of a JSON Lines file. Where it is too large for content, `validate` says so. */
export const formatLines = (records: readonly Row[]): string =>
  records.map((record) => `${formatJson(record)}\n`).join('');
