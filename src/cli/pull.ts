import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Collection } from '../api/definition.ts';
import { readValue } from '../import/data.ts';
import type { Row } from '../import/field.ts';
import { parseAddress } from '../import/live/client.ts';
import { fetchListing } from '../import/live/fetch-listing.ts';
import { countChanges, recordsByKey, replaceFile, toJsonLines } from '../import/live/records.ts';
import { assertRecordsKept } from '../publish/record-loss.ts';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { exists } from '../util/system-error.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { type ApiArguments, findApi } from './api.ts';
import { KEPT, type LiveArguments, liveClient, parseMaxPages } from './live.ts';
import { printResult } from './report.ts';
import { runTask } from './terminal.ts';

type PullArguments = ApiArguments & LiveArguments & { readonly allowRemoval: boolean };

/** `staticrest pull` */
export async function pullCommand(options: PullArguments): Promise<void> {
  const { source, load } = findApi(options);
  const { collections } = await load();
  const pulled = collections.filter((one) => one.source !== undefined);
  if (pulled.length === 0) {
    throw new UsageError(
      `No collection of ${source.definition} has a source, which is the address of a live API. \`init --from <address>\` writes it.`,
    );
  }
  const { result, seconds } = await runTask(async (task) => {
    const fetched = [];
    // All of them before the first is written.
    for (const one of pulled) fetched.push(await fetchCollection(one, options, task));
    return fetched;
  });
  if (!options.allowRemoval) {
    const keysOf = (state: 'before' | 'after') =>
      new Map(result.map((one) => [one.name, [...one[state].keys()]]));
    assertRecordsKept(keysOf('before'), keysOf('after'), REMOVAL);
  }
  for (const { file, text, isSame } of result) if (!isSame) replaceFile(file, text);
  for (const { forget } of result) forget();
  const changes = result.map(({ name, file, after, before, isSame }) => ({
    ...{ name, file, records: after.size, ...countChanges(before, after), isSame },
  }));
  const lines = changes.map(({ name, file, records, added, changed, removed, isSame }) =>
    isSame
      ? `${name}: ${formatCount(records, 'record')}, nothing changed`
      : `${name}: ${formatCount(records, 'record')} → ${file}: ${formatNumber(added)} added, ${formatNumber(changed)} changed, ${formatNumber(removed)} removed`,
  );
  const printed = changes.map(({ isSame: _, ...one }) => one);
  printResult(lines, { ok: true, collections: printed, seconds }, options, lines.at(-1));
}

const REMOVAL = {
  action: 'This would remove many records from the content',
  help: 'Nothing was written. Check the live API.',
};

async function fetchCollection(
  { name, key, source = '' }: Collection,
  options: PullArguments,
  task: TaskOptions,
) {
  const { content } = options;
  const file = path.join(content, name, `${name}.jsonl`);
  if (!exists(file)) throw new UsageError(`There is no file ${file}, which \`pull\` replaces.`);
  const address = parseAddress(source);
  const { forget, ...client } = liveClient(address, path.join(content, '..', KEPT), options, task);
  const { records } = await fetchListing({ ...client, forget }, address, parseMaxPages(options));
  const text = toJsonLines(records);
  const isSame = readFileSync(file, 'utf8') === text;
  const before = recordsByKey([readValue(file)].flat() as Row[], key);
  return { name, file, text, isSame, forget, before, after: recordsByKey(records, key) };
}
