import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Api } from '../api/definition.ts';
import { readContent } from '../content/read.ts';
import { entriesOf } from '../import/check.ts';
import { parseAddress, parseHeaders } from '../import/fetch.ts';
import { finishReplacing, replaceFiles } from '../import/project.ts';
import { type Pulled, pullCollection, sourceOf } from '../import/pull.ts';
import { recordsOf } from '../publish/build.ts';
import { assertRecordsKept } from '../publish/record-loss.ts';
import { isWithin } from '../publish/target.ts';
import { byLocation, ContentError, UsageError } from '../util/problem.ts';
import { runInTurns, type TaskOptions } from '../util/progress.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { findApi } from './api.ts';
import type { Arguments } from './options.ts';
import { printResult } from './report.ts';
import { runTask } from './terminal.ts';

/** The file in the content folder that names the files of a pull while they are replaced. */
const JOURNAL = '.staticrest-pull.json';

/** The exit code of `--dry-run` if a pull would change something. */
const WOULD_CHANGE = 3;

/** `staticrest pull` */
export async function pullCommand(options: Arguments): Promise<void> {
  const { content, dryRun, allowRemoval } = options;
  const { source, load } = findApi(options);
  const api = await load();
  const sourced = api.collections.filter((one) => one.source !== undefined);
  const origins = [...new Set(sourced.map((one) => parseAddress(sourceOf(one).url).origin))];
  if (origins.length === 0)
    throw new UsageError(`No collection of ${source.definition} has a \`source\`.`);
  if (options.header && origins.length > 1)
    throw new UsageError(`--header would go to several servers: ${origins.join(', ')}.`);
  if (options.count !== undefined && sourced.length > 1)
    throw new UsageError(
      '--count confirms the number of one collection, but several have a `source`.',
    );
  const settings = { headers: parseHeaders(options.header), count: options.count };
  const journal = path.join(content, JOURNAL);
  const { result: pulled, seconds } = await runTask(async (task) => {
    finishReplacing(journal);
    const fetched: Pulled[] = [];
    for (const one of sourced) {
      assertInContent(content, one.name);
      fetched.push(await pullCollection(one, content, settings, task));
    }
    const rolling = new Set(sourced.flatMap(({ name, rolling }) => (rolling ? name : [])));
    const keysOf = (state: 'before' | 'after') =>
      new Map(fetched.map((one) => [one.definition.name, one[state]]));
    if (!allowRemoval) assertRecordsKept(keysOf('before'), keysOf('after'), rolling);
    await assertValid(api, content, fetched, task);
    if (!dryRun)
      replaceFiles(
        fetched.flatMap(({ files }) => files),
        journal,
      );
    return fetched;
  });
  const isChanged = pulled.some(
    ({ merged: { added, changed, removed } }) => added.length + changed.length + removed.length > 0,
  );
  if (dryRun && isChanged) process.exitCode = WOULD_CHANGE;
  const collections = pulled.map(({ definition: { name }, merged: { records, ...changes } }) => ({
    ...{ name, records: records.length },
    ...changes,
  }));
  printResult(pulled.flatMap(linesOf), { ok: true, collections, seconds }, options);
}

/** A link out of the content, also of the folder, would replace a file of somebody else. */
function assertInContent(content: string, name: string): void {
  const folder = path.join(content, name);
  if (!existsSync(folder) || isWithin(realpathSync(folder), realpathSync(content))) return;
  throw new UsageError(`${folder} must be a folder in the content folder, and no link out of it.`);
}

/** Checks the content as it would be. @throws ContentError with every problem */
async function assertValid(
  api: Api,
  content: string,
  pulled: readonly Pulled[],
  task: TaskOptions,
) {
  const read = await readContent(content, api.collections, { ...task, allowMissingFolders: true });
  const made = pulled.flatMap(({ definition, files: [one] }) =>
    one
      ? entriesOf(definition, {
          from: one.file,
          file: path.basename(one.file),
          bytes: Buffer.from(one.text),
        })
      : [],
  );
  const replaced = new Set(made.flatMap(({ entries }) => entries.map(({ file }) => file)));
  const entries = [
    ...read.entries.filter(({ file }) => !replaced.has(file)),
    ...made.flatMap((one) => one.entries),
  ];
  const records = await runInTurns(recordsOf({ api }, entries), 'Checking', task);
  const isReplaced = (file: string) => pulled.some(({ files }) => files[0]?.file === file);
  const others = read.problems.filter(({ location }) => !isReplaced(location.file));
  const problems = [...others, ...made.flatMap((one) => one.problems), ...records.problems];
  if (problems.length > 0) throw new ContentError(problems.sort(byLocation));
}

/** How many keys are printed. */
const MAX_PRINTED = 20;

/** What has changed in a collection, a line each. */
function linesOf({ definition: { name }, merged, before }: Pulled): string[] {
  const { records, ...changes } = merged;
  const total = `${name}: ${formatCount(records.length, 'record')} (before: ${formatNumber(before.length)})`;
  const listed = Object.entries(changes).flatMap(([change, keys]) => {
    const more =
      keys.length > MAX_PRINTED ? ` and ${formatNumber(keys.length - MAX_PRINTED)} more` : '';
    return keys.length > 0
      ? [`  ${WORDS[change]}: ${keys.slice(0, MAX_PRINTED).join(', ')}${more}`]
      : [];
  });
  return [total, ...listed];
}

const WORDS: Readonly<Record<string, string>> = {
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  kept: 'kept as corrected, though the source has changed, too',
};
