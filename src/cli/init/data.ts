import { readFileSync, statSync } from 'node:fs';
import { formatOf, readContentFile } from '../../content/file.ts';
import type { FileOptions } from '../../content/format.ts';
import { isObject } from '../../util/object.ts';
import { ContentError, UsageError } from '../../util/problem.ts';
import type { Row } from './field.ts';

/** The records of a file. */
export interface Data {
  readonly file: string;
  readonly records: readonly Row[];
  readonly bytes: number;
  /** How the file is read, as in a definition. */
  readonly content: Readonly<Record<string, string>>;
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
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new UsageError(`There is no file ${file}.`);
  if (!formatOf(file)) throw new UsageError(`${file} is not a CSV, JSON, JSON Lines or YAML file.`);
  const delimiter = isCsv(file) && delimiterOf(file);
  const value = readValue(file, delimiter ? { delimiter } : {});
  const wrapper = isObject(value) ? longestList(value) : '';
  const records = isObject(value) ? value[wrapper] : value;
  const isEmpty = Array.isArray(records) && records.length === 0;
  if (isEmpty || !Array.isArray(records) || !records.every(isObject)) {
    const lack = isEmpty ? 'records' : 'list of records, such as [{ "id": 1, "name": "K2" }]';
    throw new UsageError(`${file} has no ${lack}.`);
  }
  const content = { ...(delimiter && { delimiter }), ...(wrapper && { from: wrapper }) };
  return { file, records, bytes: stats.size, content };
}

/** The name of the longest list in an object. */
function longestList(value: Row): string {
  const lengthOf = (name: string) => (Array.isArray(value[name]) ? value[name].length : -1);
  return Object.keys(value).sort((a, b) => lengthOf(b) - lengthOf(a))[0] ?? '';
}

/** Are all values of a file texts? */
export const isCsv = (file: string): boolean => /\.[ct]sv$/i.test(file);

/** What separates the names in the first line of a CSV file, unless it is the usual comma. */
function delimiterOf(file: string): ';' | '\t' | undefined {
  // The header may have line breaks in quotes; it ends with the first other one.
  const [row = ''] = /^(?:"[^"]*"|[^"\r\n]+)*/.exec(readFileSync(file, 'utf8')) ?? [];
  const header = row.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => header.split(delimiter).length;
  return ([';', '\t'] as const).find((one) => count(one) > count(','));
}
