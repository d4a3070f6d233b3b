import { readFileSync } from 'node:fs';
import path from 'node:path';
import { baseFromEnvironment, isLocal, parseBase } from '../api/base.ts';
import { HOSTS_FOLDER, type Host } from '../hosts/host.ts';
import { HOSTS, hostKindOf, hostsFor } from '../hosts/hosts.ts';
import { exceededLimits, FEWER_FILES } from '../hosts/site-size.ts';
import { type BuildReport, build, checkContent } from '../publish/build.ts';
import type { Changes } from '../publish/new-site.ts';
import { assertEnough, recordCounts } from '../publish/record-loss.ts';
import type { TaskOptions } from '../util/progress.ts';
import { formatBytes, formatCount, formatNumber } from '../util/text.ts';
import { findApi } from './api.ts';
import type { Arguments } from './options.ts';
import { printResult, recordsText, warnOfEmptyCollections } from './report.ts';
import { runTask } from './terminal.ts';

/** `staticrest validate` */
export async function validateCommand(options: Arguments): Promise<void> {
  const { content } = options;
  const { source, load } = findApi(options);
  const api = await load();
  const check = (task: TaskOptions) => checkContent({ api, content, ...task });
  const { result, seconds, time } = await runTask(check, false);
  const { count: records, made, collections } = result;
  const counts = recordCounts(collections);
  assertEnough(api.collections, counts);
  const warnings = warnOfEmptyCollections(counts);
  const summary = `${recordsText(records, made, 'public record')} in ${content}, no problems, in ${time}`;
  printResult([summary], { ok: true, ...source, records, made, seconds, warnings }, options);
}

/** `staticrest build` */
export async function buildCommand(options: Arguments): Promise<void> {
  const { content, out, host, baseUrl, allowRemoval } = options;
  const base =
    baseUrl === undefined
      ? baseFromEnvironment(process.env, hostKindOf(host) !== 'code')
      : parseBase(baseUrl, '--base-url');
  const { source, load: api } = findApi(options);
  const folder = path.dirname(source.definition);
  const project = packageName(folder);
  const { result, seconds, time } = await runTask((task) =>
    build({ api, content, out, base, host, project, allowRemoval, ...task }),
  );
  const { records, made, notes, changes, size, grid } = result;
  const { files, siteBytes: bytes } = size;
  const linksTo = baseLine(base);
  const ofHosts = hostsFor(host).flatMap((name) => (HOSTS[name] as Host).warnings?.(grid) ?? []);
  const warnings = [...warnOfEmptyCollections(grid.collections), ...ofHosts];
  if (isLocal(base)) warnings.push(linksTo);
  const counts = { records, made, files, bytes, changes, seconds };
  const lines = [...builtLines(result, out, time), ...hostLines(result, options)];
  lines.push(...ofHosts, linksTo);
  const object = { ok: true, ...source, out, base, ...counts, warnings, notes };
  printResult(lines, object, options);
}

/** The name in the `package.json` of a folder, if any. Node reports an invalid file when it loads the definition. */
function packageName(folder: string): string | undefined {
  try {
    const { name } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

const baseLine = (base: string): string =>
  isLocal(base)
    ? `Links point to ${base} (works only on this machine). Before you publish the site, build it with --base-url and its public address.`
    : `Links point to ${base} (publish the folder at this address).`;

/** `2,884 records → dist: 15,694 files, 177.1 MB, in 2.1 s`, and what changed if it replaced a site. */
function* builtLines(report: BuildReport, out: string, time: string): Generator<string> {
  const { records, made, notes, changes } = report;
  const { files, siteBytes } = report.size;
  const size = `${formatCount(files, 'file')}, ${formatBytes(siteBytes)}`;
  yield `${recordsText(records, made)} → ${out}: ${size}, in ${time}`;
  if (changes.added !== files) yield `  ${changesLine(changes)}`;
  const [note, ...others] = notes;
  if (note) yield `  ${note}${others.length > 0 ? ` ${others.length} more with --json.` : ''}`;
}

/** `12 changed, 15,682 unchanged; 1.2 MB to upload` */
function changesLine({ uploadBytes, ...changes }: Changes): string {
  const counts = Object.entries(changes).filter(([, files]) => files > 0);
  const parts = counts.map(([change, files]) => `${formatNumber(files)} ${change}`);
  return `${parts.join(', ')}; ${formatBytes(uploadBytes)} to upload`;
}

/** The hosts that the site fits, those that it is too large for, and where the steps of a deployment are. */
function* hostLines(report: BuildReport, { out, host }: Arguments): Generator<string> {
  const { grid, size } = report;
  const fitting: string[] = [];
  const tooLarge: string[] = [];
  for (const name of hostsFor(host)) {
    const exceeded = exceededLimits(HOSTS[name], grid, size);
    if (exceeded.length === 0) fitting.push(name);
    else tooLarge.push(`${name} (${exceeded.join(', ')})`);
  }
  if (fitting.length > 0) yield `Fits ${fitting.join(', ')}`;
  if (tooLarge.length > 0) yield `Too large for ${tooLarge.join(', ')}`;
  if (tooLarge.length > 0 && grid.hostKind !== 'code') yield FEWER_FILES;
  const readme = path.join(out, HOSTS_FOLDER, host ?? '<host>', 'README.md');
  yield `${readme} explains how to deploy.`;
}
