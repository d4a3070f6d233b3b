import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { listen } from '../../src/server/listen.ts';

/** A request as it has arrived. */
interface SentRequest {
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** A server, whose address ends with a slash, and what it has got. */
interface Listener {
  readonly address: string;
  readonly requests: readonly SentRequest[];
}

export interface FaultyApi extends Listener {
  /** A server of another origin, to which some addresses lead. */
  readonly other: Listener;
  /** False: every collection is in order from now on. */
  isFaulty: boolean;
}

interface Exchange {
  readonly url: URL;
  readonly response: ServerResponse;
  /** How often this was requested, with this request. */
  readonly attempt: number;
  /** The address of the other server. */
  readonly other: string;
  /** The number of records. */
  readonly count: number;
  /** The size of the body of `large`. */
  readonly largeBytes: number;
}

type Page = Record<string, unknown> & { readonly results: object[] };

const SIZE = 10;

const records = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, label: `Town ${id}`, size: (id * 7) % 11 }));

function send({ response }: Exchange, body: unknown, status = 200, headers = {}): void {
  const text = typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body);
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
}

/** The address of the same collection with another query. */
const linkTo = ({ url }: Exchange, query: string, base = url.href) =>
  new URL(`${url.pathname}?${query}`, base).href;

function offsetPage(exchange: Exchange): Page {
  const { url, count } = exchange;
  const limit = Math.min(Number(url.searchParams.get('limit') ?? SIZE), 50);
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const link = (to: number) => linkTo(exchange, `limit=${limit}&offset=${to}`);
  const next = offset + limit < count ? link(offset + limit) : null;
  const previous = offset > 0 ? link(Math.max(0, offset - limit)) : null;
  return { count, next, previous, results: records(count).slice(offset, offset + limit) };
}

/** The addresses of the pages around a page with a number, and its records; undefined if there is none. */
function numberedPage(exchange: Exchange, parameter: string) {
  const { url, count } = exchange;
  const page = Number(url.searchParams.get(parameter) ?? 1);
  const last = Math.max(1, Math.ceil(count / SIZE));
  if (!(page >= 1 && page <= last)) return;
  const link = (to: number) => linkTo(exchange, `${parameter}=${to}`);
  return {
    next: page < last ? link(page + 1) : null,
    previous: page > 1 ? link(page - 1) : null,
    results: records(count).slice((page - 1) * SIZE, page * SIZE),
  };
}

function sendNumbered(exchange: Exchange, parameter: string, more: object): void {
  const page = numberedPage(exchange, parameter);
  if (page) send(exchange, { ...more, ...page });
  else send(exchange, { detail: 'Invalid page.' }, 404);
}

/** Collections in order, by the first part of their path. */
const STYLES: Record<string, (exchange: Exchange) => void> = {
  offset: (exchange) => send(exchange, offsetPage(exchange)),
  page: (exchange) => sendNumbered(exchange, 'page', { count: exchange.count }),
  cursor: (exchange) => sendNumbered(exchange, 'cursor', {}),
  link(exchange) {
    const { next, previous, results = [] } = numberedPage(exchange, 'page') ?? {};
    const links = [next && `<${next}>; rel="next"`, previous && `<${previous}>; rel="prev"`];
    send(exchange, results, 200, { Link: links.filter(Boolean).join(', ') });
  },
  nested(exchange) {
    const { next, results } = offsetPage(exchange);
    send(exchange, { meta: { total: exchange.count }, links: { next }, data: results });
  },
  unlinked: (exchange) => send(exchange, numberedPage(exchange, 'page')?.results ?? []),
  list: (exchange) => send(exchange, records(exchange.count)),
  root: (exchange) => send(exchange, rootOf(exchange, ['offset', 'page', 'list'])),
  'root-elsewhere': (exchange) =>
    send(exchange, { ...rootOf(exchange, ['offset']), other: `${exchange.other}offset/` }),
  'root-names': (exchange) =>
    send(exchange, rootOf(exchange, ['../../evil', 'api', '\u001b[2J'], '/offset/')),
  'root-proto': (exchange) => send(exchange, rootOf(exchange, ['__proto__'], '/offset/')),
};

const rootOf = ({ url }: Exchange, names: readonly string[], path?: string) =>
  Object.fromEntries(names.map((name) => [name, new URL(path ?? `/${name}/`, url).href]));

/** Sends the page with a part of its text replaced. */
const sendReplaced = (exchange: Exchange, page: Page, from: string, to: string) =>
  send(
    exchange,
    JSON.stringify(page).replace(from, () => to),
  );

const refuse = (exchange: Exchange, page: Page, status: number, retryAfter?: string) =>
  exchange.attempt > 2
    ? send(exchange, page)
    : send(exchange, {}, status, retryAfter && { 'Retry-After': retryAfter });

const redirect = (exchange: Exchange, target: string) =>
  send(exchange, '', 302, { Location: target });

