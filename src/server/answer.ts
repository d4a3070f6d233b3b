import { errorAddress, fileOf, isListing } from '../core/address.ts';
import { planOf } from '../core/compose.ts';
import { basePath } from '../core/grid.ts';
import { allowing, type Headers } from '../core/header.ts';
import { findCollection } from '../core/listing.ts';
import {
  applyConditions,
  type Conditions,
  type Reply,
  reply,
  replyHeaders,
  replyWith,
} from '../core/reply.ts';
import {
  type Abilities,
  type ApiRequest,
  type BodyOutcome,
  errorOutcome,
  type Outcome,
  redirectOutcome,
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
export interface ServerReply extends Reply<Uint8Array | OpenFile> {
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
): Promise<ServerReply> {
  const { method, path } = request;
  const folder = basePath(site.grid);
  // The links of the page are relative to the folder.
  if (path !== '' && path === folder) {
    return reply(site, redirectOutcome(`${path}/`), request);
  }
  const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) || PAGE : '';
  const type = DESCRIBED_FILES.get(name) ?? downloadType(name);
  if (type !== undefined && STATIC_METHODS.includes(method)) {
    const head = { status: 200, headers: staticHeaders(type) };
    const opened = await openReply(site, name, head, request);
    const body = opened ? null : await site.read(name);
    if (body) return applyConditions(await replyWith(body, head), request);
    return opened ?? reply(site, errorOutcome(errorAddress('path')), request);
  }
  const { methods, ...outcome } =
    type === undefined
      ? resolve(site.grid, request, abilities)
      : { ...errorOutcome(errorAddress('method')), methods: STATIC_METHODS };
  const isOutside = !`${path}/`.startsWith(`${folder}/api/`);
  if (isOutside && STATIC_METHODS.includes(method) && request.accept?.includes('text/html')) {
    const headers = { ...staticHeaders('text/html; charset=utf-8'), Vary: 'Accept' };
    const page = replyWith(bytes(notFoundPage(site.grid)), { status: 404, headers }, false);
    return applyConditions(await page, request);
  }
  const { headers, ...rest } = await apiReply(site, outcome, request);
  return { ...rest, headers: allowing(headers, methods) };
}

/** The maximum number of records in the files of a reply that is made at once, and not in its turn. */
const MAX_RECORDS = 200;

async function apiReply(
  site: SiteView,
  outcome: Outcome,
  conditions: Conditions,
): Promise<ServerReply> {
  if (!('address' in outcome)) return reply(site, outcome, conditions);
  if (outcome.kind !== 'compose') {
    const { status, address } = outcome;
    const head = { status, headers: replyHeaders(site.grid, address) };
    const opened = await openReply(site, fileOf(address), head, conditions);
    if (opened) return opened;
  }
  const { files, records } = planWork(site, outcome);
  if (records <= MAX_RECORDS) return reply(site, outcome, conditions);
  return applyConditions(await site.compose({ outcome, files }), conditions);
}

/** The files that a reply is made of, and how many records they have. */
export function planWork({ grid }: DataSite, { kind, address }: BodyOutcome) {
  const hasRecords = isListing(address) || address.kind === 'features';
  const count = hasRecords ? findCollection(grid, address).count : 1;
  if (kind !== 'compose') {
    const isPart = address.kind === 'page' && address.limit !== 'all';
    return { files: [fileOf(address)], records: isPart ? Number(address.limit) : count };
  }
  const plan = planOf({ grid }, address);
  if ('file' in plan) return { files: [plan.file], records: count };
  const records = plan.pieces.reduce((sum, { size }) => sum + size, 0);
  return { files: plan.pieces.map(({ file }) => file), records };
}

/** Answers with a file as it is; null where it can't be opened. */
async function openReply(
  site: SiteView,
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

/** Pages of any site may read the file, and a reload always shows the latest build. */
const staticHeaders = (type: string): Headers => ({
  'Content-Type': type,
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
});
