import { type Address, errorAddress, fileOf, isListing } from '../core/address.ts';
import { planOf } from '../core/compose.ts';
import { basePath } from '../core/grid.ts';
import { allowing, type Headers } from '../core/header.ts';
import { collectionOf, isRendered } from '../core/listing.ts';
import {
  type Conditions,
  conditional,
  type Reply,
  reply,
  replyHeaders,
  replyWith,
} from '../core/reply.ts';
import {
  type Abilities,
  type ApiRequest,
  errorResolution,
  methodsAt,
  type Resolution,
  resolve,
} from '../core/resolve.ts';
import type { DataSite } from '../core/site.ts';
import { downloadType } from '../describe/downloads/layout.ts';
import { DESCRIBED_FILES, PAGE } from '../describe/files.ts';
import { bytes } from '../site/site-file.ts';
import { notFoundPage } from './not-found-page.ts';
import type { OpenFile } from './site-folder.ts';
import type { SiteView } from './site-view.ts';

/** A reply whose body can be an open file. */
export interface Answer extends Reply<Uint8Array | OpenFile> {
  /** Why the request could not be answered, for the log. */
  readonly failure?: string;
}

/** The methods of the files that describe the API, which hosts send as static files. */
const STATIC_METHODS = ['GET', 'HEAD'];

/** Answers a request for the API, or for a file that describes it. No other file is served. */
export async function answerFrom(
  site: SiteView,
  request: ApiRequest & Conditions & { readonly accept?: string | undefined },
  abilities: Abilities,
): Promise<Answer> {
  const { method, path } = request;
  const folder = basePath(site.grid);
  // The links of the page are relative to the folder.
  if (path !== '' && path === folder) {
    return reply(site, { status: 301, location: `${path}/` }, request);
  }
  const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) || PAGE : '';
  const type = DESCRIBED_FILES.get(name) ?? downloadType(name);
  if (type !== undefined && STATIC_METHODS.includes(method)) {
    const head = { status: 200, headers: headersFor(type) };
    const opened = await openAnswer(site, name, head, request);
    const body = opened ? null : await site.read(name);
    if (body) return conditional(await replyWith(body, head), request);
    return opened ?? reply(site, errorResolution(errorAddress('path')), request);
  }
  const [resolution, allow] =
    type === undefined
      ? [resolve(site.grid, request, abilities), methodsAt(site.grid, path, abilities)]
      : [errorResolution(errorAddress('method')), STATIC_METHODS];
  const isOutside = !`${path}/`.startsWith(`${folder}/api/`);
  if (isOutside && STATIC_METHODS.includes(method) && request.accept?.includes('text/html')) {
    const headers = { ...headersFor('text/html; charset=utf-8'), Vary: 'Accept' };
    const page = replyWith(bytes(notFoundPage(site.grid)), { status: 404, headers }, false);
    return conditional(await page, request);
  }
  const { headers, ...answer } = await apiAnswer(site, resolution, request);
  return { ...answer, headers: allowing(headers, allow) };
}

/** The maximum number of records in the files of a reply that is made at once, and not in its turn. */
const MAX_RECORDS = 200;

async function apiAnswer(
  site: SiteView,
  resolution: Resolution,
  conditions: Conditions,
): Promise<Answer> {
  if (!('address' in resolution)) return reply(site, resolution, conditions);
  const { status, address } = resolution;
  if (isRendered(site.grid, address)) {
    const head = { status, headers: replyHeaders(site.grid, address) };
    const opened = await openAnswer(site, fileOf(address), head, conditions);
    if (opened) return opened;
  }
  const { files, records } = workFor(site, address);
  if (records <= MAX_RECORDS) return reply(site, resolution, conditions);
  return conditional(await site.compose({ status, address, files }), conditions);
}

/** The files that a reply is made of, and how many records they have. */
export function workFor({ grid }: DataSite, address: Address) {
  const hasRecords = isListing(address) || address.kind === 'features';
  const count = hasRecords ? collectionOf(grid, address).count : 1;
  if (!isListing(address) || isRendered(grid, address)) {
    const isPart = address.kind === 'page' && address.limit !== 'all';
    return { files: [fileOf(address)], records: isPart ? Number(address.limit) : count };
  }
  const plan = planOf({ grid }, address);
  if ('file' in plan) return { files: [plan.file], records: count };
  const records = plan.pieces.reduce((sum, { size }) => sum + size, 0);
  return { files: plan.pieces.map(({ file }) => file), records };
}

/** Answers with a file as it is; null where it can't be opened. */
async function openAnswer(
  site: SiteView,
  file: string,
  { status, headers }: Pick<Reply, 'status' | 'headers'>,
  conditions: Conditions,
): Promise<Answer | null> {
  const opened = await site.open?.(file);
  if (!opened) return null;
  const size = { 'Content-Length': String(opened.stats.size) };
  const ETag = status === 200 && conditions.method !== 'OPTIONS' && opened.etag;
  const whole = { status, headers: { ...headers, ...size, ...(ETag && { ETag }) }, body: opened };
  return conditional(whole, conditions);
}

/** Pages of any site may read the file, and a reload always shows the latest build. */
const headersFor = (type: string): Headers => ({
  'Content-Type': type,
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
});
