import type { ColumnValues } from '../../core/columns.ts';
import { endpointTarget, type RequestTarget } from '../view/request-target.ts';
import { apiFolder } from './dom.ts';

/** What the page uses of client.js. */
interface SiteClient {
  response(path: string): Promise<Response>;
  hostPath(path: string): Promise<string | null>;
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
 * @param hostKind `rules` or `files`: the host only has what is pre-rendered; undefined: it runs code
 */
export function createApiClient(folder: URL, hostKind: string | undefined) {
  let connected: Promise<SiteClient | null> | undefined;

  /** The client; null if it can't be loaded. */
  function connect(): Promise<SiteClient | null> {
    connected ??= import(new URL('client.js', folder).href)
      .then((module: ClientModule) => module.connect())
      .catch(() => null);
    return connected;
  }

  /** The address at which the host answers a request; null where only client.js does. */
  async function findAddress(target: RequestTarget): Promise<string | null> {
    const path = await findHostPath(target);
    return path === null ? null : absoluteAddress(path);
  }

  async function findHostPath(target: RequestTarget): Promise<string | null> {
    if (hostKind === undefined) return target;
    // Listings without parameters are pre-rendered: the first one is shown before the module is loaded.
    if (endpointTarget(apiFolder(), `/${target}`) !== null)
      return hostKind === 'files' ? plainPath(target) : target;
    const client = await connect();
    return client ? client.hostPath(target).catch(() => target) : target;
  }

  /** The absolute address of a target. */
  const absoluteAddress = (target: RequestTarget): string => new URL(target, folder).href;

  /**
   * Sends a request.
   * @throws Error with a message for users if there is no response
   */
  async function get(target: RequestTarget) {
    const address = await findAddress(target);
    const sent = address === null ? undefined : await fetchFrom(address);
    // A server of files sends a page for people where it has no response.
    return sent?.value === undefined ? compose(target) : sent;
  }

  const compose = async (target: RequestTarget) =>
    readResponse((await requireClient()).response(target));

  /** @throws Error with a message for users if client.js can't be loaded */
  async function requireClient(): Promise<SiteClient> {
    const client = await connect();
    if (client) return client;
    throw new Error('A part of this page can’t be loaded. Reload the page.');
  }

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

/** The path of a listing without parameters on a host of plain files. */
const plainPath = (target: RequestTarget): string =>
  target === apiFolder() ? `${target}index.json` : target.replace(/\/$/, '.json');
