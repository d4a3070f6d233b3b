import { readFileSync, statSync } from 'node:fs';
import { FORMATS, formatOf, readContentFile } from '../content/file.ts';
import type { FileOptions } from '../content/format.ts';
import { isObject } from '../util/object.ts';
import { ContentError, UsageError } from '../util/problem.ts';
import type { Row } from './field.ts';
import { assertWhole } from './listing.ts';

/** The records of a file. */
export interface Data {
  readonly file: string;
  readonly records: readonly Row[];
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
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`There is no file ${file}.`);
  if ([undefined, FORMATS['.md']].includes(formatOf(file)))
    throw new UsageError(`${file} is not a CSV, JSON, JSON Lines or YAML file.`);
  const delimiter = isCsv(file) ? delimiterOf(file) : undefined;
  const value = readValue(file, delimiter ? { delimiter } : {});
  assertWhole(file, value);
  const parts = isObject(value) ? value : {};
  const from = listIn(parts);
  const records = isObject(value) ? parts[from ?? ''] : value;
  const isPart = (name: string) => parts[name] instanceof Object;
  const leftOut = Object.keys(parts).filter((name) => name !== from && isPart(name));
  if (!Array.isArray(records) || records.length === 0 || !records.every(isObject))
    throw new UsageError(`${file} must be a list of records, such as [{ "id": 1, "name": "K2" }].`);
  const content = { ...(delimiter && { delimiter }), ...(from !== undefined && { from }) };
  return { file, records, content, leftOut };
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

/** The text of a JSON Lines file. Where it is too large for content, `validate` says so. */
export const formatLines = (records: readonly Row[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
