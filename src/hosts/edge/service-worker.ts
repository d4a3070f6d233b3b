import { addressOf, isListing } from '../../core/address.ts';
import { pageHead, recordsIn } from '../../core/envelope.ts';
import { parseRequest, toResponse } from '../../core/fetch.ts';
import { NO_STORE_HEADERS } from '../../core/header.ts';
import { findCollection, partitionOf } from '../../core/listing.ts';
import { type Reply, reply } from '../../core/reply.ts';
import { isApiPath, resolve } from '../../core/resolve.ts';
import type { DataSite } from '../../core/site.ts';

/** The site's grid, defined before this code in the deployed script. */
declare const GRID: DataSite['grid'];

declare const self: ServiceWorkerGlobalScope;

/** The site's folder, which has this script. */
const SITE = new URL('./', self.location.href);

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  // The browser sends all requests of a page here, also those to other sites and for files.
  if (origin !== SITE.origin || !isApiPath(SITE.pathname, pathname)) return;
  event.respondWith(answerCurrent(event.request));
  event.waitUntil(updateWorker(60));
});

/** Why a request cannot be answered at the moment. */
interface Failure extends Error {
  /** The value of the `Retry-After` header. */
  readonly retryAfter?: string | undefined;
}

const CHANGED =
  'The site has changed since this browser loaded its service worker, or its deployment is incomplete. The browser updates the worker.';

async function answerCurrent(request: Request): Promise<Response> {
  const parsed = parseRequest(request);
  const resolution = resolve(GRID, parsed, { composes: true });
  const isComposed = resolution.kind === 'compose';
  const read = async (file: string) => assertCurrent(file, await fetchFile(file), isComposed);
  try {
    return withAbsoluteLocation(await reply({ grid: GRID, read }, resolution, parsed));
  } catch (error) {
    return unavailable(request, error as Failure);
  }
}

/**
 * A file's bytes, or null if there is no such file. The browser revalidates what it has cached, so
 * that all files of a composed page are of the same deployment.
 * @throws Failure if the host can't be reached, or answers with an error
 */
async function fetchFile(file: string): Promise<Uint8Array | null> {
  const options: RequestInit = { cache: 'no-cache', redirect: 'error' };
  const response = await fetch(new URL(file, SITE), options).catch(() => {
    throw new Error(`The host can’t be reached for ${file}.`);
  });
  if (isMissing(response)) return null;
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  const failure = new Error(`The host sent status ${response.status} for ${file}.`);
  throw Object.assign(failure, { retryAfter: response.headers.get('Retry-After') ?? undefined });
}

/**
 * S3 answers 403 for a missing file if the client may not list the bucket. Other hosts send a page of
 * their own with status 200: none of the files read here is HTML.
 */
const isMissing = ({ status, ok, headers }: Response): boolean =>
  [403, 404, 410].includes(status) ||
  (ok && /^text\/html\b/i.test(headers.get('Content-Type') ?? ''));

/**
 * Checks that a file belongs to the deployment of the grid. A pre-rendered page of a newer one is
 * correct by itself, but a page composed of its files would mix its records with this grid's count
 * and links.
 * @throws Failure
 */
function assertCurrent(
  file: string,
  body: Uint8Array | null,
  isComposed: boolean,
): Uint8Array | null {
  const isLost = !body && addressOf(file)?.kind !== 'item';
  if (!isLost && !(isComposed && body && isOutdated(file, body))) return body;
  void updateWorker(5);
  throw new Error(CHANGED);
}

/** Tells whether a listing has another number of records than the grid says. */
function isOutdated(file: string, body: Uint8Array): boolean {
  const address = addressOf(file);
  if (!address || !isListing(address)) return false;
  const { count } = partitionOf(findCollection(GRID, address), address) ?? { count: 0 };
  if (address.kind === 'list') return recordsIn(body).length !== count;
  const head = pageHead(GRID.base, address, count);
  return new TextDecoder().decode(body.subarray(0, head.length)) !== head;
}

/** A 503 that asks the client to try again. */
function unavailable({ method }: Request, { message, retryAfter = '5' }: Failure): Response {
  const body = `${JSON.stringify({ detail: `${message} Try again in a moment.` })}\n`;
  const headers = { ...NO_STORE_HEADERS, 'Retry-After': retryAfter };
  return new Response(method === 'HEAD' ? null : body, { status: 503, headers });
}

/** A response made by a worker has no URL, so Safari cannot resolve a relative `Location`. */
function withAbsoluteLocation(made: Reply): Response {
  const response = toResponse(made);
  // https://bugs.webkit.org/show_bug.cgi?id=282427
  const location = response.headers.get('Location');
  if (location) response.headers.set('Location', new URL(location, SITE).href);
  return response;
}

/** The time of the last update check, in ms. */
let lastUpdate = Number.NEGATIVE_INFINITY;

/**
 * Has the browser look for a newer worker, which has the newer grid. By itself a browser does that
 * only when a page is opened.
 * @param interval the least time since the last check, in seconds
 */
async function updateWorker(interval: number): Promise<void> {
  if (Date.now() - lastUpdate < interval * 1000) return;
  lastUpdate = Date.now();
  // Offline it fails, which the answer to the request already reports.
  await self.registration.update().catch(() => {});
}
