import { answer } from '../core/answer.ts';
import { encodeKey } from '../core/encode-key.ts';
import { relativeEndpointPath } from '../core/endpoint.ts';
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
  const [, name, value = ''] = /^([^:]+):(.*)/s.exec(header) ?? [];
  const headers = name ? { [name]: value } : {};
  const pathTo = (collection: (typeof site.grid.collections)[number]) =>
    relativeEndpointPath(site.grid, { kind: 'collection', collection });
  const side = (base: string, pathIn: typeof pathTo, send: (one: Request) => Promise<Response>) => {
    const root = base.replace(/\/?$/, '/');
    const lists = site.grid.collections.map((one) => [one.name, root + pathIn(one)] as const);
    return sideWith(Object.fromEntries(lists), send);
  };
  return {
    live: side(
      address,
      ({ name }) => `${name}/`,
      (one) => fetch(one, { headers }),
    ),
    own: side(to ?? site.grid.base, pathTo, to ? fetch : (one) => answer(one, site)),
  };
}

const sideWith = (
  addresses: Side['addresses'],
  send: (request: Request) => Promise<Response>,
): Side => ({
  addresses,
  async ask({ collection, method, key, query }) {
    const path = key === undefined ? '' : `${encodeKey(key)}/`;
    const url = `${addresses[collection]}${path}${query && `?${query}`}`;
    const response = await send(new Request(url, { method, redirect: 'manual' }));
    return { status: response.status, headers: response.headers, text: await response.text() };
  },
});

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
  const names = [...new Set(own.map(({ deviation }) => deviation))].sort();
  const counts = names.map((name) => {
    const count = own.filter(({ deviation }) => deviation === name).length;
    return `  ${formatNumber(count).padStart(4)}  ${name ?? 'not explained'}`;
  });
  const unexplained = own.filter(({ deviation }) => deviation === null);
  const shown = unexplained
    .slice(0, MAX_PRINTED)
    .flatMap((one) => [`  ${one.request}`, `    there: ${one.live}`, `    here:  ${one.own}`]);
  return own.length > 0
    ? [`${kind}: ${formatCount(own.length, 'difference')}`, ...counts, ...shown]
    : [];
}
