import { localBase } from '../api/base.ts';
import type { ListingAddress } from '../core/address.ts';
import { apiFolder, basePath, type CollectionGrid, type Grid, isForRules } from '../core/grid.ts';
import { printedHref } from '../core/path.ts';
import { type LogEntry, type ServeOptions, siteHandler } from '../server/handler.ts';
import { listen, PortInUseError } from '../server/listen.ts';
import { SiteFolder, type SiteSource } from '../server/site-folder.ts';
import { printable, UsageError } from '../util/problem.ts';
import { openInBrowser } from './browser.ts';
import type { Arguments } from './options.ts';
import { interruptible, withAddresses } from './terminal.ts';

interface PreviewArguments
  extends Pick<Arguments, 'port' | 'address' | 'open' | 'asBuilt' | 'plain' | 'rulesOnly'> {
  readonly dist: string;
}

/** `staticrest preview` */
export async function previewCommand(options: PreviewArguments): Promise<void> {
  const { dist, address, open, asBuilt } = options;
  const source = new SiteFolder(dist);
  const { grid } = source;
  if (options.rulesOnly && !isForRules(grid)) {
    throw new UsageError(
      `--rules-only answers prerendered pages only, and ${dist} has none that answer query strings.`,
    );
  }
  if (options.plain && grid.isStoreOnly) console.log(NO_PATHS);
  const server = await onFreePort(options.port, (port) => serve(source, options, port, address));
  const base = shownBase(address, server.port) + basePath(grid);
  const { interrupted } = interruptible();
  console.log(withAddresses(`\nServing ${dist} at ${base}/\n${requestsToTry(grid, base)}\n`));
  if (grid.base !== base) {
    const target = asBuilt ? 'and its links point there' : 'but its links point to this server';
    console.log(withAddresses(`The site was built for ${grid.base} ${target}.`));
  }
  console.log('Press Ctrl-C to stop.\n');
  if (open) openInBrowser(`${base}/`);
  await interrupted;
  await server.close();
}

const NO_PATHS = 'This site has no pages, so --plain serves none. Build it with --host files.';

/** Serves a site and logs each request on a line. */
export function serve(source: SiteSource, options: ServeOptions, port: number, address: string) {
  const lines: string[] = [];
  const flush = () => console.log(lines.splice(0).join('\n'));
  const log = (entry: LogEntry) => {
    // Together: under load, a write for each line takes as long as an answer.
    if (lines.push(logLine(entry)) === 1) setImmediate(flush);
  };
  return listen(siteHandler(source, options, log), port, address);
}

/** The base address to show for a server: `localhost` for a loopback address and for all interfaces. */
export function shownBase(address: string, port: number): string {
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(address);
  return localBase(port, isLocal ? 'localhost' : address);
}

/** Up to three requests as examples: the index, a listing, and a page or an ordering of one. */
export function requestsToTry(grid: Grid, base: string): string {
  const { collections } = grid;
  const [first] = collections;
  const last = collections.find(({ pagination }) => pagination) ?? collections.at(-1);
  const isByPath = grid.linksByPath;
  const hrefs = new Set([`${base}/${apiFolder(grid)}${isByPath ? 'index.json' : ''}`]);
  if (first) hrefs.add(`${base}/${apiFolder(grid)}${first.name}${isByPath ? '.json' : '/'}`);
  if (last) hrefs.add(printedHref({ ...grid, base }, pageToTry(last)));
  const lines = Array.from(hrefs, (href) => `  curl '${href}'`);
  return ['Open this address in a browser, or try:', ...lines].join('\n');
}

/** A listing of a collection, with the parameters that it has. */
function pageToTry(grid: CollectionGrid): ListingAddress {
  const { name: collection, count, orderings, pagination } = grid;
  const ordering = orderings.at(-1) ?? '';
  if (!pagination) return { kind: 'list', collection, ordering };
  const limit = pagination.limits[0] ?? pagination.default;
  const offset = limit < count ? limit : 0;
  const numbered = pagination.style === 'page' && { pageSize: limit };
  return { kind: 'page', collection, format: '', ordering, limit, offset, ...numbered };
}

/** `200 /api/?format=json → data/index.json  3 ms`; the method is shown where it is not GET. */
function logLine({ method, target, status, answer, milliseconds }: LogEntry): string {
  const request = method === 'GET' ? target : `${method} ${target}`;
  const shown = request.length > 300 ? `${request.slice(0, 300)}…` : request;
  return `${status} ${printable(shown)} → ${printable(answer)}  ${Math.ceil(milliseconds)} ms`;
}

/** The port without `--port`, and the last one that is tried. */
const [FIRST_PORT, LAST_PORT] = [8080, 8099];

/**
 * Starts a server on the port that was asked for, else on the first free one from 8080.
 * @throws UsageError if the port is not a number, or is in use
 */
export async function onFreePort<T>(
  text: string | undefined,
  start: (port: number) => Promise<T>,
): Promise<T> {
  if (text !== undefined) return start(parsePort(text));
  for (let port = FIRST_PORT; ; port++) {
    try {
      const server = await start(port);
      if (port > FIRST_PORT) console.log(`Port ${FIRST_PORT} is in use; using ${port}`);
      return server;
    } catch (error) {
      if (!(error instanceof PortInUseError) || port === LAST_PORT) throw error;
    }
  }
}

/**
 * Parses a port number.
 * @throws UsageError if the text is not one
 */
function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65535) return port;
  throw new UsageError(`--port is ${JSON.stringify(text)}. It must be a number from 0 to 65535.`);
}
