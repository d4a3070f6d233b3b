import fs from 'node:fs';
import path from 'node:path';
import type { Collection } from '../api/definition.ts';
import { readValue } from '../import/data.ts';
import { createLiveClient, parseAddress } from '../import/live/client.ts';
import { fetchListing } from '../import/live/fetch-listing.ts';
import { assertRecordsKept } from '../publish/record-loss.ts';
import { RequestError, UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { exists } from '../util/system-error.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { type ApiArguments, findApi } from './api.ts';
import { CACHE, type LiveArguments, parseMaxPages } from './live.ts';
import { printResult } from './report.ts';
import { runTask } from './terminal.ts';

type PullArguments = ApiArguments & LiveArguments & { readonly allowRemoval: boolean };

/** `staticrest pull` */
export async function pullCommand(options: PullArguments): Promise<void> {
  const { source, load } = findApi(options);
  const pulled = (await load()).collections.filter((one) => one.source !== undefined);
  if (pulled.length === 0) {
    throw new UsageError(
      `No collection of ${source.definition} has a source, which is the address of a live API. \`init --from <address>\` writes it.`,
    );
  }
  const cache = path.join(options.content, '..', CACHE);
  const { result, seconds } = await runTask(async (task) => {
    const fetched = [];
    for (const one of pulled) fetched.push(await fetchCollection(one, cache, options, task));
    return fetched;
  });
  fs.rmSync(cache, { recursive: true, force: true });
  if (!options.allowRemoval) {
    const keysOf = (state: 'before' | 'after') =>
      new Map(result.map((one) => [one.name, [...one[state].keys()]]));
    assertRecordsKept(keysOf('before'), keysOf('after'), REMOVAL);
  }
  for (const { file, isSame, after } of result) {
    if (isSame) continue;
    // A full disk must not damage the old one.
    fs.writeFileSync(`${file}~`, [...after.values()].join(''));
    fs.renameSync(`${file}~`, file);
  }
  const collections = result.map(({ isSame: _, before, after, ...one }) => ({
    ...{ ...one, records: after.size, ...countChanges(before, after) },
  }));
  const lines = collections.map(({ name, records, added, changed, removed }, index) => {
    const counts = `${formatNumber(added)} added, ${formatNumber(changed)} changed, ${formatNumber(removed)} removed`;
    return `${name}: ${formatCount(records, 'record')}, ${result[index]?.isSame ? 'nothing changed' : counts}`;
  });
  printResult(lines, { ok: true, collections, seconds }, options);
}

const REMOVAL = {
  action: 'This would remove many records from the content',
  help: 'Nothing was written. Check the live API.',
};

/** Fetches the records of a collection, and reads those in its file: the line of each by its key. */
async function fetchCollection(
  { name, key, source = '' }: Collection,
  folder: string,
  options: PullArguments,
  task: TaskOptions,
) {
  const file = path.join(options.content, name, `${name}.jsonl`);
  if (!exists(file)) throw new UsageError(`There is no file ${file}, which \`pull\` replaces.`);
  const url = parseAddress(source);
  const client = createLiveClient(url, { ...options, folder, task });
  const { records } = await fetchListing(client, url, parseMaxPages(options));
  const linesOf = (list: unknown) =>
    new Map([list].flat().map((one) => [String(Object(one)[key]), `${JSON.stringify(one)}\n`]));
  const after = linesOf(records);
  if (after.size < records.length)
    throw new RequestError(`${url} has records with the same ${key}.`);
  const isSame = fs.readFileSync(file, 'utf8') === [...after.values()].join('');
  return { name, file, isSame, before: linesOf(readValue(file)), after };
}

type Lines = ReadonlyMap<string, string>;

const countChanges = (before: Lines, after: Lines) => ({
  added: [...after.keys()].filter((key) => !before.has(key)).length,
  changed: [...after].filter(([key, line]) => before.has(key) && before.get(key) !== line).length,
  removed: [...before.keys()].filter((key) => !after.has(key)).length,
});
