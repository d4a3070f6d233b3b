import type { ColumnValues } from '../../core/columns.ts';
import type { PageModel } from '../view/collection-model.ts';
import type { RequestTarget } from '../view/request-target.ts';

/** What the page uses of client.js. */
interface SiteClient {
  response(path: string): Promise<Response>;
  findFile(path: string): Promise<string | null>;
  rows(path: string): Promise<Uint8Array | null>;
  column(collection: string, field: string): Promise<ColumnValues | null>;
}
interface ClientModule {
  connect(): Promise<SiteClient>;
}

export type ApiClient = ReturnType<typeof createApiClient>;

/** A response of the API with its body, as text and as parsed JSON. */
export type ApiResponse = Awaited<ReturnType<ApiClient['get']>>;

/**
 * Creates a client of the API in the folder of this page.
 * @param folder the address of the folder, with a slash at its end
 */
export function createApiClient(folder: URL, { hostKind, first, collections }: PageModel) {
  let connected: Promise<SiteClient> | undefined;

  /** @throws Error with a message for users if client.js can't be loaded */
  function requireClient(): Promise<SiteClient> {
    connected ??= import(new URL('client.js', folder).href)
      .then((module: ClientModule) => module.connect())
      .catch(() => {
        throw new Error('A part of this page can’t be loaded. Reload the page.');
      });
    return connected;
  }

  /** The address at which the host answers a request; null where only client.js does. */
  async function findAddress(target: RequestTarget): Promise<string | null> {
    // The first listing is shown before the module is loaded.
    if (isFirst(target)) return absoluteAddress(first);
    if (hostKind === undefined) return absoluteAddress(target);
    const client = requireClient();
    const file = await client.then((one) => one.findFile(target)).catch(() => target);
    return file && absoluteAddress(hostKind === 'files' ? file : target);
  }

  const isFirst = (target: RequestTarget): boolean => target === collections[0]?.list;

  /** The absolute address of a target. */
  const absoluteAddress = (target: RequestTarget): string => new URL(target, folder).href;

  /**
   * Sends a request.
   * @throws Error with a message for users if there is no response
   */
  async function get(target: RequestTarget) {
    // The links of a page on a plain host are paths, and those of a composed page are requests.
    const isComposed = hostKind === 'files' && !isFirst(target);
    const address = isComposed ? null : await findAddress(target);
    const sent = address === null ? undefined : await fetchFrom(address);
    // A server of files sends a page for people where it has no response.
    return sent?.value === undefined ? compose(target) : sent;
  }

  const compose = async (target: RequestTarget) =>
    readResponse((await requireClient()).response(target));

  const fetchFrom = (address: string) =>
    readResponse(fetch(address, { headers: { Accept: 'application/json' } }));

  /** @returns `value` is undefined if the response is not JSON, so not from the API */
  async function readResponse(responding: Promise<Response>) {
    const start = performance.now();
    try {
      const response = await responding;
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

  return { absoluteAddress, findAddress, get, compose, requireClient };
}
