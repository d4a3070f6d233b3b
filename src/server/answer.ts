import { errorAddress } from '../core/address.ts';
import { endpointPath } from '../core/endpoint.ts';
import { apiFolder, basePath, findCollection } from '../core/grid.ts';
import { allowing, FILE_HEADERS, type Headers } from '../core/header.ts';
import {
  applyConditions,
  type Conditions,
  type Reply,
  reply,
  replyWith,
  uncachedReply,
} from '../core/reply.ts';
import {
  type Abilities,
  type ApiRequest,
  decoded,
  errorOutcome,
  type Outcome,
  redirectOutcome,
  resolve,
} from '../core/resolve.ts';
import { DESCRIBED_FILES, PAGE, STYLE } from '../describe/files.ts';
import { mediaTypeOf, NAMED_HEADERS } from '../describe/media-type.ts';
import { bytes } from '../site/site-file.ts';
import { markup } from '../util/markup.ts';
import type { OpenFile, ServedSite } from './site-folder.ts';

/** A reply whose body can be an open file. */
export interface ServerReply extends Reply<Uint8Array | OpenFile> {
  /** Why the request could not be answered, for the log. */
  readonly failure?: string;
}

/** The methods of the files that describe the API, which hosts send as static files. */
const STATIC_METHODS = ['GET', 'HEAD'];

/** Makes a large reply after others that are being made. */
export type Enqueue = (make: () => Promise<Reply>) => Promise<Reply>;

/** Answers a request for the API, for a file that describes it, or for one that `client.js` reads. No other is served. */
export async function answerFrom(
  site: ServedSite,
  request: ApiRequest & Conditions & { readonly accept?: string | undefined },
  abilities: Abilities,
  enqueue: Enqueue,
): Promise<ServerReply> {
  const { method, path } = request;
  const folder = basePath(site.grid);
  // The links of the page are relative to the folder.
  if (path !== '' && path === folder) {
    return reply(site, redirectOutcome(`${path}/`), request);
  }
  const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) || PAGE : '';
  const file = isStaticFile(name) ? name : publicFileAt(site, name);
  const isStatic = file !== undefined;
  if (isStatic && STATIC_METHODS.includes(method)) {
    const sent = await staticReply(site, 200, file, request);
    return sent ?? reply(site, errorOutcome(errorAddress('path')), request);
  }
  const { methods, ...outcome } = isStatic
    ? { ...errorOutcome(errorAddress('method')), methods: STATIC_METHODS }
    : resolve(site.grid, request, abilities);
  const isOutside = !`${path}/`.startsWith(endpointPath(site.grid, { kind: 'index' }));
  if (isOutside && STATIC_METHODS.includes(method) && request.accept?.includes('text/html')) {
    const headers = { ...staticHeaders('text/html; charset=utf-8'), Vary: 'Accept' };
    const page = await replyWith(bytes(notFoundPage(folder)), { status: 404, headers }, false);
    return { ...applyConditions(page, request), failure: NO_FILE };
  }
  const make = () => reply(site, outcome, request);
  const { headers, ...rest } = await (isSmall(site, outcome) ? make() : enqueue(make));
  return { ...rest, headers: allowing(headers, methods) };
}

/** The most records of a reply that is made at once, and not in its turn. */
const MAX_RECORDS = 200;

/** True for a reply that needs little memory and few files. */
function isSmall({ grid }: ServedSite, outcome: Outcome): boolean {
  if (!('address' in outcome)) return true;
  const { address, kind } = outcome;
  if (address.kind === 'list' || address.kind === 'features') {
    return kind === 'file' && findCollection(grid, address).count <= MAX_RECORDS;
  }
  if (address.kind !== 'page') return true;
  const { orderings } = findCollection(grid, address);
  const isStored = !address.filters && ['', ...orderings].includes(address.ordering);
  return (kind === 'file' || isStored) && Number(address.limit) <= MAX_RECORDS;
}

/** The page for people who open a path outside of the API at which nothing is. It leads to the site. */
const notFoundPage = (folder: string): string =>
  markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not found</title>
<link rel="stylesheet" href="${folder}/${STYLE}">
<main class="masthead">
<h1>Nothing is at this address</h1>
<p><a class="button primary" href="${folder}/">Open the start page</a></p>
</main>
`.text;

/** Answers with the file at the path of a request, whatever its query is, as a plain host does. */
export async function plainReply(
  site: ServedSite,
  request: ApiRequest & Conditions,
): Promise<ServerReply> {
  const { method, path } = request;
  const folder = `${basePath(site.grid)}/`;
  if (!STATIC_METHODS.includes(method)) {
    const refused = uncachedReply(405, { detail: NO_METHOD });
    return { ...refused, headers: allowing(refused.headers, STATIC_METHODS) };
  }
  const name = path.startsWith(folder) ? path.slice(folder.length) || PAGE : '';
  return (
    (await staticReply(site, 200, publicFileAt(site, name) ?? name, request)) ??
    (await staticReply(site, 404, '404.html', request)) ??
    uncachedReply(404, { detail: NO_FILE })
  );
}

const NO_METHOD = 'A host of files answers GET and HEAD.';
const NO_FILE = 'There is no file at this path.';

/** Answers with a file of the site; null if there is none. */
async function staticReply(
  site: ServedSite,
  status: number,
  file: string,
  conditions: Conditions,
): Promise<ServerReply | null> {
  const headers = { ...staticHeaders(mediaTypeOf(file)), ...NAMED_HEADERS.get(file) };
  const isFound = status === 200;
  const opened = site.open?.(file);
  if (opened) {
    const size = { 'Content-Length': String(opened.size) };
    const sent = { ...headers, ...size, ...(isFound && { ETag: opened.etag }) };
    return applyConditions({ status, headers: sent, body: opened, files: [file] }, conditions);
  }
  const body = await site.read(file);
  if (!body) return null;
  const whole = await replyWith(body, { status, headers }, isFound);
  return applyConditions({ ...whole, files: [file] }, conditions);
}

/** True for the path of a file that describes the API, or of one below `downloads/` or `data/`. */
const isStaticFile = (file: string): boolean =>
  DESCRIBED_FILES.has(file) || /^(?:data|downloads)\/.*\w$/.test(file);

/** The file of `public/` that a path leads to; that of a folder is its page. */
function publicFileAt({ grid, isPublic }: ServedSite, name: string): string | undefined {
  const file = decoded([name])?.[0]?.replace(/\/$/, '/index.html') ?? '';
  // While `dev` runs, a file may be added where the API is.
  return !file.startsWith(apiFolder(grid)) && isPublic?.(file) ? file : undefined;
}

/** Pages of any site may read the file, and a reload always shows the latest build. */
const staticHeaders = (type: string): Headers => ({
  'Content-Type': type,
  ...FILE_HEADERS,
  'Cache-Control': 'no-cache',
});
