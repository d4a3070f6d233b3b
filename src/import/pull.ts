import path from 'node:path';
import type { Collection } from '../api/definition.ts';
import { formatOf } from '../content/file.ts';
import { keyFields, keyOf } from '../core/key.ts';
import { RequestError, UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { exists } from '../util/system-error.ts';
import { readAddress } from './address.ts';
import { readCells } from './cells.ts';
import { formatLines, formatTable } from './data.ts';
import { parseAddress, type RequestHeaders } from './fetch.ts';
import { namesIn, type Row } from './field.ts';
import { mergeRecords } from './merge.ts';
import { readValue } from './read.ts';

/** The source of a collection, as an object. */
export const sourceOf = ({ source = '' }: Collection) =>
  typeof source === 'string' ? { url: source } : source;

/** What `pull` makes of a collection. */
export type Pulled = Awaited<ReturnType<typeof pullCollection>>;

/**
 * Fetches the records of a collection, reads them as its definition says, and merges them into its file.
 * @param content the content folder
 * @param count the number of records, if they are known to be all
 * @returns the texts of its file, and of the one beside it with what came last
 * @throws as `readAddress`, and RequestError where records have no key, or the same
 */
export async function pullCollection(
  definition: Collection,
  content: string,
  { headers, count }: { readonly headers: RequestHeaders; readonly count?: string | undefined },
  task: TaskOptions,
) {
  const { name, key } = definition;
  const source = { ...sourceOf(definition) };
  const data = await readAddress(
    parseAddress(source.url),
    {
      ...{ headers, count, encoding: source.encoding, isWhole: source.count === 'list' },
      convert: (table) => readCells(table, definition),
    },
    task,
  );
  const byKey = (records: readonly Row[]) =>
    new Map(records.map((record) => [String(keyOf(key, record)), record]));
  const next = byKey(withTexts(data.records, definition));
  if (next.size < data.records.length || next.has('undefined') || next.has(''))
    throw new RequestError(
      `${source.url} has records without a ${keyFields(key).join(' and ')} of their own.`,
    );
  const extension = data.header ? '.csv' : '.jsonl';
  const file = path.join(content, name, name + extension);
  const other = path.join(content, name, name + (data.header ? '.jsonl' : '.csv'));
  if (exists(other))
    throw new UsageError(`${other} exists, but ${source.url} makes ${file}. Remove one.`);
  const last = path.join(content, name, `.${name}${extension}`);
  const own = byKey(exists(file) ? rowsIn(file) : []);
  const before = exists(last) ? byKey(rowsIn(last)) : own;
  const merged = mergeRecords(before, own, next);
  // What came keeps its places, too, so that its changes are small.
  const { records: came } = mergeRecords(before, before, next);
  const textOf = (records: readonly Row[]) => {
    if (!data.header) return formatLines(records);
    const header = namesIn([...own.values(), ...records]).filter((one) =>
      records.some((row) => one in row),
    );
    return formatTable([header, ...records.map((row) => header.map((one) => row[one] ?? ''))]);
  };
  const files = [
    { file, text: textOf(merged.records) },
    { file: last, text: textOf(came) },
  ];
  return {
    definition,
    merged,
    files,
    before: [...own.keys()],
    after: [...byKey(merged.records).keys()],
  };
}

/** The records of a file; in CSV all values are texts. */
const rowsIn = (file: string): readonly Row[] =>
  formatOf(file) ? ([readValue(file)].flat() as readonly Row[]) : [];

/** Records whose keys are texts where the schema says so: an API can send a number. */
function withTexts(records: readonly Row[], { key, schema }: Collection): readonly Row[] {
  const fields = keyFields(key).filter((field) => {
    const { success } = schema.shape[field]?.safeParse(1) ?? {};
    return success === false && schema.shape[field]?.safeParse('1').success;
  });
  if (fields.length === 0) return records;
  return records.map((record) => ({
    ...record,
    ...Object.fromEntries(
      fields.flatMap((field) =>
        typeof record[field] === 'number' ? [[field, String(record[field])]] : [],
      ),
    ),
  }));
}
