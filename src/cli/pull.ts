import path from 'node:path';
import type { Api, Collection } from '../api/definition.ts';
import type { Data } from '../import/data.ts';
import { parseAddress } from '../import/fetch.ts';
import { fetchSource, mergeSource, type Pulled, sourceOf } from '../import/pull.ts';
import { assertInContent, replaceContent } from '../import/replacement.ts';
import { checkContent } from '../publish/build.ts';
import { acquireLock } from '../publish/lock.ts';
import { assertEnough, assertRecordsKept, recordCounts } from '../publish/record-loss.ts';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { findApi } from './api.ts';
import type { Arguments } from './options.ts';
import { printResult } from './report.ts';
import { runTask } from './terminal.ts';

/** The exit code of `--dry-run` if a pull would change something. */
const WOULD_CHANGE = 3;

/** `staticrest pull` */
export async function pullCommand(options: Arguments): Promise<void> {
  const { content, count, dryRun } = options;
  const { source, load } = findApi(options);
  const api = await load();
  const sourced = api.collections.filter((one) => one.source !== undefined);
  const origins = [...new Set(sourced.map((one) => parseAddress(sourceOf(one).url).origin))];
  if (origins.length === 0)
    throw new UsageError(`No collection of ${source.definition} has a \`source\`.`);
  if (options.header && origins.length > 1)
    throw new UsageError(`--header would go to several servers: ${origins.join(', ')}.`);
  if (count !== undefined && sourced.length > 1)
    throw new UsageError('--count is for one collection, but several have a `source`.');
  const { result: pulled, seconds } = await runTask(async (task) => {
    // Of two pulls, the second one waits. The lock is in the content folder, which can be on a disk of its own.
    const { staging, release } = await acquireLock(path.join(content, 'pull'), task);
    try {
      const fetched: [Collection, Data][] = [];
      for (const one of sourced) {
        assertInContent(path.join(content, one.name), content);
        fetched.push([one, await fetchSource(one, options, task)]);
      }
      // Only now, because people can edit the files while the records come.
      const merged = fetched.map(([one, data]) => mergeSource(one, content, data));
      await assertAccepted(merged, api, options, task);
      const replacements = merged.flatMap((one) => one.replacements);
      if (!dryRun) replaceContent(content, staging, replacements);
      return merged;
    } finally {
      await release();
    }
  });
  const collections = pulled.map(({ summary }) => summary);
  const keys = collections.flatMap(({ added, changed, removed }) =>
    [added, changed, removed].flat(),
  );
  if (dryRun && keys.length > 0) process.exitCode = WOULD_CHANGE;
  printResult(pulled.flatMap(linesOf), { ok: true, collections, seconds }, options);
}

/**
 * Checks the content as it would be.
 * @throws ContentError with its problems, UsageError if too many records would be removed, or too few are left
 */
async function assertAccepted(
  pulled: readonly Pulled[],
  api: Api,
  { content, allowRemoval }: Arguments,
  task: TaskOptions,
) {
  const drafts = new Map(
    pulled.map(({ replacements: [{ file, text }] }) => [file, Buffer.from(text)]),
  );
  const project = { api, content, drafts, allowMissingFolders: true, ...task };
  const { collections } = await checkContent(project);
  if (allowRemoval) return;
  const keysBy = (state: 'keysBefore' | 'keysNow') =>
    new Map(pulled.map((one) => [one.summary.name, one[state]]));
  assertRecordsKept(keysBy('keysBefore'), keysBy('keysNow'), api.collections);
  assertEnough(api.collections, recordCounts(collections));
}

/** How many keys of a change are printed. */
const MAX_PRINTED = 20;

/** What has changed in a collection, a line each. */
function linesOf({ summary, countBefore, notes }: Pulled): string[] {
  const { name, records, ...changes } = summary;
  const lines = Object.entries(changes).flatMap(([change, keys]) => {
    const more = keys.length - MAX_PRINTED;
    const others = more > 0 ? ` and ${formatNumber(more)} more` : '';
    const shown = keys.slice(0, MAX_PRINTED).join(', ');
    const label = change === 'kept' ? KEPT : change;
    return keys.length > 0 ? `  ${label}: ${shown}${others}` : [];
  });
  const total = `${name}: ${formatCount(records, 'record')} (before: ${formatNumber(countBefore)})`;
  return [total, ...notes.map((note) => `  ${note}`), ...lines];
}

const KEPT = 'kept as in the file, although the source has changed, added or removed it';
