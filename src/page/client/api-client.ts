import type { RequestTarget } from '../view/request-target.ts';

/** The service worker of a site that was built with one. */
const WORKER = 'sw.js';

/** How long to wait for a new service worker, in ms. */
const TIMEOUT = 8000;

export type ApiClient = ReturnType<typeof createApiClient>;

/** A response of the API with its body, as text and as parsed JSON. */
export type ApiResponse = Awaited<ReturnType<ApiClient['get']>>;

/**
 * Creates a client of the API in the folder of this page.
 * @param folder the address of the folder, with a slash at its end
 * @param worker the address of the service worker that answers; undefined: the host answers
 */
export function createApiClient(folder: URL, worker: string | undefined) {
  /** The absolute address of a target. */
  const absoluteAddress = (target: RequestTarget): string => new URL(target, folder).href;

  /**
   * Sends a request.
   * @throws Error with a message for users if there is no response, or one that is not from the API
   */
  async function get(target: RequestTarget) {
    const failure = worker && (await startServiceWorker(new URL(worker, folder)));
    if (failure) throw new Error(`The API does not work here: ${failure}.`);
    const first = await fetchTarget(target);
    if (first.value !== undefined) return first;
    // A site that was built for another host has a service worker too, if it was copied to a host of files.
    const reason = await startServiceWorker(new URL(WORKER, folder));
    const second = reason ? first : await fetchTarget(target);
    if (second.value !== undefined) return second;
    const { status, headers } = second.response;
    const type = headers.get('Content-Type') ?? 'no type';
    const problem = reason && ` A service worker can’t be started either (${reason}).`;
    const base = folder.href.replace(/\/$/, '');
    throw new Error(
      `This host does not answer requests to the API: the response has the status ${status} and is ${type}, not JSON.${problem} If the host only sends files, build the site for it with --host service-worker --base-url ${base}`,
    );
  }

  /** @returns `value` is undefined if the response is not JSON, so not from the API */
  async function fetchTarget(target: RequestTarget) {
    const start = performance.now();
    try {
      const response = await fetch(absoluteAddress(target), {
        headers: { Accept: 'application/json' },
      });
      const text = await response.text();
      const isJson = /^application\/json\b/.test(response.headers.get('Content-Type') ?? '');
      const value: unknown = isJson ? JSON.parse(text) : undefined;
      return { response, text, value, milliseconds: performance.now() - start };
    } catch {
      throw new Error(
        navigator.onLine
          ? 'The host can’t be reached. Is it still running? Send the request again in a moment.'
          : 'You are offline. Send the request again when you have a connection.',
      );
    }
  }

  return { absoluteAddress, get };
}

/**
 * Registers a service worker, and waits until it controls this page.
 * @returns why none does, or an empty text
 */
async function startServiceWorker(script: URL): Promise<string> {
  // Undefined without https and in some private windows, contrary to its type.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return 'service workers need https and a window that is not private';
  // Register it even if a worker controls the page: that worker can belong to a parent folder.
  const failure = await workers.register(script).then(
    () => '',
    (error: Error) => error.message,
  );
  if (workers.controller) return '';
  if (failure) return failure;
  return new Promise((resolve) => {
    workers.addEventListener('controllerchange', () => resolve(''), { once: true });
    setTimeout(resolve, TIMEOUT, 'its service worker does not start; reload the page');
  });
}
