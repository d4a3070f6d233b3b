import type { IncomingMessage, RequestListener } from 'node:http';
import type { Headers } from '../core/header.ts';
import { damagedReply, uncachedReply } from '../core/reply.ts';
import { resolve, splitTarget } from '../core/resolve.ts';
import { UsageError } from '../util/problem.ts';
import { errorCode } from '../util/system-error.ts';
import { formatCount } from '../util/text.ts';
import { answerFrom, type Enqueue, plainReply, type ServerReply } from './answer.ts';
import { AnswerQueue } from './answer-queue.ts';
import { ChangeEvents } from './change-events.ts';
import { forLoopbackOrigins, isRebound } from './guard.ts';
import { type Creator, post, postReply } from './post.ts';
import { send } from './send.ts';
import type { SiteSource } from './site-folder.ts';
import { baseAt, createView } from './site-view.ts';

/** How a site is served. */
export interface ServeOptions {
  /** Are only prerendered pages answered, as by a host's rules? */
  readonly rulesOnly?: boolean | undefined;
  /** True to send only files, and to ignore queries, as a plain host does. */
  readonly plain?: boolean | undefined;
  /** True to keep the links of the build for requests to any host. */
  readonly asBuilt?: boolean | undefined;
  /** Absent: nothing can be posted. */
  readonly creator?: Creator | undefined;
  /** Absent: pages are not told that the site has changed. */
  readonly changes?: ChangeEvents | undefined;
  /** Can only pages of this machine read the answers? Absent: those of any site. */
  readonly loopbackOnly?: boolean | undefined;
}

/** A request and its answer, for a log. */
export interface LogEntry {
  readonly method: string;
  /** The path and query as they were requested. */
  readonly target: string;
  readonly status: number;
  /** The files that the answer was made of, the target of a redirect, or the text of an error. */
  readonly answer: string;
  readonly milliseconds: number;
}

/** How long a client can read nothing of an answer, in ms. */
const MAX_PAUSE = 10_000;

/** Answers requests for the API and for the files that describe it. No other file is served. */
export function siteHandler(
  source: SiteSource,
  options: ServeOptions,
  onAnswered: (entry: LogEntry) => void,
): RequestListener {
  const queue = new AnswerQueue();
  return async (request, response) => {
    const start = performance.now();
    const { method = '', url: target = '', socket } = request;
    let close = () => {};
    // From the start, since a client can leave before its answer is ready. A response that waits for
    // earlier ones of its connection emits no `close` when its connection closes.
    const closed = new Promise<void>((resolve) => {
      close = resolve;
      for (const emitter of [response, socket.setMaxListeners(0)]) emitter.once('close', close);
    });
    const isForeign = options.loopbackOnly && isRebound(request);
    const withAccess = (headers: Headers) =>
      options.loopbackOnly ? forLoopbackOrigins(headers, request) : headers;
    if (!isForeign && options.changes && method === 'GET' && isForChanges(target)) {
      return options.changes.stream(response, withAccess(ChangeEvents.HEADERS));
    }
    const enqueue: Enqueue = async (make) => (await queue.add(make, closed)) ?? CLIENT_LEFT;
    const answered: ServerReply = isForeign
      ? uncachedReply(403, { detail: FOREIGN_HOST })
      : await answerTo(request, source, options, closed, enqueue).catch(failed);
    // Then Node closes the connection. Until its body is read, the answer takes memory.
    if (answered.body instanceof Uint8Array) socket.setTimeout(MAX_PAUSE);
    const headers = withAccess({ ...answered.headers, ...(options.changes && UNCACHED) });
    await send({ ...answered, headers }, request, response).catch(() => response.destroy());
    await closed;
    socket.off('close', close);
    const { statusCode: status } = response;
    const answer = summarize(answered);
    onAnswered({ method, target, status, answer, milliseconds: performance.now() - start });
  };
}

/** Nobody gets this. */
const CLIENT_LEFT = uncachedReply(503, { detail: 'The client has closed the connection.' });

/** A page that reloads because the site has changed must not get the old records. */
const UNCACHED: Headers = { 'Cache-Control': 'no-cache' };

const FOREIGN_HOST =
  'The Host header does not name this machine. Open the site as localhost, or start `dev` with --cors.';

/** The base address of a site that changes has no path. */
const isForChanges = (target: string): boolean =>
  splitTarget(target).path === `/${ChangeEvents.PATH}`;

async function answerTo(
  request: IncomingMessage,
  source: SiteSource,
  { creator, rulesOnly = false, plain = false, asBuilt = false }: ServeOptions,
  closed: Promise<unknown>,
  enqueue: Enqueue,
): Promise<ServerReply> {
  const { method = '', url = '', headers } = request;
  const { accept, 'if-none-match': ifNoneMatch } = headers;
  const apiRequest = { method, ...splitTarget(url), ifNoneMatch, accept };
  const abilities = { composes: !rulesOnly, creates: creator?.collections ?? [] };
  // Not in the work below, which is repeated if the site is replaced during the work.
  const posted = creator && method === 'POST' ? await create(creator) : null;
  return source.use(async (site) => {
    const base = asBuilt ? site.grid.base : baseAt(site.grid, headers.host);
    const view = createView(site, base, abilities.creates, closed);
    if (plain) return plainReply(view, apiRequest);
    return posted ? postReply(view, posted) : answerFrom(view, apiRequest, abilities, enqueue);
  });

  async function create(creator: Creator) {
    const found = await source.use(async ({ grid }) => resolve(grid, apiRequest, abilities));
    return found.kind === 'create' ? post(creator, found.collection, request) : null;
  }
}

const NO_SITE = 'There is no site to serve. The terminal shows the reason.';
const OVERLOADED = 'The server has too many open files and connections. Try again in a second.';

/** The answer where no other one can be made. */
function failed(error: Error): ServerReply {
  const isOverloaded = /^E[MN]FILE$/.test(errorCode(error) ?? '');
  const detail = error instanceof UsageError ? NO_SITE : isOverloaded && OVERLOADED;
  const reply = detail ? uncachedReply(503, { detail }) : damagedReply();
  return { ...reply, failure: error.message };
}

/** An answer in the log: its files, its redirect or its error. */
function summarize({ status, headers, body, failure, files = [] }: ServerReply): string {
  if (failure !== undefined) return failure;
  if (files.length > 1) return `composed of ${formatCount(files.length, 'file')}`;
  const text = status >= 400 && body instanceof Uint8Array ? Buffer.from(body).toString() : '';
  return files[0] ?? headers.Location ?? (text.trim() || 'no file');
}
