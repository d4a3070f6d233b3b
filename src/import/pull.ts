import path from 'node:path';
import type { Collection, DataSource } from '../api/definition.ts';
import type { Delimiter } from '../api/schema.ts';
import { rowsOf } from '../content/csv-rows.ts';
import { decode, formatOf, parseBytes } from '../content/file.ts';
import { yaml } from '../content/yaml.ts';
import { keyFields, keyOf } from '../core/key.ts';
import { ContentError, UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { exists, readRegularFile, unlessAbsent } from '../util/system-error.ts';
import { readAddress } from './address.ts';
import { readValues } from './cells.ts';
import { type Data, formatLines, formatTable } from './data.ts';
import { parseAddress, type RequestHeaders } from './fetch.ts';
import type { Row } from './field.ts';
import { mergeRecords } from './merge.ts';
import type { Replacement } from './replacement.ts';

/** The source of a collection, as an object. */
export const sourceOf = ({ source = '' }: Collection): DataSource =>
  typeof source === 'string' ? { url: source } : source;

/**
 * Fetches the records of a collection, and reads them as its definition says.
 * @param count the number of records, if they are known to be all
 * @throws as `readAddress`
 */
export async function fetchSource(
  definition: Collection,
  { headers, count }: { readonly headers: RequestHeaders; readonly count?: string | undefined },
  task: TaskOptions,
): Promise<Data> {
  const { url, encoding, count: isList } = sourceOf(definition);
  const options = { headers, count, encoding, isWhole: isList !== undefined };
  const convert = (data: Data) => readValues(data, definition);
  return readAddress(parseAddress(url), { ...options, convert }, task);
}

/** What `pull` makes of a collection. */
export type Pulled = ReturnType<typeof mergeSource>;

/**
 * Merges the records that came into those in the file of a collection. A file next to it, whose name begins with a dot,
 * has what came last.
 * @param content the content folder
 * @returns what changes, and both files
 * @throws UsageError where records have no key, or the same; ContentError with the problems of the files
 */
export function mergeSource(definition: Collection, content: string, data: Data) {
  const { name } = definition;
  const { delimiter = ',' } = definition.content ?? {};
  const [extension, otherExtension] = data.header ? ['.csv', '.jsonl'] : ['.jsonl', '.csv'];
  const other = path.join(content, name, name + otherExtension);
  if (exists(other))
    throw new UsageError(
      `${other} must be removed first: ${data.from} makes ${name}${extension} of it.`,
    );
  const [file, lastFile] = [`${name}/${name}${extension}`, `${name}/.${name}${extension}`];
  const own = readTexts(path.join(content, file), definition, delimiter);
  const last = readTexts(path.join(content, lastFile), definition);
  const before = last.bytes ? last : own;
  const next = byKey(data.records, definition, data.from);
  const { records, ...changes } = mergeRecords(before.records, own.records, next);
  // What came keeps its places, too, so that its changes are small.
  const { records: came } = mergeRecords(before.records, before.records, next);
  const textOf = (records: readonly Row[], header: readonly string[], mark?: string) =>
    data.header ? tableOf(records, [...header, ...data.header], mark) : formatLines(records);
  const replacements: readonly [Replacement, Replacement] = [
    { file, before: own.bytes, text: textOf(records, own.header, delimiter) },
    { file: lastFile, before: last.bytes, text: textOf(came, before.header) },
  ];
  return {
    ...{ name, changes, replacements, count: records.length, countBefore: own.records.size },
    /** The keys of the records that came last, and of those that came now. */
    keysBefore: [...before.records.keys()],
    keysNow: [...next.keys()],
  };
}

/** The records of a file by their keys, with the header of a table; none if it does not exist. */
function readTexts(file: string, definition: Collection, delimiter: Delimiter = ',') {
  const bytes = unlessAbsent(() => readRegularFile(file));
  if (!bytes) return { bytes, header: [], records: new Map<string, Row>() };
  const { value, problems } = parseBytes(formatOf(file) ?? yaml, file, bytes, { delimiter });
  if (problems.length > 0) throw new ContentError(problems);
  const [header = []] = /\.csv$/.test(file) ? rowsOf(decode(bytes), { delimiter }) : [];
  return { bytes, header, records: byKey([value].flat() as readonly Row[], definition, file) };
}

function byKey(records: readonly Row[], { key }: Collection, from: string) {
  const found = new Map(records.map((record) => [String(keyOf(key, record) ?? ''), record]));
  if (found.size === records.length && !found.has('')) return found;
  throw new UsageError(
    `${from} has records without a ${keyFields(key).join(' and ')} of their own.`,
  );
}

/** The text of a table, without the columns that no record has any more. */
function tableOf(records: readonly Row[], names: readonly string[], delimiter?: string) {
  const header = [...new Set(names)].filter((one) => records.some((row) => one in row));
  const rows = records.map((row) => header.map((one) => row[one] ?? ''));
  return formatTable([header, ...rows], delimiter);
}
