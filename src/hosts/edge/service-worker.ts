import { addressOf, isListing } from '../../core/address.ts';
import { answer, type DataSite } from '../../core/answer.ts';
import { pageHead, recordsIn } from '../../core/envelope.ts';
import { PASSING_HEADERS } from '../../core/header.ts';
import { collectionOf, isApiPath, isRendered, partsOf, resolve } from '../../core/resolve.ts';

/** The table of the site, which stands before this code where it is deployed. */
declare const GRID: DataSite['grid'];

/** As it is in this kind of worker. */
declare const self: ServiceWorkerGlobalScope;

/** The site's folder: this script lies in it. */
const SITE = new URL('./', self.location.href);

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  // A page's requests all come by here, those to other sites and for the site's own files too.
  if (origin !== SITE.origin || !isApiPath(SITE.pathname, pathname)) return;
  event.respondWith(respond(event.request));
  event.waitUntil(renew(60));
});

/** Why a request can't be answered at the moment. */
class Hitch extends Error {
  constructor(
    message: string,
    /** When to ask again, as the header of that name says it. */
    readonly retryAfter = '5',
  ) {
    super(`${message} Ask again in a moment.`);
  }
}

const CHANGED =
  'The site has changed since this browser fetched its table, or was not deployed whole; the table is being fetched anew.';

async function respond(request: Request): Promise<Response> {
  let hitch: Hitch | undefined;
  const composes = isComposed(request);
  const read = async (file: string) => {
    try {
      return checked(file, await fetched(file), composes);
    } catch (error) {
      hitch ??= error instanceof Hitch ? error : new Hitch(String(error));
      throw error;
    }
  };
  const response = await answer(request, { grid: GRID, read });
  return hitch ? postponed(request, hitch) : located(response);
}

/** Is a request answered with a listing that is no file? */
function isComposed({ method, url }: Request): boolean {
  const resolution = resolve(GRID, { method, ...partsOf(url) }, { composes: true });
  return 'address' in resolution && !isRendered(GRID, resolution.address);
}

/**
 * A file's bytes, or null where there is no such item. Whatever the cache has is asked for anew: a
 * page may be made of several files, and all must be of today.
 * @throws Hitch
 */
async function fetched(file: string): Promise<Uint8Array | null> {
  try {
    const response = await fetch(new URL(file, SITE), { cache: 'no-cache', redirect: 'error' });
    if (isMissing(response)) return null;
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    const retryAfter = response.headers.get('Retry-After') ?? undefined;
    throw new Hitch(`The host answers ${response.status} for ${file}.`, retryAfter);
  } catch (error) {
    if (error instanceof Hitch) throw error;
    throw new Hitch(`The host can’t be reached for ${file}.`);
  }
}

/**
 * S3 answers 403 for what it lacks, to those who may not list it. Other hosts send a page of their own
 * with 200: no file that is read here is HTML.
 */
const isMissing = ({ status, ok, headers }: Response): boolean =>
  [403, 404, 410].includes(status) ||
  (ok && /^text\/html\b/i.test(headers.get('Content-Type') ?? ''));

/**
 * A file that goes with the table. A page of a newer site is whole by itself; a page that is composed
 * of such ones would have records of that site and the count and the links of this one.
 * @throws Hitch
 */
function checked(file: string, body: Uint8Array | null, composes: boolean): Uint8Array | null {
  const isLacking = !body && addressOf(file)?.kind !== 'item';
  if (!isLacking && !(composes && body && isOfAnotherSite(file, body))) return body;
  void renew(5);
  throw new Hitch(CHANGED);
}

/** Does a listing say otherwise than the table how many records there are? */
function isOfAnotherSite(file: string, body: Uint8Array): boolean {
  const address = addressOf(file);
  if (!address || !isListing(address)) return false;
  const { count } = collectionOf(GRID, address);
  if (address.kind === 'list') return recordsIn(body).length !== count;
  const head = pageHead(GRID.base, address, count);
  return new TextDecoder().decode(body.subarray(0, head.length)) !== head;
}

/** The answer to a request that may go well when it is sent again. */
function postponed({ method }: Request, { message, retryAfter }: Hitch): Response {
  const body = `${JSON.stringify({ detail: message })}\n`;
  const headers = { ...PASSING_HEADERS, 'Retry-After': retryAfter };
  return new Response(method === 'HEAD' ? null : body, { status: 503, headers });
}

/** What a worker makes has no address, which Safari resolves a relative one against. */
function located(response: Response): Response {
  // https://bugs.webkit.org/show_bug.cgi?id=282427
  const location = response.headers.get('Location');
  if (location) response.headers.set('Location', new URL(location, SITE).href);
  return response;
}

/** When the browser was last asked to look for a newer worker, in ms. */
let renewed = Number.NEGATIVE_INFINITY;

/**
 * Has the browser look for a newer worker, which has the newer table: by itself it does so only when
 * a page is opened.
 * @param pause not sooner than so many seconds after the last time
 */
async function renew(pause: number): Promise<void> {
  if (Date.now() - renewed < pause * 1000) return;
  renewed = Date.now();
  // Without a connection there is none, which every answer says already.
  await self.registration.update().catch(() => {});
}
