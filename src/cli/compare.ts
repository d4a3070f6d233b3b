import { answer } from '../core/answer.ts';
import { apiFolder } from '../core/grid.ts';
import { collectionNameFrom } from '../import/guess.ts';
import { createLiveClient, parseAddress } from '../import/live/client.ts';
import { findListings, itemAddress } from '../import/live/listing.ts';
import { compare, type Found, type Side } from '../inspect/compare/compare.ts';
import { KINDS } from '../inspect/compare/differences.ts';
import { openSiteFolder, type ServedSite } from '../server/site-folder.ts';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import type { LiveArguments } from './live.ts';
import { type OutputOptions, printResult } from './report.ts';
import { runTask } from './terminal.ts';

type CompareArguments = Record<'address' | 'site' | 'seed', string> &
  Partial<Record<'to', string>> &
  LiveArguments &
  OutputOptions;

/** The live API, and the site in a folder or at an address, with the collections that both have. */
async function sidesOf(options: CompareArguments, site: ServedSite, task: TaskOptions) {
  const address = parseAddress(options.address);
  const live = createLiveClient(address, { ...options, task });
  const listings = await findListings(live, address);
  const lists = new Map(listings.map(({ name, url }) => [collectionNameFrom(name), url]));
  const { base, collections } = site.grid;
  const shared = collections.filter(({ name }) => lists.has(name));
  if (shared.length === 0) {
    const names = collections.map(({ name }) => name).join(', ');
    throw new UsageError(`${address} has none of the collections of the site: ${names}.`);
  }
  const to = options.to === undefined ? null : parseAddress(options.to);
  const root = `${to?.href.replace(/\/$/, '') ?? base}/${apiFolder(site.grid)}`;
  const own = new Map(shared.map(({ name }) => [name, new URL(`${root}${name}/`)]));
  const sendOwn = to ? createLiveClient(to, { task }).request : requestFrom(site);
  const sides = { live: sideAt(lists, live.request), own: sideAt(own, sendOwn) };
  return { sides, grid: { ...site.grid, collections: shared } };
}

type Send = (method: string, url: URL) => ReturnType<Side['send']>;

const requestFrom =
  (site: ServedSite): Send =>
  async (method, url) => {
    const response = await answer(new Request(url, { method }), site);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

function sideAt(lists: ReadonlyMap<string, URL>, send: Send): Side {
  return {
    addresses: Object.fromEntries(Array.from(lists, ([name, { href }]) => [name, href])),
    send({ collection, method, key, query }) {
      const list = lists.get(collection) as URL;
      const url = key === undefined ? new URL(list) : itemAddress(list, key);
      url.search = [url.search.slice(1), query].filter(Boolean).join('&');
      return send(method, url);
    },
  };
}

/** `staticrest compare` */
export async function compareCommand(options: CompareArguments): Promise<void> {
  const { address, site: folder, to: target = folder, seed } = options;
  const site = openSiteFolder(folder);
  const { result, seconds, time } = await runTask(async (task) => {
    const { sides, grid } = await sidesOf(options, site, task);
    const collections = grid.collections.map(({ name }) => name);
    return { collections, ...(await compare(sides, grid, { ...task, seed })) };
  });
  const { collections, requests, same, differences } = result;
  const unexplained = differences.filter(({ deviation }) => deviation === null).length;
  const ok = unexplained === 0;
  // Before anything is printed: a reader such as `head` may close the pipe, which ends the process.
  if (!ok) process.exitCode = 1;
  const named = formatCount(differences.length - unexplained, 'named deviation');
  const counts = `${formatNumber(same)} answered equally, ${named}, ${formatCount(unexplained, 'unexplained difference')}`;
  const summary = `${formatCount(requests, 'request')} for ${collections.join(', ')}: ${counts}, in ${time}`;
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
