import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Collection } from '../api/definition.ts';
import type { Data } from '../import/data.ts';
import { parseAddress, parseHeaders } from '../import/fetch.ts';
import { fetchSource, mergeSource, type Pulled, sourceOf } from '../import/pull.ts';
import { replaceContent } from '../import/replacement.ts';
import { checkContent } from '../publish/build.ts';
import { assertEnough, assertRecordsKept, countRecords } from '../publish/record-loss.ts';
import { isWithin } from '../publish/target.ts';
import { ContentError, UsageError } from '../util/problem.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { findApi } from './api.ts';
import type { Arguments } from './options.ts';
import { printResult } from './report.ts';
import { runTask } from './terminal.ts';

/** The exit code of `--dry-run` if a pull would change something. */
const WOULD_CHANGE = 3;

/** `staticrest pull` */
export async function pullCommand(options: Arguments): Promise<void> {
  const { content, count, dryRun, allowRemoval } = options;
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
  const settings = { headers: parseHeaders(options.header), count };
  const { result: pulled, seconds } = await runTask(async (task) => {
    const fetched: [Collection, Data][] = [];
    for (const one of sourced) {
      assertInContent(path.join(content, one.name), content);
      fetched.push([one, await fetchSource(one, settings, task)]);
    }
    // Only now, because people can edit the files while the records come.
    const merged = fetched.map(([one, data]) => mergeSource(one, content, data));
    const drafts = new Map(
      merged.map(({ replacements: [{ file, text }] }) => [file, Buffer.from(text)]),
    );
    const project = { api, content, drafts, allowMissingFolders: true, ...task };
    const isDraft = (file: string) => drafts.has(path.relative(content, file));
    const { collections } = await checkContent(project).catch((error) => {
      throw nameDrafts(error, isDraft);
    });
    if (!allowRemoval) {
      const [before, now] = [keysBy(merged, 'keysBefore'), keysBy(merged, 'keysNow')];
      assertRecordsKept(before, now, api.collections);
      assertEnough(api.collections, countRecords(collections));
    }
    if (!dryRun)
      replaceContent(
        content,
        merged.flatMap(({ replacements }) => replacements),
      );
    return merged;
  });
  const collections = pulled.map(({ name, count, changes }) => ({
    name,
    records: count,
    ...changes,
  }));
  const isChanged = pulled.some(({ changes: { added, changed, removed } }) =>
    [added, changed, removed].some(({ length }) => length > 0),
  );
  if (dryRun && isChanged) process.exitCode = WOULD_CHANGE;
  printResult(pulled.flatMap(linesOf), { ok: true, collections, seconds }, options);
}

const keysBy = (pulled: readonly Pulled[], state: 'keysBefore' | 'keysNow') =>
  new Map(pulled.map((one) => [one.name, one[state]]));

/** A link out of the content would replace a file of somebody else. */
function assertInContent(folder: string, content: string): void {
  if (!existsSync(folder) || isWithin(realpathSync(folder), realpathSync(content))) return;
  throw new UsageError(`${folder} must be a folder in the content folder, and no link out of it.`);
}

/** Says in problems which files are not written yet. */
function nameDrafts(error: unknown, isDraft: (file: string) => boolean): unknown {
  if (!(error instanceof ContentError)) return error;
  const named = error.problems.map(({ location, ...problem }) => {
    const mark = isDraft(location.file) ? ' (as pulled)' : '';
    return { ...problem, location: { ...location, file: location.file + mark } };
  });
  return new ContentError(named);
}

/** How many keys of a change are printed. */
const MAX_PRINTED = 20;

/** What has changed in a collection, a line each. */
function linesOf({ name, count, countBefore, changes, notes }: Pulled): string[] {
  const lines = Object.entries(changes).map(([change, keys]) => {
    const more = keys.length - MAX_PRINTED;
    const others = more > 0 ? ` and ${formatNumber(more)} more` : '';
    return keys.length > 0
      ? `  ${WORDS[change]}: ${keys.slice(0, MAX_PRINTED).join(', ')}${others}`
      : '';
  });
  const total = `${name}: ${formatCount(count, 'record')} (before: ${formatNumber(countBefore)})`;
  return [total, ...notes.map((note) => `  ${note}`), ...lines.filter(Boolean)];
}

const WORDS: Readonly<Record<string, string>> = {
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  kept: 'kept as corrected, although the source has changed it, too',
};
