import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { errorAddress, fileOf } from '../core/address.ts';
import { matchesEtag } from '../core/etag.ts';
import { basePath } from '../core/grid.ts';
import { allowing, headersOf } from '../core/header.ts';
import { type Conditions, damaged, type Reply, reply, replyWith } from '../core/reply.ts';
import {
  type ApiRequest,
  failure,
  isRendered,
  methodsAt,
  partsOf,
  type Resolution,
  resolve,
} from '../core/resolve.ts';
import { UsageError } from '../util/problem.ts';
import { type Creator, type Posted, passingReply, post, postReply } from './post.ts';
import { sendFile } from './send-file.ts';
import type { OpenFile, ServedSite, SiteSource } from './site-source.ts';
import { acceptingPosts, viewedAt } from './site-view.ts';
import { STATIC_METHODS, type StaticFile, staticFileAt } from './static-files.ts';

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
    // From the start, since a client can leave before its answer is ready.
    const closed = once(response, 'close').catch(() => {});
    const reads = new SiteReads();
    const answered = await answerTo(request, source, options, reads).catch(failed);
    await send(answered, request, response).catch(() => response.destroy());
    await closed;
    await reads.close();
    const { statusCode: status } = response;
    const answer = summaryOf(answered, reads.files);
    onExchange({ method, target, status, answer, milliseconds: performance.now() - start });
  };
}

/** Records what is read of a site for one answer. */
class SiteReads {
  readonly files = new Set<string>();
  readonly #handles: FileHandle[] = [];

  /** A site whose reads are recorded from now on. */
  of(site: ServedSite): ServedSite {
    this.files.clear();
    return {
      ...site,
      read: async (file) => this.#record(file, await site.read(file)),
      open: async (file) => {
        const opened = this.#record(file, await site.open(file));
        if (opened) this.#handles.push(opened.handle);
        return opened;
      },
    };
  }

  #record<T>(file: string, found: T | null): T | null {
    if (found) this.files.add(file);
    return found;
  }

  async close(): Promise<void> {
    for (const handle of this.#handles) await handle.close();
  }
}

async function answerTo(
  request: IncomingMessage,
  source: SiteSource,
  { creator, rulesOnly = false, asBuilt = false }: ServeOptions,
  reads: SiteReads,
): Promise<Answer> {
  const { method = '', url = '', headers } = request;
  const asked = { method, ...partsOf(url) };
  const conditions = { method, ifNoneMatch: headers['if-none-match'] };
  const abilities = { composes: !rulesOnly, creates: creator?.collections ?? [] };
  // Before the work below, which is done twice where the site is replaced meanwhile.
  const posted = creator && method === 'POST' ? await added(creator) : null;
  return source.use(async (site) => {
    const { grid } = site;
    const accepting = acceptingPosts(reads.of(site), abilities.creates);
    const view = asBuilt ? accepting : viewedAt(accepting, headers.host);
    const other = await staticAnswer(view, asked, conditions);
    if (other) return other;
    const answer = posted
      ? await postReply(view, posted)
      : await fileOrReply(view, resolve(grid, asked, abilities), conditions);
    const methods = methodsAt(grid, asked.path, abilities);
    return { ...answer, headers: allowing(answer.headers, methods) };
  });

  async function added(creator: Creator): Promise<Posted | null> {
    const resolution = await source.use(async ({ grid }) => resolve(grid, asked, abilities));
    return 'collection' in resolution ? post(creator, resolution.collection, request) : null;
  }
}

/** The answer to a request for a static file; null where there is none. */
async function staticAnswer(
  site: ServedSite,
  { method, path }: ApiRequest,
  conditions: Conditions,
): Promise<Answer | null> {
  // The links of the page are relative to the folder.
  if (path !== '' && path === basePath(site.grid)) {
    return reply(site, { status: 301, location: `${path}/` }, conditions);
  }
  const found = staticFileAt(site.grid, path);
  const answer = found && (await fileAnswer(site, { status: 200, ...found }, conditions));
  if (!answer || STATIC_METHODS.includes(method)) return answer;
  const refusal = await fileOrReply(site, failure(errorAddress('method')), conditions);
  return { ...refusal, headers: allowing(refusal.headers, STATIC_METHODS) };
}

/** The answer to a request for the API. */
async function fileOrReply(
  site: ServedSite,
  resolution: Resolution,
  conditions: Conditions,
): Promise<Answer> {
  if ('address' in resolution && isRendered(site.grid, resolution.address)) {
    const { status, address } = resolution;
    const target = { status, file: fileOf(address), headers: headersOf(address) };
    const answer = await fileAnswer(site, target, conditions);
    if (answer) return answer;
  }
  return reply(site, resolution, conditions);
}

/** Answers with a file of the site; null where there is no such file. */
async function fileAnswer(
  site: ServedSite,
  { status, file, headers }: StaticFile & { readonly status: number },
  conditions: Conditions,
): Promise<Answer | null> {
  const opened = await site.open(file);
  if (!opened) {
    const body = await site.read(file);
    return body && replyWith(body, { status, headers }, conditions);
  }
  if (status !== 200 || conditions.method === 'OPTIONS') return { status, headers, body: opened };
  const tagged = { ...headers, ETag: opened.etag };
  // serve-handler would leave the stream of a 304 open, and send none of its headers.
  return matchesEtag(opened.etag, conditions.ifNoneMatch)
    ? { status: 304, headers: tagged, body: null }
    : { status, headers: tagged, body: opened };
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

function summaryOf({ status, headers, body, failure }: Answer, files: ReadonlySet<string>): string {
  if (failure !== undefined) return failure;
  const text = status >= 400 && body instanceof Uint8Array ? Buffer.from(body).toString() : '';
  const [first = headers.Location ?? (text.trim() || 'no file'), ...others] = files;
  return others.length > 0 ? `${first} and ${others.length} more` : first;
}
