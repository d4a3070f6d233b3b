import { type Address, hrefOf, type PageAddress, statusOf } from './address.ts';
import { compose } from './compose.ts';
import { linksOf } from './envelope.ts';
import { DAMAGED_TEXT, REPLACED_TEXT, tooManyReadsText } from './error-text.ts';
import { basePath, findCollection, type Grid } from './grid.ts';
import {
  EXPOSING_HEADERS,
  HEADERS,
  type Headers,
  NO_STORE_HEADERS,
  PREFLIGHT_HEADERS,
  REDIRECT_HEADERS,
} from './header.ts';
import { formatJson } from './json.ts';
import { partitionOf } from './listing.ts';
import { fileOf } from './path.ts';
import { TooManyReadsError } from './reading.ts';
import {
  type ComposedAddress,
  missingError,
  type Outcome,
  resolve,
  splitTarget,
} from './resolve.ts';
import type { DataSite } from './site.ts';
import { OutdatedError } from './store.ts';
import { withBase } from './with-base.ts';

/** An answer, independent of the platform that sends it. */
export interface Reply<Body = Uint8Array> {
  readonly status: number;
  readonly headers: Headers;
  /** Null if only the headers are sent. */
  readonly body: Body | null;
  /** The files of the site that the answer is made of. */
  readonly files?: readonly string[];
}

/** The parts of a request that matter after it is resolved. */
export interface Conditions {
  readonly method: string;
  /** The value of `If-None-Match`, if the request has one. */
  readonly ifNoneMatch?: string | null | undefined;
}

/**
 * Replies to a request of the Fetch standard, with links to its origin.
 * @throws as `reply`
 */
