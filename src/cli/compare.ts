import { answer } from '../core/answer.ts';
import { encodeKey } from '../core/encode-key.ts';
import { apiFolder, type Grid } from '../core/grid.ts';
import { compare, type Found, type Side } from '../inspect/compare/compare.ts';
import { KINDS } from '../inspect/compare/differences.ts';
import { openSiteFolder, type ServedSite } from '../server/site-folder.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { type OutputOptions, printResult } from './report.ts';
import { runTask } from './terminal.ts';

type CompareArguments = Record<'address' | 'site' | 'seed', string> &
  Partial<Record<'to' | 'header', string>> &
  OutputOptions;

/** The other API, and the site in a folder or at an address. */
function sidesOf({ address, to, header = '' }: CompareArguments, site: ServedSite) {
  const { base } = site.grid;
  const [, name = '', value = ''] = /^([^:]+):(.*)/s.exec(header) ?? [];
  const headers: Record<string, string> = name ? { [name]: value } : {};
  const root = `${(to ?? base).replace(/\/$/, '')}/${apiFolder(site.grid)}`;
  return {
    live: sideAt(address, site.grid, (request) => fetch(request, { headers })),
    own: sideAt(root, site.grid, to ? fetch : (request) => answer(request, site)),
  };
}

type Send = (request: Request) => Promise<Response>;

/** An API whose collections are below an address. */
function sideAt(root: string, { collections }: Grid, send: Send): Side {
  const start = root.replace(/\/?$/, '/');
  return {
    addresses: Object.fromEntries(collections.map(({ name }) => [name, `${start}${name}/`])),
    async ask({ collection, method, key, query }) {
      const item = key === undefined ? '' : `${encodeKey(key)}/`;
      const url = `${start}${collection}/${item}${query && `?${query}`}`;
      const response = await send(new Request(url, { method, redirect: 'manual' }));
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
  };
}

/** `staticrest compare` */
export async function compareCommand(options: CompareArguments): Promise<void> {
  const { address, site: folder, to: target = folder, seed } = options;
  const site = openSiteFolder(folder);
  const { result, seconds, time } = await runTask((task) =>
    compare(sidesOf(options, site), site.grid, { ...task, seed }),
  );
  const { requests, same, differences } = result;
  const unexplained = differences.filter(({ deviation }) => deviation === null).length;
  const ok = unexplained === 0;
  // Before anything is printed: a reader such as `head` may close the pipe, which ends the process.
  if (!ok) process.exitCode = 1;
  const summary = `${formatCount(requests, 'request')}: ${formatNumber(same)} with the same answers, ${formatCount(unexplained, 'unexplained difference')}, in ${time}`;
  const lines = [...KINDS.flatMap((kind) => kindLines(kind, differences)), summary];
  printResult(lines, { ok, address, target, seed, ...result, seconds }, options, summary);
}

/** How many unexplained differences of each kind are printed. */
const MAX_PRINTED = 20;

/** The differences of a kind: how many each deviation explains, and those that none explains. */
function kindLines(kind: string, differences: readonly Found[]): string[] {
  const own = differences.filter((one) => one.kind === kind);
  const withName = (name: string | null) => own.filter(({ deviation }) => deviation === name);
  const names = [...new Set(own.map(({ deviation }) => deviation))].sort();
  return [
    ...(own.length > 0 ? [`${kind}: ${formatCount(own.length, 'difference')}`] : []),
    ...names.map(
      (name) => `${String(withName(name).length).padStart(6)}  ${name ?? 'not explained'}`,
    ),
    ...withName(null)
      .slice(0, MAX_PRINTED)
      .flatMap((one) => [`  ${one.request}`, `    there: ${one.live}`, `    here:  ${one.own}`]),
  ];
}
