import { localBase } from '../api/base.ts';
import { type Address, hrefOf } from '../core/address.ts';
import { basePath, type CollectionGrid, type Grid } from '../core/grid.ts';
import type { Host } from '../hosts/host.ts';
import { HOSTS, type HostName } from '../hosts/hosts.ts';
import { type Exchange, type ServeOptions, siteHandler } from '../server/handler.ts';
import { type Listening, listen } from '../server/listen.ts';
import { openSite, SiteFolder, type SitePlace } from '../server/site-folder.ts';
import { printable } from '../util/problem.ts';
import { interruptible } from './interrupt.ts';
import { parsePort } from './options.ts';

export interface ListenArguments {
  readonly port: string;
  readonly address: string;
}

export interface PreviewArguments extends ListenArguments {
  readonly asBuilt: boolean;
  readonly rulesOnly: boolean;
  readonly as?: HostName | undefined;
}

/** `staticrest preview` */
export async function previewCommand(dist: string, options: PreviewArguments): Promise<void> {
  const { grid } = openSite(dist);
  const { asBuilt, rulesOnly } = options;
  const as: Host | undefined = options.as && HOSTS[options.as];
  const server = await serve(new SiteFolder(dist), { asBuilt, rulesOnly, as }, options);
  const base = shownBase(options.address, server.port) + basePath(grid);
  const { heard } = interruptible();
  introduce(dist, grid, base);
  if (as) console.log(`Answers are those of ${as.title}.`);
  console.log('Ctrl-C ends it.');
  if (grid.base !== base) {
    const links = asBuilt ? 'its links lead there, not here' : 'here its links lead here';
    console.log(`The site was built for ${grid.base}; ${links}.\n`);
  }
  await heard;
  await server.close();
}

/** Serves a site and logs each request in a line. */
export function serve(
  site: SitePlace,
  options: ServeOptions,
  { port, address }: ListenArguments,
): Promise<Listening> {
  const log = (exchange: Exchange) => console.log(logLine(exchange));
  return listen(siteHandler(site, options, log), parsePort(port), address);
}

/** The address to name for a server: that of every interface, or of the loopback one, is localhost. */
export function shownBase(address: string, port: number): string {
  const isHere = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(address);
  return localBase(port, isHere ? 'localhost' : address);
}

/** Says where a site is and what to ask it. */
export function introduce(folder: string, grid: Grid, base: string): void {
  console.log(`\nServing ${folder} at ${base}/ : open that in a browser, or try:`);
  for (const address of addressesToTry(grid)) console.log(`  curl '${hrefOf(base, address)}'`);
  console.log();
}

/** Three requests that show what there is: the index, a listing, and a page or an order of one. */
function addressesToTry({ collections }: Grid): Address[] {
  const [first] = collections;
  if (!first) return [{ kind: 'index' }];
  const rich = collections.find(({ pagination }) => pagination) ?? collections.at(-1) ?? first;
  const listing: Address = { kind: 'list', collection: first.name, ordering: '' };
  return [{ kind: 'index' }, listing, richAddress(rich)];
}

/** An address that uses what parameters a collection has. */
function richAddress({ name: collection, count, orderings, pagination }: CollectionGrid): Address {
  const ordering = orderings.at(-1) ?? '';
  if (!pagination) return { kind: 'list', collection, ordering };
  const limit = pagination.limits[0] ?? pagination.default;
  const offset = limit < count ? limit : 0;
  return { kind: 'page', collection, format: '', ordering, limit, offset };
}

/** `200 /api/?format=json → data/index.json  3 ms`; the method is shown where it is not GET. */
function logLine({ method, target, status, answer, milliseconds }: Exchange): string {
  const request = method === 'GET' ? target : `${method} ${target}`;
  const shown = request.length > 300 ? `${request.slice(0, 300)}…` : request;
  return `${status} ${printable(shown)} → ${printable(answer)}  ${Math.ceil(milliseconds)} ms`;
}
