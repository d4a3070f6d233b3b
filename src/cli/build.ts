import path from 'node:path';
import { baseFromEnvironment, isLocal, localBase, parseBase } from '../api/base.ts';
import { type BuildReport, build } from '../build/build.ts';
import type { Changes } from '../build/previous-site.ts';
import type { Grid } from '../core/grid.ts';
import { excessesOf } from '../hosts/fit.ts';
import type { Host } from '../hosts/host.ts';
import { HOSTS, HOSTS_FOLDER, isPlaced } from '../hosts/hosts.ts';
import { HOST_NAMES, type HostName } from '../hosts/names.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { type ApiOptions, loadApi } from './api.ts';
import { interruptible } from './interrupt.ts';
import { parseSelection, type SelectionArguments } from './selection.ts';
import { formatBytes, formatSeconds, progressLine } from './terminal.ts';

export interface BuildArguments extends ApiOptions {
  readonly content: string;
  readonly out: string;
  readonly baseUrl?: string | undefined;
}

interface HostArguments extends SelectionArguments {
  readonly host?: HostName | undefined;
}

/** `staticrest build` */
export async function buildCommand(options: BuildArguments & HostArguments): Promise<void> {
  const base =
    options.baseUrl === undefined
      ? (baseFromEnvironment(process.env) ?? localBase(8080))
      : parseBase(options.baseUrl, '--base-url');
  const report = await buildSite(options, base);
  for (const line of hostLines(report, options)) console.log(line);
  if (isLocal(base)) {
    console.log(`Links point at ${base}, which only this machine can follow.`);
    console.log('To publish it, build with --base-url and the address where the site will be.');
  } else {
    console.log(`Links point at ${base}; publish the folder there.`);
  }
}

/** Builds a site and reports it. Ctrl-C ends the build and leaves the site as it was. */
async function buildSite(
  options: BuildArguments & HostArguments,
  base: string,
): Promise<BuildReport> {
  const start = performance.now();
  const progress = progressLine();
  const { signal, ...interruption } = interruptible();
  try {
    const { content, out, host } = options;
    const selection = parseSelection(options);
    const { update: onProgress, tell: onWait } = progress;
    const api = await loadApi(options);
    const attendance = { onProgress, onWait, signal };
    const report = await build({ api, content, out, base, host, selection, ...attendance });
    progress.clear();
    console.log(builtLines(report, out, performance.now() - start));
    return report;
  } finally {
    progress.clear();
    interruption.end();
  }
}

/**
 * `2,884 records → dist: 15,694 files, 177.1 MB, in 2.1 s`, and where there was a site before
 * `12 changed, 15,682 unchanged; 1.2 MB to upload`
 */
export function builtLines(
  { records, size: { files, siteBytes }, changes }: BuildReport,
  out: string,
  milliseconds: number,
): string {
  const made = `${formatCount(files, 'file')}, ${formatBytes(siteBytes)}, in ${formatSeconds(milliseconds)}`;
  const built = `${formatCount(records, 'record')} → ${out}: ${made}`;
  return changes.added === files ? built : `${built}\n  ${changesLine(changes)}`;
}

function changesLine({ uploadBytes, ...changes }: Changes): string {
  const counts = Object.entries(changes).filter(([, files]) => files > 0);
  const parts = counts.map(([change, files]) => `${formatNumber(files)} ${change}`);
  return `${parts.join(', ')}; ${formatBytes(uploadBytes)} to upload`;
}

/** A line for each host: whether the site fits, and where the host's files are. */
function* hostLines(
  { grid, size }: BuildReport,
  { out, host: chosen = HOST_NAMES[0] }: HostArguments & Pick<BuildArguments, 'out'>,
): Generator<string> {
  yield `\nReady for these hosts; ${path.join(out, HOSTS_FOLDER)}/<host>/README.md says how:`;
  const width = Math.max(...HOST_NAMES.map((name) => name.length));
  for (const name of HOST_NAMES) {
    const host: Host = HOSTS[name];
    const excesses = excessesOf(host, grid, size);
    const fits = excesses.length === 0 ? 'fits' : `does not fit: ${excesses.join('; ')}`;
    const placed = name === chosen ? `; its files are ${placeOf(host, grid)}` : '';
    yield `  ${name.padEnd(width)}  ${fits}${placed}`;
  }
  yield '';
}

function placeOf(host: Host, grid: Grid): string {
  if (isPlaced(host, grid)) return 'in place';
  return host.place === 'root' ? 'for the folder above' : 'for its configuration';
}
