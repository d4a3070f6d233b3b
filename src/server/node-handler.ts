/** What a site for Node has in its folder as `handler.mjs`, bundled with all imports; `server.mjs` calls `run`. */
import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import compression from 'compression';
import { isLocal } from '../api/base.ts';
import { basePath, type Grid } from '../core/grid.ts';
import { type LogEntry, originOf, siteHandler } from './handler.ts';
import { listen } from './listen.ts';
import { baseAt, SiteFolder } from './site-folder.ts';

const { HOST, TRUST_PROXY = '' } = process.env;
const PORT = process.env.PORT || '8080';

const source = new SiteFolder(import.meta.dirname);

const logFailure = ({ status, target, answer }: LogEntry) => {
  if (status >= 500) console.error(`${status} ${target} ${answer}`);
};

// A program that imports the handler may set other values for Express. They are ignored.
const trustsProxy = ['1', 'true'].includes(TRUST_PROXY);
const answer = siteHandler(source, { trustsProxy }, logFailure);

/** The media types of the files that are worth it. Parquet files are compressed already. */
const COMPRESSIBLE = /^(?:text|application)\/(?!vnd[.]apache[.]parquet)|^image\/svg/;

const compress = compression({
  threshold: 256,
  filter: (_, response) => COMPRESSIBLE.test(String(response.getHeader('Content-Type'))),
}) as unknown as (...args: [...Parameters<RequestListener>, () => void]) => void;

/**
 * Answers a request of Node's HTTP server with the site, also where another server mounts it: Express keeps the path of
 * the request as `originalUrl`.
 */
export const handler: RequestListener = (request, response) => {
  const { writeHead } = response;
  // `compress` calls it after it has set its headers. Different bytes may share only a weak tag: RFC 9110, 8.8.3.3
  response.writeHead = (status: number) => {
    const tag = response.getHeader('ETag');
    const known = status === 304 && request.headers['if-none-match'];
    // Without a length, `compress` can't tell that a 304 is about a body that is too short to compress.
    if (known) response.removeHeader('Content-Encoding');
    const isWeak = known ? known.includes(`W/${tag}`) : response.hasHeader('Content-Encoding');
    if (tag && isWeak) response.setHeader('ETag', `W/${tag}`);
    return writeHead.call(response, status);
  };
  compress(request, response, () => answer(request, response));
};

/** How long requests can take after a signal to end, in ms. */
const GRACE = 5000;

/** Serves the site until the process gets a signal to end. */
export const run = (): Promise<void> =>
  serve().catch(({ message }: Error) => {
    console.error(message);
    process.exitCode = 1;
  });

async function serve(): Promise<void> {
  if (!/^\d+$/.test(PORT) || Number(PORT) > 65_535)
    throw new Error(`PORT is ${JSON.stringify(PORT)}. Set it to a number from 0 to 65535.`);
  if (!['', '0', 'false', '1', 'true'].includes(TRUST_PROXY))
    throw new Error(`TRUST_PROXY is "${TRUST_PROXY}". Set it to 1 behind a proxy, else to 0.`);
  const { grid } = source;
  const { server, base } = await listen(handler, Number(PORT), HOST);
  console.log(`Serving ${import.meta.dirname} at ${base}${basePath(grid)}/`);
  reportLocalLinks(server, grid);
  // The connections with an answer on its way. Responses can't be counted: one that waits for an earlier one emits no
  // `close` when its connection closes.
  const answering = new Set<Socket>();
  // Later, because Bun emits `close` before it has sent the last bytes of a response.
  const closeUnused = () =>
    setTimeout(() => answering.size === 0 && server.closeAllConnections(), 100);
  server.on('request', ({ socket }, response) => {
    answering.add(socket);
    if (!server.listening) response.setHeader('Connection', 'close');
    response.once('close', () => {
      answering.delete(socket);
      if (!server.listening) closeUnused();
    });
  });
  const stop = () => {
    server.close();
    // A part of a request may have come, to which no answer is on its way.
    closeUnused();
    setTimeout(() => server.closeAllConnections(), GRACE).unref();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, stop);
}

/**
 * Prints once that links lead to this machine, although the site has a public address. A proxy that does not send the
 * host of its requests causes this, and so does a person who tries the server.
 */
function reportLocalLinks(server: Server, grid: Grid): void {
  if (isLocal(grid.base)) return;
  const check: RequestListener = (request) => {
    const base = baseAt(grid, originOf(request, trustsProxy));
    if (!isLocal(base)) return;
    server.off('request', check);
    console.error(
      `A request names ${base}, so its links lead there and not to ${grid.base}. If a proxy sent it, set up the proxy as ${import.meta.dirname}/_hosts/node/README.md says.`,
    );
  };
  server.on('request', check);
}
