import { errorAddress, fileOf } from '../core/address.ts';
import { etagOf, matchesEtag } from '../core/etag.ts';
import { basePath } from '../core/grid.ts';
import { allowing, type Headers } from '../core/header.ts';
import { isRendered } from '../core/listing.ts';
import { type Conditions, type Reply, reply, replyHeaders, replyWith } from '../core/reply.ts';
import {
  type Abilities,
  type ApiRequest,
  errorResolution,
  methodsAt,
  type Resolution,
  resolve,
} from '../core/resolve.ts';
import { DESCRIBED_FILES, PAGE } from '../describe/files.ts';
import type { OpenFile, ServedSite } from './site-folder.ts';

/** A reply whose body can be an open file. */
export interface Answer extends Omit<Reply, 'body'> {
  readonly body: Reply['body'] | OpenFile;
  /** Why the request could not be answered, for the log. */
  readonly failure?: string;
}

/** The methods of the files that describe the API, which hosts send as static files. */
const STATIC_METHODS = ['GET', 'HEAD'];

/** Answers a request for the API, or for a file that describes it. No other file is served. */
export async function answerFrom(
  site: ServedSite,
  request: ApiRequest & Conditions,
  abilities: Abilities,
): Promise<Answer> {
  const { method, path } = request;
  const folder = basePath(site.grid);
  // The links of the page are relative to the folder.
  if (path !== '' && path === folder) {
    return reply(site, { status: 301, location: `${path}/` }, request);
  }
  const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) || PAGE : '';
  const type = DESCRIBED_FILES.get(name);
  if (type !== undefined && STATIC_METHODS.includes(method)) {
    const answer = await fileAnswer(
      site,
      name,
      { status: 200, headers: headersFor(type) },
      request,
    );
    return answer ?? reply(site, errorResolution(errorAddress('path')), request);
  }
  const [resolution, allow] =
    type === undefined
      ? [resolve(site.grid, request, abilities), methodsAt(site.grid, path, abilities)]
      : [errorResolution(errorAddress('method')), STATIC_METHODS];
  const { headers, ...answer } = await apiAnswer(site, resolution, request);
  return { ...answer, headers: allowing(headers, allow) };
}

async function apiAnswer(
  site: ServedSite,
  resolution: Resolution,
  conditions: Conditions,
): Promise<Answer> {
  if ('address' in resolution && isRendered(site.grid, resolution.address)) {
    const { status, address } = resolution;
    const head = { status, headers: replyHeaders(site.grid, address) };
    const answer = await fileAnswer(site, fileOf(address), head, conditions);
    if (answer) return answer;
  }
  return reply(site, resolution, conditions);
}

/** Answers with a file of a site; null where there is none. */
async function fileAnswer(
  site: ServedSite,
  file: string,
  head: Pick<Reply, 'status' | 'headers'>,
  conditions: Conditions,
): Promise<Answer | null> {
  const opened = await site.open?.(file);
  const read = opened ? null : await site.read(file);
  if (!opened) return read && replyWith(read, head, conditions);
  if (head.status !== 200 || conditions.method === 'OPTIONS') return { ...head, body: opened };
  const ETag = opened.etag ?? (await etagOf(await opened.handle.readFile()));
  // serve-handler would leave the stream of a 304 open, and send none of its headers.
  const body = matchesEtag(ETag, conditions.ifNoneMatch) ? null : opened;
  return { status: body ? 200 : 304, headers: { ...head.headers, ETag }, body };
}

/** Pages of any site may read the file, and a reload always shows the latest build. */
const headersFor = (type: string): Headers => ({
  'Content-Type': type,
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
});
