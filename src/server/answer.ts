import { errorAddress, fileOf } from '../core/address.ts';
import { endpointPath } from '../core/endpoint.ts';
import { apiFolder, basePath, findCollection, type Grid } from '../core/grid.ts';
import { allowing, FILE_HEADERS, type Headers } from '../core/header.ts';
import { isPathAddress } from '../core/path-address.ts';
import {
  applyConditions,
  type Conditions,
  type Reply,
  reply,
  replyHeaders,
  replyWith,
  uncachedReply,
} from '../core/reply.ts';
import {
  type Abilities,
  type ApiRequest,
  errorOutcome,
  type Outcome,
  redirectOutcome,
  resolve,
} from '../core/resolve.ts';
import { downloadType } from '../describe/downloads/layout.ts';
import { DESCRIBED_FILES, PAGE } from '../describe/files.ts';
import { mediaTypeOf, NAMED_HEADERS } from '../describe/media-type.ts';
import { bytes } from '../site/site-file.ts';
import { notFoundPage } from './not-found-page.ts';
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
  const file = isStaticFile(site.grid, name) ? name : publicFileAt(site, name);
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
    const page = replyWith(bytes(notFoundPage(site.grid)), { status: 404, headers }, false);
    return applyConditions(await page, request);
  }
  const { headers, ...rest } = await apiReply(site, outcome, request, enqueue);
  return { ...rest, headers: allowing(headers, methods) };
}

/** Answers with the file at the path of a request, whatever its query is, as a host of plain files does. */
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
  const head = { status, headers };
  const opened = await openReply(site, file, head, conditions);
  if (opened) return opened;
  const body = await site.read(file);
  return body && applyConditions(await replyWith(body, head, status === 200), conditions);
}

async function apiReply(
  site: ServedSite,
  outcome: Outcome,
  conditions: Conditions,
  enqueue: Enqueue,
): Promise<ServerReply> {
  if (outcome.kind === 'file' || outcome.kind === 'error') {
    const { status, address } = outcome;
    const head = { status, headers: replyHeaders(site.grid, address) };
    const opened = await openReply(site, fileOf(site.grid, address), head, conditions);
    if (opened) return opened;
  }
  const make = () => reply(site, outcome, conditions);
  return isSmall(site, outcome) ? make() : enqueue(make);
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

/** Answers with a file as it is; null where it can't be opened. */
async function openReply(
  site: ServedSite,
  file: string,
  { status, headers }: Pick<Reply, 'status' | 'headers'>,
  conditions: Conditions,
): Promise<ServerReply | null> {
  const opened = await site.open?.(file);
  if (!opened) return null;
  const size = { 'Content-Length': String(opened.stats.size) };
  const ETag = status === 200 && conditions.method !== 'OPTIONS' && opened.etag;
  const whole = { status, headers: { ...headers, ...size, ...(ETag && { ETag }) }, body: opened };
  return applyConditions(whole, conditions);
}

/** True for the path of a file that describes the API, a download, a file below `data/`, or a page by path. */
const isStaticFile = (grid: Grid, file: string): boolean =>
  DESCRIBED_FILES.has(file) ||
  downloadType(file) !== undefined ||
  /^data\/.*\w$/.test(file) ||
  isPathAddress(grid, file);

/** The file of `public/` that a path leads to; that of a folder is its page. */
function publicFileAt({ grid, isPublic }: ServedSite, name: string): string | undefined {
  const file = decodedPath(name)?.replace(/\/$/, '/index.html') ?? '';
  // While `dev` runs, a file may be added where the API is.
  return !file.startsWith(apiFolder(grid)) && isPublic?.(file) ? file : undefined;
}

/** A path without percent-encoding; null if it is broken. */
function decodedPath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Pages of any site may read the file, and a reload always shows the latest build. */
const staticHeaders = (type: string): Headers => ({
  'Content-Type': type,
  ...FILE_HEADERS,
  'Cache-Control': 'no-cache',
});
