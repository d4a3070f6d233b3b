import { readFileSync, statSync } from 'node:fs';
import { createLocator, FORMATS, formatOf, readContentFile } from '../content/file.ts';
import type { FileOptions } from '../content/format.ts';
import { jsonLines } from '../content/json-lines.ts';
import { isObject } from '../util/object.ts';
import { ContentError, positionOf, UsageError } from '../util/problem.ts';
import { formatBytes } from '../util/text.ts';
import type { Row } from './field.ts';
import { assertWhole } from './listing-page.ts';

/** The records of a file. */
export interface Data {
  readonly file: string;
  readonly records: readonly Row[];
  /** How the file is read, as in a definition. */
  readonly content: Readonly<Record<string, string>>;
  /** The names of the other lists and objects in the file. */
  readonly leftOut: readonly string[];
  /** Where a field of a record is, as text. */
  readonly placeOf: (index: number, field: string) => string;
}

/** @throws ContentError with the problems of the file */
export function readValue(file: string, options?: FileOptions): unknown {
  const { value, problems } = readContentFile(file, options) ?? { value: null, problems: [] };
  if (problems.length > 0) throw new ContentError(problems);
  return value;
}

/**
 * Reads a data file.
 * @throws UsageError where it has no records, ContentError with its problems
 */
export function readData(file: string): Data {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`There is no file ${file}.`);
  if ([undefined, FORMATS['.md']].includes(formatOf(file)))
    throw new UsageError(`${file} is not a CSV, JSON, JSON Lines or YAML file.`);
  const delimiter = isCsv(file) ? delimiterOf(file) : undefined;
  const value = readValue(file, delimiter ? { delimiter } : {});
  assertWhole(file, value);
  const from = isObject(value) ? listIn(value) : undefined;
  const records = isObject(value) ? value[from ?? ''] : value;
  const others = isObject(value) ? Object.entries(value) : [];
  const leftOut = others.flatMap(([name, one]) =>
    one instanceof Object && name !== from ? name : [],
  );
  const isEmpty = Array.isArray(records) && records.length === 0;
  if (isEmpty || !Array.isArray(records) || !records.every(isObject)) {
    const lack = isEmpty ? 'records' : 'list of records, such as [{ "id": 1, "name": "K2" }]';
    throw new UsageError(`${file} has no ${lack}.`);
  }
  const content = { ...(delimiter && { delimiter }), ...(from !== undefined && { from }) };
  const locate = createLocator()(file, content);
  const placeOf = (index: number, field: string) =>
    positionOf(locate([...(from === undefined ? [] : [from]), index, field]));
  return { file, records, content, leftOut, placeOf };
}

/** The name of the longest list of records in an object, or else of another list. */
function listIn(value: Row): string | undefined {
  const lists = Object.entries(value).flatMap(([name, list]) =>
    Array.isArray(list) ? { name, rank: list.every(isObject) ? list.length : -1 } : [],
  );
  return lists.sort((a, b) => b.rank - a.rank)[0]?.name;
}

/** Are all values of a file texts? */
export const isCsv = (file: string): boolean => /\.[ct]sv$/i.test(file);

/** What separates the names in the first line of a CSV file, unless it is the usual character. */
function delimiterOf(file: string): ',' | ';' | '\t' | undefined {
  // The header may have line breaks in quotes; it ends with the first other one.
  const [row = ''] = /^(?:"[^"]*"|[^"\r\n]+)*/.exec(readFileSync(file, 'utf8')) ?? [];
  const header = row.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => header.split(delimiter).length;
  const usual = formatOf(file) === FORMATS['.tsv'] ? '\t' : ',';
  return ([';', '\t', ','] as const).find((one) => count(one) > count(usual));
}

/** The text of a JSON Lines file. @throws UsageError if no content file can be so large */
export function formatLines(records: readonly Row[]): string {
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  if (bytes <= jsonLines.maxBytes) return lines.join('');
  throw new UsageError(
    `The records have ${formatBytes(bytes)}, and a content file can have ${formatBytes(jsonLines.maxBytes)}. Split them into several files yourself.`,
  );
}
