import { apiFolder, basePath, type Grid } from '../core/grid.ts';
import { type LogEntry, type ServeOptions, siteHandler } from '../server/handler.ts';
import { listen } from '../server/listen.ts';
import { serveOpenFile } from '../server/serve-open-file.ts';
import { SiteFolder, type SiteSource } from '../server/site-folder.ts';
import { printable } from '../util/problem.ts';
import { shortened } from '../util/text.ts';
import type { Arguments } from './options.ts';
import { interruptible } from './terminal.ts';

/** `staticrest preview` */
export async function previewCommand(options: Arguments): Promise<void> {
  const { dist, address } = options;
  const source = new SiteFolder(dist);
  const { grid } = source;
  const server = await serve(source, options, options.port, address);
  const base = server.base + basePath(grid);
  const { interrupted } = interruptible();
  console.log(`\nServing ${dist} at ${base}/\n${requestsToTry(grid, base)}\n`);
  console.log('Press Ctrl-C to stop.\n');
  await interrupted;
  await server.close();
}

/** Serves a site, on the first free port where none is given, and logs each request on a line. */
export function serve(
  source: SiteSource,
  options: ServeOptions,
  port: number | undefined,
  address: string,
) {
  const log = (entry: LogEntry) => console.log(logLine(entry));
  return listen(siteHandler(source, options, log, serveOpenFile), port, address);
}

/** Requests as examples: the index, and a listing. */
export function requestsToTry(grid: Grid, base: string): string {
  const [first] = grid.collections;
  const root = `${base}/${apiFolder(grid)}`;
  const isByPath = grid.hostKind === 'plain';
  const hrefs = [isByPath ? `${root}index.json` : root];
  if (first) hrefs.push(root + first.name + (isByPath ? '.json' : '/'));
  const lines = hrefs.map((href) => `  curl '${href}'`);
  return ['Open this address in a browser, or try:', ...lines].join('\n');
}

/** `200 /api/?format=json → data/index.json  3 ms`; the method is shown where it is not GET. */
function logLine({ method, target, status, answer, milliseconds }: LogEntry): string {
  const request = method === 'GET' ? target : `${method} ${target}`;
  return `${status} ${printable(shortened(request, 300))} → ${printable(answer)}  ${Math.ceil(milliseconds)} ms`;
}
