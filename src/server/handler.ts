import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { matchesEtag } from '../core/etag.ts';
import { allowing } from '../core/header.ts';
import { type Conditions, damaged, type Reply, reply, replyWith } from '../core/reply.ts';
import { partsOf, resolve } from '../core/resolve.ts';
import { UsageError } from '../util/problem.ts';
import { type Creator, passingReply, post, postReply } from './post.ts';
import { sendFile } from './send-file.ts';
import type { OpenFile, ServedSite, SiteSource } from './site-source.ts';
import { acceptingPosts, viewedAt } from './site-view.ts';
import { type Target, targetOf } from './target.ts';

/** How a site is served. */
export interface ServeOptions {
  /** Are only pre-rendered pages answered, as by a host's rules? */
  readonly rulesOnly?: boolean | undefined;
  /** Do links stay as they were built, whatever host a request names? */
  readonly asBuilt?: boolean | undefined;
  /** Absent: nothing can be posted. */
  readonly creator?: Creator | undefined;
}

/** A request and its answer, for a log. */
export interface Exchange {
  readonly method: string;
  /** The path and query as they were requested. */
  readonly target: string;
  readonly status: number;
  /** The files that the answer was made of, the target of a redirect, or the text of an error. */
  readonly answer: string;
  readonly milliseconds: number;
}

/** A reply whose body can be an open file. */
interface Answer extends Omit<Reply, 'body'> {
  readonly body: Reply['body'] | OpenFile;
  /** Why the request could not be answered, for the log. */
  readonly failure?: string;
}

/** Answers requests for the API and for the files that describe it. No other file is served. */
export function siteHandler(
  source: SiteSource,
  options: ServeOptions,
  onExchange: (exchange: Exchange) => void,
): RequestListener {
  return async (request, response) => {
    const start = performance.now();
    const { method = '', url: target = '' } = request;
    const ended = new AbortController();
    // From the start, since a client can leave before its answer is ready.
    const closed = closeOf(request, response, ended.signal);
    const reads: Reads = { files: new Set(), handles: [] };
    const answered = await answerTo(request, source, options, reads).catch(failed);
    await send(answered, request, response).catch(() => response.destroy());
    await closed;
    ended.abort();
    const { statusCode: status } = response;
    const answer = summaryOf(answered, reads);
    onExchange({ method, target, status, answer, milliseconds: performance.now() - start });
    for (const handle of reads.handles) await handle.close().catch(() => {});
  };
}

/** Resolves when a response is sent, or its client has left. */
async function closeOf(
  { socket }: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  // A response that waits for earlier ones of its connection emits nothing when the client leaves.
  const emitters = [response, socket.setMaxListeners(0)];
  await Promise.race(emitters.map((emitter) => once(emitter, 'close', { signal }))).catch(() => {});
}

/** What has been read of a site for one answer. */
interface Reads {
  readonly files: Set<string>;
  readonly handles: FileHandle[];
}

/** A site that records what is read of it. */
function recorded(site: ServedSite, { files, handles }: Reads): ServedSite {
  files.clear();
  const record = <T>(file: string, found: T): T => {
    if (found) files.add(file);
    return found;
  };
  return {
    ...site,
    read: async (file) => record(file, await site.read(file)),
    async open(file) {
      const opened = record(file, await site.open(file));
      if (opened) handles.push(opened.handle);
      return opened;
    },
  };
}

async function answerTo(
  request: IncomingMessage,
  source: SiteSource,
  { creator, rulesOnly = false, asBuilt = false }: ServeOptions,
  reads: Reads,
): Promise<Answer> {
  const { method = '', url = '', headers } = request;
  const asked = { method, ...partsOf(url) };
  const conditions = { method, ifNoneMatch: headers['if-none-match'] };
  const abilities = { composes: !rulesOnly, creates: creator?.collections ?? [] };
  // Not in the work below, which is done again where the site is replaced meanwhile.
  const posted = creator && method === 'POST' ? await added(creator) : null;
  return source.use(async (site) => {
    const accepting = acceptingPosts(recorded(site, reads), abilities.creates);
    const view = asBuilt ? accepting : viewedAt(accepting, headers.host);
    const { allow, ...target } = targetOf(site.grid, asked, abilities);
    const answer = posted
      ? await postReply(view, posted)
      : await answerFrom(view, target, conditions);
    return allow ? { ...answer, headers: allowing(answer.headers, allow) } : answer;
  });

  async function added(creator: Creator) {
    const resolution = await source.use(async ({ grid }) => resolve(grid, asked, abilities));
    return 'collection' in resolution ? post(creator, resolution.collection, request) : null;
  }
}

async function answerFrom(
  site: ServedSite,
  { file, resolution }: Target,
  conditions: Conditions,
): Promise<Answer> {
  const opened = file && (await site.open(file.path));
  if (opened) return fileAnswer(opened, file, conditions);
  const body = file && (await site.read(file.path));
  return body ? replyWith(body, file, conditions) : reply(site, resolution, conditions);
}

function fileAnswer(
  body: OpenFile,
  { status, headers }: Pick<Reply, 'status' | 'headers'>,
  { method, ifNoneMatch }: Conditions,
): Answer {
  if (status !== 200 || method === 'OPTIONS') return { status, headers, body };
  const tagged = { ...headers, ETag: body.etag };
  // serve-handler would leave the stream of a 304 open, and send none of its headers.
  return matchesEtag(body.etag, ifNoneMatch)
    ? { status: 304, headers: tagged, body: null }
    : { status, headers: tagged, body };
}

const NO_SITE = 'There is no site to answer from at the moment; the terminal says why.';

/** The answer where no other one can be made. */
const failed = (error: Error): Answer => ({
  ...(error instanceof UsageError ? passingReply(503, { detail: NO_SITE }) : damaged()),
  failure: error.message,
});

async function send(
  { status, headers, body }: Answer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (body && 'handle' in body) await sendFile(body, status, headers, request, response);
  else response.writeHead(status, headers).end(body);
}

function summaryOf({ status, headers, body, failure }: Answer, { files }: Reads): string {
  if (failure !== undefined) return failure;
  const text = status >= 400 && body instanceof Uint8Array ? Buffer.from(body).toString() : '';
  const [first = headers.Location ?? (text.trim() || 'no file'), ...others] = files;
  return others.length > 0 ? `${first} and ${others.length} more` : first;
}
