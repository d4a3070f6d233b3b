import fs from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { type Headers, NO_STORE_HEADERS } from '../core/header.ts';
import { damagedReply, uncachedReply } from '../core/reply.ts';
import { splitTarget } from '../core/resolve.ts';
import { UsageError } from '../util/problem.ts';
import { formatCount } from '../util/text.ts';
import { answerFrom, type ServerReply } from './answer.ts';
import { forLoopbackOrigins, isRebound } from './guard.ts';
import { queuePipelined } from './pipelining.ts';
import {
  type Creator,
  createdReply,
  creatingAt,
  PostRejection,
  post,
  rejectedReply,
} from './post.ts';
import { selectRange } from './range.ts';
import { baseAt, createView, type OpenFile, type SiteSource, wholeFile } from './site-folder.ts';

/** How a site is served. */
export interface ServeOptions {
  /** True to send only files, and to ignore queries, as a plain host does. */
  readonly plain?: boolean | undefined;
  /** True behind a proxy that sets the headers `X-Forwarded-Proto` and `X-Forwarded-Host`. */
  readonly trustsProxy?: boolean | undefined;
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

/** Sends an open file. */
export type SendFile = (
  file: OpenFile,
  headers: Headers,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>;

const streamFile: SendFile = (file, whole, request, response) => {
  const { status, headers, range } = selectRange(file.stats.size, whole, request);
  const content = fs.createReadStream('', { ...wholeFile(file), ...range });
  return pipeline(content, response.writeHead(status, headers));
};

/** Answers requests for the API and for the files that describe it. No other file is served. */
export function siteHandler(
  source: SiteSource,
  options: ServeOptions,
  onAnswered: (entry: LogEntry) => void,
  sendFile = streamFile,
): RequestListener {
  return queuePipelined(async (request, response) => {
    const start = performance.now();
    const { method = '', socket } = request;
    const target = targetOf(request);
    let close = () => {};
    // From the start, since a client can leave before its answer is ready. A response that waits for an
    // earlier one of another handler emits no `close` when its connection closes.
    const closed = new Promise<void>((resolve) => {
      close = resolve;
      for (const emitter of [response, socket]) emitter.once('close', close);
    });
    const isForeign = options.loopbackOnly && isRebound(request);
    const withAccess = (headers: Headers) =>
      options.loopbackOnly ? forLoopbackOrigins(headers, request) : headers;
    // The base address of a site that changes has no path.
    const isForChanges = splitTarget(target).path === `/${ChangeEvents.PATH}`;
    if (!isForeign && options.changes && method === 'GET' && isForChanges) {
      options.changes.stream(response, withAccess(ChangeEvents.HEADERS));
      return closed;
    }
    const answered: ServerReply = isForeign
      ? uncachedReply(403, { detail: FOREIGN_HOST })
      : await answerTo(request, source, options, closed).catch(failed);
    const headers = withAccess({ ...answered.headers, ...(options.changes && UNCACHED) });
    const sending = send({ ...answered, headers }, request, response, sendFile);
    await sending.catch(() => response.destroy());
    await closed;
    socket.off('close', close);
    const { statusCode: status } = response;
    const answer = summarize(answered);
    onAnswered({ method, target, status, answer, milliseconds: performance.now() - start });
  });
}

/** A page that reloads because the site has changed must not get the old records. */
const UNCACHED: Headers = { 'Cache-Control': 'no-cache' };

const FOREIGN_HOST =
  'The Host header does not name this machine. Open the site as localhost, or start `dev` with --cors.';

async function answerTo(
  request: IncomingMessage,
  source: SiteSource,
  { creator, plain = false, trustsProxy }: ServeOptions,
  closed: Promise<unknown>,
): Promise<ServerReply> {
  const { method = '', headers } = request;
  const ifNoneMatch = headers['if-none-match'];
  // Before the body is read: a request that is destroyed has no socket.
  const origin = originOf(request, trustsProxy);
  const apiRequest = { method, ...splitTarget(targetOf(request)), ifNoneMatch };
  const creates = creator?.collections ?? [];
  // Not in the work below, which is repeated if the site is replaced during the work.
  const collection =
    method === 'POST' &&
    (await source.use(async ({ grid }) => creatingAt(grid, apiRequest.path, creates)));
  const added = creator && collection && (await post(creator, collection, request));
  return source.use(async (site) => {
    const view = createView(site, baseAt(site.grid, origin), closed);
    return added ? createdReply(view, added) : answerFrom(view, apiRequest, creates, plain);
  });
}

/** The path and query of a request, also where Express or Connect has removed the path of a mounted handler. */
const targetOf = (request: IncomingMessage & { readonly originalUrl?: string }): string =>
  request.originalUrl ?? request.url ?? '';

/** The scheme and the host that a client has requested. */
export function originOf({ headers, socket }: IncomingMessage, trustsProxy = false): string {
  const own = (socket as Partial<TLSSocket>).encrypted ? 'https' : 'http';
  // The first value of each is that of the client, if several proxies have added theirs.
  const forwarded = (name: string) => {
    const [first = ''] = String(headers[`x-forwarded-${name}`] ?? '').split(',');
    return trustsProxy && first.trim();
  };
  return `${forwarded('proto') || own}://${forwarded('host') || (headers.host ?? '')}`;
}

/** The answer where no other one can be made. */
function failed(error: Error): ServerReply {
  if (error instanceof PostRejection) return rejectedReply(error);
  const reply =
    error instanceof UsageError ? uncachedReply(503, { detail: NO_SITE }) : damagedReply();
  return { ...reply, failure: error.message };
}

const NO_SITE = 'There is no site to serve. The terminal shows the reason.';

async function send(
  { status, headers, body }: ServerReply,
  request: IncomingMessage,
  response: ServerResponse,
  sendFile: SendFile,
): Promise<void> {
  // The end of a body that nobody reads may be there, but not parsed yet.
  if (!request.complete && !request.readableDidRead) await setImmediate();
  // The rest of the request's body is not read, so no other request can follow.
  if (!request.complete) response.setHeader('Connection', 'close');
  if (body && 'descriptor' in body) return sendFile(body, headers, request, response);
  response.writeHead(status, headers);
  response.end(body);
}

/** An answer in the log: its files, its redirect or its error. */
function summarize({ status, headers, body, failure, files = [] }: ServerReply): string {
  if (failure !== undefined) return failure;
  if (files.length > 1) return `composed of ${formatCount(files.length, 'file')}`;
  const text = status >= 400 && body instanceof Uint8Array ? Buffer.from(body).toString() : '';
  return files[0] ?? headers.Location ?? (text.trim() || 'no file');
}

/**
 * Tells open pages which version of the site is served, so that they reload when it changes.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export class ChangeEvents {
  /** Where the stream is, relative to the site's folder. */
  static readonly PATH = 'changes';
  static readonly HEADERS: Headers = { ...NO_STORE_HEADERS, 'Content-Type': 'text/event-stream' };

  readonly #open = new Set<ServerResponse>();
  // A page that was loaded before a restart reloads too.
  #version = Date.now();

  /** Answers with a stream, which ends when the client or the server closes the connection. */
  stream(response: ServerResponse, headers: Headers): void {
    response.writeHead(200, headers);
    response.once('close', () => this.#open.delete(response));
    this.#open.add(response);
    this.#send(response);
  }

  /** Tells every open page that the site has changed. */
  change(): void {
    this.#version++;
    for (const response of this.#open) this.#send(response);
  }

  #send(response: ServerResponse): void {
    response.write(`data: ${this.#version}\n\n`);
  }
}