export function replyTo(request: Request, site: DataSite): Promise<Reply> {
  const { method, url, headers } = request;
  const asked = { method, ...splitTarget(url.replace(/#.*/s, '')) };
  const here = withBase(site, new URL(url).origin + basePath(site.grid));
  const conditions = { method, ifNoneMatch: headers.get('If-None-Match') };
  return reply(here, resolve(site.grid, asked), conditions);
}

/** A reply as a response of the Fetch standard. */
export const toResponse = ({ body, ...init }: Reply): Response =>
  new Response(body as Uint8Array<ArrayBuffer> | null, init);

/**
 * Replies to a request from a site: with a file of it, with a page composed from its files, or with an
 * error if the host can't read all of these.
 * @param outcome what `resolve` returns for the request
 * @throws if the site lacks a file, or if reading a file fails
 */
export const reply = async (site: DataSite, outcome: Outcome, conditions: Conditions) =>
  applyConditions(await wholeReply(site, outcome), conditions);

/** Replies as to a GET without conditions. */
async function wholeReply(site: DataSite, outcome: Outcome): Promise<Reply> {
  switch (outcome.kind) {
    case 'redirect': {
      const headers = { ...REDIRECT_HEADERS, ...EXPOSING_HEADERS, Location: outcome.location };
      return { status: 301, headers, body: null };
    }
    case 'compose':
      return composedReply(site, outcome.address).catch((error: Error) => {
        if (error instanceof TooManyReadsError) return refusal(outcome.address, error);
        throw error;
      });
    case 'refused':
      return badRequest(outcome.detail, outcome.parameter);
    default:
      return fileReply(site, outcome.address);
  }
}

async function composedReply(site: DataSite, address: ComposedAddress): Promise<Reply> {
  const { body, count, files } = await compose(site, address);
  if (!body) return fileReply(site, missingError(address));
  const head = { status: 200, headers: replyHeaders(site.grid, address, count), files };
  return replyWith(body, head, body.length <= MAX_TAGGED, site.sha256);
}

/** The answer where the host can't read all files of a page. */
function refusal(address: ComposedAddress, { reads, limit }: TooManyReadsError): Promise<Reply> {
  const parameter = 'pageSize' in address ? 'page_size' : 'limit';
  const isSmaller = limit > 0 && address.kind === 'page';
  const help = isSmaller ? ` Use a ${parameter} of at most ${limit}.` : '';
  return badRequest(tooManyReadsText(reads) + help, parameter);
}

function badRequest(detail: string, parameter: string): Promise<Reply> {
  const head = { status: 400, headers: { ...HEADERS, ...EXPOSING_HEADERS } };
  return replyWith(encodeJson({ detail, parameter }), head, false);
}

/** Replies with the body of an address; for a record that does not exist, with the error that says so. */
async function fileReply(site: DataSite, address: Address): Promise<Reply> {
  const file = fileOf(site.grid, address);
  const body = await site.read(file);
  if (!body && address.kind === 'record') return fileReply(site, missingError(address));
  // Every complete site has it.
  if (!body) throw new OutdatedError(`The site lacks ${file}.`);
  const status = statusOf(address);
  const isTagged = status === 200 && address.kind !== 'options';
  const head = { status, headers: replyHeaders(site.grid, address), files: [file] };
  return replyWith(body, head, isTagged, site.sha256);
}

/**
 * The headers of a reply with the body of an address.
 * @param count the number of records in the listing; absent where the listing is prerendered
 */
function replyHeaders(grid: Grid, address: Address, count?: number): Headers {
  const Link = address.kind === 'page' ? linkHeader(grid, address, count) : '';
  const preflight = address.kind === 'options' && PREFLIGHT_HEADERS;
  return { ...HEADERS, ...preflight, ...EXPOSING_HEADERS, ...(Link && { Link }) };
}

/** The links of a page as the value of a `Link` header; empty if it has none. RFC 8288 */
function linkHeader(grid: Grid, page: PageAddress, given: number | undefined): string {
  const count = given ?? partitionOf(findCollection(grid, page), page)?.count ?? 0;
  const { next, previous } = linksOf(page, count, (one) => hrefOf(grid, one));
  const link = (href: string | null, rel: string) => (href ? [`<${href}>; rel="${rel}"`] : []);
  return [...link(next, 'next'), ...link(previous, 'prev')].join(', ');
}

/** Larger composed bodies have no tag: to make it takes memory for a second copy. In bytes. */
const MAX_TAGGED = 8 * 2 ** 20;

/**
 * A reply with a body, and with its tag: the SHA-256 of the body in hex, as the site's manifest has it.
 * RFC 9110, 8.8.3
 */
export async function replyWith(
  body: Uint8Array,
  { headers, ...others }: Omit<Reply, 'body'>,
  isTagged: boolean,
  hash: NonNullable<DataSite['sha256']> = sha256,
): Promise<Reply> {
  const ETag = isTagged && `"${await hash(body)}"`;
  const size = { 'Content-Length': String(body.length) };
  return { ...others, headers: { ...headers, ...size, ...(ETag && { ETag }) }, body };
}

async function sha256(body: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A reply as a request gets it: without its body for `HEAD`, and for an `If-None-Match` that matches. */
export function applyConditions<Body>(whole: Reply<Body>, conditions: Conditions): Reply<Body> {
  const { method, ifNoneMatch } = conditions;
  const { 'Content-Length': _, ...headers } = whole.headers;
  const { ETag } = headers;
  // Weak tags match, too: RFC 9110, 13.1.2. Not split at commas, which may stand in a tag.
  const known: readonly string[] = ifNoneMatch?.match(/"[^"]*"/g) ?? [];
  if (ETag !== undefined && (known.includes(ETag) || ifNoneMatch?.trim() === '*'))
    return { ...whole, status: 304, headers, body: null };
  return method === 'HEAD' ? { ...whole, body: null } : whole;
}

/** The answer if a file of the site can't be read. */
export const damagedReply = (): Reply => uncachedReply(500, { detail: DAMAGED_TEXT });

/** The answer where reading a site that can be replaced at any time has failed. */
export const failedReply = (error: unknown): Reply =>
  error instanceof OutdatedError ? uncachedReply(503, { detail: REPLACED_TEXT }) : damagedReply();

/** A reply in JSON that must not be cached. With status 503, clients can soon retry. */
export function uncachedReply(status: number, value: object): Reply {
  const body = encodeJson(value);
  const sized = { ...NO_STORE_HEADERS, 'Content-Length': String(body.length) };
  return { status, headers: status === 503 ? { ...sized, 'Retry-After': '1' } : sized, body };
}

const encodeJson = (value: object): Uint8Array =>
  new TextEncoder().encode(`${formatJson(value)}\n`);
