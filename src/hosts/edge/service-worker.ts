import { CurrentSite } from '../../core/current-site.ts';
import { parseRequest, toResponse } from '../../core/fetch.ts';
import { NO_STORE_HEADERS } from '../../core/header.ts';
import { type Reply, reply } from '../../core/reply.ts';
import { isApiPath, resolve } from '../../core/resolve.ts';
import { OutdatedError } from '../../core/store.ts';
import { type FetchFailure, fileFetcher } from './fetch-file.ts';

declare const self: ServiceWorkerGlobalScope;
/** Defined before this code in the deployed script: the API's folder in the site's. */
declare const API_FOLDER: string;

/** The site's folder, which has this script. */
const SITE = new URL('./', self.location.href);

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  // The browser sends all requests of a page here, also those to other sites and for files.
  if (origin !== SITE.origin || !isApiPath(SITE.pathname, API_FOLDER, pathname)) return;
  event.respondWith(answerCurrent(event.request));
  event.waitUntil(updateWorker(60));
});

const CHANGED =
  'The site has changed since this browser loaded it, or its deployment is incomplete.';

/** The root of the site is read again after a minute. */
const current = new CurrentSite(60_000);

const fetchFile = fileFetcher(SITE, { redirect: 'error' });

async function answerCurrent(request: Request): Promise<Response> {
  const parsed = parseRequest(request);
  try {
    return await current.use(fetchFile, async (site) => {
      // A page by path is a file of the host.
      if (site.grid.layout === 'paths' && parsed.path.endsWith('.json')) return fetch(request);
      const answered = await reply(site, resolve(site.grid, parsed, { composes: true }), parsed);
      return withAbsoluteLocation(answered);
    });
  } catch (error) {
    if (!(error instanceof OutdatedError)) return unavailable(request, error as FetchFailure);
    // The site may be of a version that this worker does not know.
    void updateWorker(5);
    return unavailable(request, new Error(CHANGED));
  }
}

/** A 503 that asks the client to try again. */
function unavailable({ method }: Request, { message, retryAfter = '5' }: FetchFailure): Response {
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
 * Has the browser look for a newer version of this worker. By itself a browser does that only when a
 * page is opened.
 * @param interval the least time since the last check, in seconds
 */
async function updateWorker(interval: number): Promise<void> {
  if (Date.now() - lastUpdate < interval * 1000) return;
  lastUpdate = Date.now();
  // Offline it fails, which the answer to the request already reports.
  await self.registration.update().catch(() => {});
}