async function cut({ response }: Exchange, page: Page, headers: Record<string, number>) {
  const text = JSON.stringify(page);
  response.writeHead(200, { 'Content-Type': 'application/json', ...headers });
  response.write(text.slice(0, text.length / 2));
  // After the client has got the half.
  await setTimeout(50);
  response.destroy();
}

function* endlessText() {
  yield '{"results":[0';
  while (true) yield ',0'.repeat(500_000);
}

/** Collections with a limit and an offset, in order but for the page with the offset 10. */
const FAULTS: Record<string, (exchange: Exchange, page: Page) => unknown> = {
  'busy-seconds': (exchange, page) => refuse(exchange, page, 429, '2'),
  'busy-date': (exchange, page) =>
    refuse(exchange, page, 429, new Date(Date.now() + 2000).toUTCString()),
  'busy-for-ever': (exchange) => send(exchange, {}, 429, { 'Retry-After': '86400' }),
  unavailable: (exchange, page) => refuse(exchange, page, 503),
  'cut-length': (exchange, page) =>
    cut(exchange, page, { 'Content-Length': JSON.stringify(page).length }),
  'cut-chunked': (exchange, page) => cut(exchange, page, {}),
  loop: (exchange, page) => send(exchange, { ...page, next: exchange.url.href }),
  'loop-of-two': (exchange, page) =>
    send(exchange, { ...page, next: new URL(exchange.url.pathname, exchange.url).href }),
  'moving-count': (exchange, page) => send(exchange, { ...page, count: exchange.count + 1 }),
  twice: (exchange, page) =>
    send(exchange, { ...page, results: [records(SIZE).at(-1), ...page.results.slice(1)] }),
  'next-elsewhere': (exchange, page) =>
    send(exchange, { ...page, next: linkTo(exchange, 'offset=20', exchange.other) }),
  redirect: (exchange) => redirect(exchange, `/offset/${exchange.url.search}`),
  'redirect-elsewhere': (exchange) =>
    redirect(exchange, `${exchange.other}offset/${exchange.url.search}`),
  'redirect-loop': (exchange) => redirect(exchange, exchange.url.href),
  endless: ({ response }) => pipeline(Readable.from(endlessText()), response, () => {}),
  large: (exchange, page) => {
    const text = JSON.stringify(page);
    send(exchange, text + ' '.repeat(Math.max(0, exchange.largeBytes - text.length)));
  },
  html: (exchange) => send(exchange, '<h1>Hello</h1>', 200, { 'Content-Type': 'text/html' }),
  broken: (exchange, page) => send(exchange, JSON.stringify(page).slice(0, -2)),
  'not-utf8': (exchange, page) =>
    send(exchange, Buffer.from(JSON.stringify(page).replace('Town', 'T\u00f6wn'), 'latin1')),
  'large-number': (exchange, page) =>
    sendReplaced(exchange, page, '"size":', '"size":9007199254740993,"old":'),
  proto: (exchange, page) => sendReplaced(exchange, page, '"size":', '"__proto__":{"x":1},"size":'),
  escapes: (exchange, page) =>
    sendReplaced(exchange, page, 'Town', '\\u001b[2J\\u001b]0;x\\u0007\\u009b31m\\u202e'),
};

/** Answers as the first part of the path says: the collection, or one record, such as `/offset/5/`. */
function answer(exchange: Exchange, isFaulty: boolean): unknown {
  const [, name = '', id] = exchange.url.pathname.split('/');
  const { [name]: fault } = FAULTS;
  const { [fault ? 'offset' : name]: style } = STYLES;
  const record = id ? records(exchange.count)[Number(id)] : undefined;
  if (!style || (id && !record)) return send(exchange, { detail: 'Not found.' }, 404);
  if (record) return send(exchange, record);
  const isFaultyPage = exchange.url.searchParams.get('offset') === `${SIZE}`;
  return fault && isFaulty && isFaultyPage
    ? fault(exchange, offsetPage(exchange))
    : style(exchange);
}

/** Starts an API that does wrong in many ways, until the test has finished. Each name above is a collection. */
export async function startFaultyApi({ count = 35, largeBytes = 0 } = {}): Promise<FaultyApi> {
  const start = async (other: string, isFaulty: () => boolean): Promise<Listener> => {
    const requests: SentRequest[] = [];
    const handler: RequestListener = ({ method = '', url: path = '', headers }, response) => {
      requests.push({ method, path, headers });
      const attempt = requests.filter((one) => one.path === path && one.method === method).length;
      const url = new URL(path, `http://${headers.host}`);
      answer({ url, response, attempt, other, count, largeBytes }, isFaulty());
    };
    const { port, close } = await listen(handler, 0, '127.0.0.1');
    onTestFinished(close);
    return { address: `http://127.0.0.1:${port}/`, requests };
  };
  const other = await start('', () => false);
  const api: FaultyApi = Object.assign(await start(other.address, () => api.isFaulty), {
    other,
    isFaulty: true,
  });
  return api;
}
