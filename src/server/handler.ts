import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { allowing } from '../core/header.ts';
import { damaged, type Reply, reply } from '../core/reply.ts';
import { methodsAt, partsOf, resolve } from '../core/resolve.ts';
import type { DataSite } from '../core/site.ts';
import type { Host } from '../hosts/host.ts';
import { UsageError } from '../util/problem.ts';
import { replyAs } from './serve/as.ts';
import { besideReply } from './static-files.ts';
import { sendFile } from './send-file.ts';
import { jsonReply } from './serve/json.ts';
import { type Creator, createdReply, post } from './post.ts';
import type { SitePlace } from './site-folder.ts';
import { takingPosts, viewedAt } from './site-view.ts';

/** How a site is served. */
export interface ServeOptions {
  /** Is only what is pre-rendered answered, as by a host's rules? */
  readonly rulesOnly?: boolean | undefined;
  /** The host that is to be answered like. */
  readonly as?: Host | undefined;
  /** Do links stay as they were built, wherever they are asked for? */
  readonly asBuilt?: boolean | undefined;
  /** Absent: nothing can be posted. */
  readonly creator?: Creator | undefined;
}

/** What became of a request, for a log. */
export interface Exchange {
  readonly method: string;
  /** The path and query as they were asked for. */
  readonly target: string;
  readonly status: number;
  /** The files that the answer was made of, where a redirect leads, or what was said without one. */
  readonly answer: string;
  readonly milliseconds: number;
}

/** Answers the API's requests from a finished site, and sends what describes it; no other files. */
export function siteHandler(
  place: SitePlace,
  options: ServeOptions,
  onExchange: (exchange: Exchange) => void,
): RequestListener {
  return async (request, response) => {
    const start = performance.now();
    const { method = '', url: target = '' } = request;
    // Heard from the start: a client may be gone before its answer is made.
    const closed = once(response, 'close').catch(() => {});
    const { answer, ...made } = await prepare(place, options, request).catch(broken);
    await send(made, request, response).catch(() => response.destroy());
    await closed;
    const { statusCode: status } = response;
    onExchange({ method, target, status, answer, milliseconds: performance.now() - start });
  };
}

/** A reply, and for the log what it was made of. */
interface Prepared {
  readonly reply: Reply;
  /** The file whose bytes the reply is, if it is one. */
  readonly file?: string | undefined;
  readonly answer: string;
}

async function prepare(
  place: SitePlace,
  { creator, as, rulesOnly = false, asBuilt = false }: ServeOptions,
  request: IncomingMessage,
): Promise<Prepared> {
  const { method = '', url = '', headers } = request;
  const asked = { method, ...partsOf(url) };
  const abilities = { composes: !rulesOnly, creates: creator?.collections ?? [] };
  // A record is added once, however often the site changes meanwhile.
  const posted = creator && method === 'POST' && (await postTo(creator));
  return place.during(async (site) => {
    const { noted, files } = notingReads(site);
    const open = takingPosts(noted, abilities.creates);
    const view = asBuilt ? open : viewedAt(open, headers.host);
    const conditions = { method, ifNoneMatch: headers['if-none-match'] };
    const other = as
      ? await replyAs(as, view, asked, conditions)
      : await besideReply(view, asked, conditions);
    if (other) return { reply: other, ...toldOf(other, files) };
    const made = posted
      ? await createdReply(view, posted)
      : await reply(view, resolve(site.grid, asked, abilities), conditions);
    const methods = methodsAt(site.grid, asked.path, abilities);
    const whole = { ...made, headers: allowing(made.headers, methods) };
    return { reply: whole, ...toldOf(made, files) };
  });

  async function postTo(creator: Creator) {
    const resolution = resolve((await place.current()).grid, asked, abilities);
    return 'collection' in resolution && post(creator, resolution.collection, request);
  }
}

/** A site that notes which of its files are read. */
function notingReads(site: DataSite) {
  const files = new Map<string, Uint8Array>();
  const noted: DataSite = {
    ...site,
    async read(file) {
      const body = await site.read(file);
      if (body) files.set(file, body);
      return body;
    },
  };
  return { noted, files };
}

function toldOf(
  { status, headers, body }: Reply,
  files: ReadonlyMap<string, Uint8Array>,
): Omit<Prepared, 'reply'> {
  const said = status >= 400 && body ? Buffer.from(body).toString().trim() : 'no file';
  const [first = headers.Location ?? said, ...others] = files.keys();
  const answer = others.length > 0 ? `${first} and ${others.length} more` : first;
  return { answer, file: [...files.keys()].find((file) => body && files.get(file) === body) };
}

const UNAVAILABLE = 'There is no site to answer from at the moment; the terminal says why.';

/** What stands in for a reply that can't be made. */
const broken = (error: Error): Prepared => ({
  reply: error instanceof UsageError ? jsonReply(503, { detail: UNAVAILABLE }) : damaged(),
  answer: error.message,
});

/** Sends a reply: a plain file through serve-handler. */
async function send(
  { reply: { status, headers, body }, file }: Omit<Prepared, 'answer'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (file !== undefined && body) {
    await sendFile({ path: file, status, headers, body }, request, response);
  } else response.writeHead(status, headers).end(body);
}
