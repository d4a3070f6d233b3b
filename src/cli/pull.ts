import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Collection } from '../api/definition.ts';
import { leadsToFile } from '../content/list.ts';
import { keyFields, keyOf } from '../core/key.ts';
import { formatLines } from '../import/data.ts';
import { fetchListing, parseAddress, parseHeaders } from '../import/listing.ts';
import { replaceFiles } from '../import/project.ts';
import { dataOf, readValue } from '../import/read.ts';
import { assertRecordsKept } from '../publish/record-loss.ts';
import { RequestError, UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { findApi } from './api.ts';
import type { Arguments } from './options.ts';
import { printResult } from './report.ts';
import { runTask } from './terminal.ts';

/** `staticrest pull` */
export async function pullCommand(options: Arguments): Promise<void> {
  const { source, load } = findApi(options);
  const sourced = (await load()).collections.filter((one) => one.source !== undefined);
  const origins = [...new Set(sourced.map((one) => parseAddress(one.source ?? '').origin))];
  if (origins.length === 0)
    throw new UsageError(`No collection of ${source.definition} has a \`source\`.`);
  if (options.header && origins.length > 1)
    throw new UsageError(`--header would go to several servers: ${origins.join(', ')}.`);
  const headers = parseHeaders(options.header);
  const { result: pulled, seconds } = await runTask(async (task) => {
    const fetched: Awaited<ReturnType<typeof fetchCollection>>[] = [];
    for (const one of sourced)
      fetched.push(await fetchCollection(one, options.content, headers, task));
    const keysOf = (state: 'before' | 'after') =>
      new Map(fetched.map((one) => [one.name, one[state]]));
    if (!options.allowRemoval) assertRecordsKept(keysOf('before'), keysOf('after'), new Set());
    replaceFiles(fetched);
    return fetched;
  });
  const collections = pulled.map((one) => ({ name: one.name, records: one.after.length }));
  const lines = pulled.map(({ name, before, after }) => {
    return `${name}: ${formatCount(after.length, 'record')} (before: ${formatNumber(before.length)})`;
  });
  printResult(lines, { ok: true, collections, seconds }, options);
}

/** Fetches the records of a collection, and reads the keys in its file. */
async function fetchCollection(
  { name, key, source = '' }: Collection,
  content: string,
  headers: Headers,
  task: TaskOptions,
) {
  const file = path.join(content, name, `${name}.jsonl`);
  // A link out of the content, also of the folder, would replace a file of somebody else.
  if (!leadsToFile(realpathSync(content), path.join(name, `${name}.jsonl`)))
    throw new UsageError(`${file} must be a file in the content folder, and no link out of it.`);
  const keysIn = (records: unknown) => [records].flat().map((one) => String(keyOf(key, one)));
  const before = keysIn(readValue(file));
  const { results } = await fetchListing(parseAddress(source), headers, task);
  const { records } = dataOf(source, results);
  const after = keysIn(records);
  if (new Set(after).size < after.length)
    throw new RequestError(`${source} has records with the same ${keyFields(key).join(' and ')}.`);
  return { name, file, text: formatLines(records), before, after };
}
