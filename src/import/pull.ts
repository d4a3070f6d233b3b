import path from 'node:path';
import type { Collection, DataSource } from '../api/definition.ts';
import type { Delimiter } from '../api/schema.ts';
import { textConverter } from '../content/convert.ts';
import { rowsOf } from '../content/csv-rows.ts';
import { decode, readContentFile } from '../content/file.ts';
import { keyFields, keyOf } from '../core/key.ts';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { exists, readRegularFile, unlessAbsent } from '../util/system-error.ts';
import { type AddressOptions, readAddress } from './address.ts';
import { readValues } from './cells.ts';
import { type Data, formatLines, formatRecords } from './data.ts';
import type { Row } from './field.ts';
import { mergeRecords } from './merge.ts';
import { assertCount, valueIn } from './read.ts';
import type { Replacement } from './replacement.ts';

/** The source of a collection, as an object. */
export const sourceOf = ({ source = '' }: Collection): DataSource =>
  typeof source === 'string' ? { url: source } : source;

/**
 * Fetches the records of a collection, and reads them as its definition says.
 * @param given the headers of each request, and the number of records, if they are known to be all
 * @throws as `readAddress`
 */
export async function fetchSource(
  definition: Collection,
  given: Pick<AddressOptions, 'header' | 'count'>,
  task: TaskOptions,
): Promise<Data> {
  const { url, encoding, list, count } = sourceOf(definition);
  const options = { ...given, encoding, list, isWhole: count !== undefined };
  const data = await readAddress(url, options, task);
  assertCount(data, given.count);
  return readValues(data, definition);
}

/** What `pull` makes of a collection. */
export type Pulled = ReturnType<typeof mergeSource>;

/**
 * Merges the records that the source sends into the file of a collection. A file next to it, whose name begins with a
 * dot, contains the records that the source sent last.
 * @param content the content folder
 * @returns what changes, and both files
 * @throws UsageError where records have no key, or the same, or corrections can't be told; ContentError with the problems
 * of the files
 */
export function mergeSource(definition: Collection, content: string, data: Data) {
  const { name } = definition;
  const { delimiter, quote } = definition.content ?? {};
  const [extension, otherExtension] = data.header ? ['.csv', '.jsonl'] : ['.jsonl', '.csv'];
  const at = (file: string) => path.join(content, name, file);
  const [file, lastFile, other] = [name + extension, `.${name}${extension}`, name + otherExtension];
  if (exists(at(other)))
    throw new UsageError(`${at(other)} must be removed first: ${data.from} makes ${file} of it.`);
  if (quote === false)
    throw new UsageError(`\`pull\` writes ${file} with quotes: remove \`quote: false\`.`);
  const own = readTexts(at(file), definition, delimiter);
  const last = readTexts(at(lastFile), definition);
  const next = byKey(data.records, definition, data.from);
  const before = own.bytes && last.bytes ? last : own;
  // A person can have removed a private column.
  const removed = last.header.filter((field) => own.bytes && !own.header.includes(field));
  const strip = (records: ReadonlyMap<string, Row>) =>
    new Map([...records].map(([key, record]) => [key, without(record, removed)]));
  const [old, wanted] = [strip(before.records), strip(next)];
  // Spreadsheet programs write TRUE for true, and 1.5 for 1.50.
  const converterOf = textConverter(definition.schema);
  const meaningOf = (field: string, value: unknown) =>
    data.header ? converterOf(field)(String(value ?? '')) : value;
  const { records, ...changes } = mergeRecords(old, own.records, wanted, meaningOf);
  if (own.bytes && !last.bytes && changes.changed.length + changes.removed.length > 0)
    throw new UsageError(
      `${at(lastFile)} is missing, so corrections can’t be told from old values. Restore it, or remove ${at(file)}.`,
    );
  // The last records keep their places, too, so that the diff is small.
  const { records: came } = mergeRecords(last.records, last.records, next);
  const textOf = (rows: readonly Row[], header: readonly string[], mark?: Delimiter) =>
    data.header ? tableOf(rows, [...header, ...data.header], mark) : formatLines(rows);
  const replacements: readonly [Replacement, Replacement] = [
    { file: `${name}/${file}`, before: own.bytes, text: textOf(records, own.header, delimiter) },
    { file: `${name}/${lastFile}`, before: last.bytes, text: textOf(came, last.header) },
  ];
  return {
    summary: { name, records: records.length, ...changes },
    ...{ countBefore: own.records.size, notes: data.notes, replacements },
    /** The keys of the records that the source sent last, and of those that it sends now. */
    keysBefore: [...before.records.keys()],
    keysNow: [...next.keys()],
  };
}

const without = (record: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** The records of a file by their keys, with the header of a table; none if it does not exist. */
function readTexts(file: string, definition: Collection, delimiter: Delimiter = ',') {
  const bytes = unlessAbsent(() => readRegularFile(file));
  if (!bytes) return { bytes, header: [], records: new Map<string, Row>() };
  const value = valueIn(readContentFile(file, { delimiter }, bytes));
  const rows = [value].flat() as readonly Row[];
  const [header = []] = /\.csv$/.test(file) ? rowsOf(decode(bytes), { delimiter }) : [];
  return { bytes, header, records: byKey(rows, definition, file) };
}

function byKey(records: readonly Row[], { key }: Collection, from: string) {
  const found = new Map<string, Row>();
  for (const [index, record] of records.entries()) {
    const own = String(keyOf(key, record) ?? '');
    if (own === '' || found.has(own))
      throw new UsageError(
        `${from}: record ${index + 1} has ${own ? `the ${keyFields(key).join(' and ')} ${own} of another one` : `no ${keyFields(key).join(' and ')}`}.`,
      );
    found.set(own, record);
  }
  return found;
}

/** The text of a table, without the columns that no record has any more. */
function tableOf(records: readonly Row[], names: readonly string[], delimiter?: Delimiter) {
  const header = [...new Set(names)].filter((one) => records.some((row) => one in row));
  return formatRecords(records, header, delimiter);
}
