import type { ColumnValues } from '../../core/columns.ts';
import { once } from '../../util/once.ts';
import type { PageModel } from '../view/collection-model.ts';
import { findRequestTarget, hashLink, type RequestTarget } from '../view/request-target.ts';

/** What the page uses of client.js. */
interface SiteClient {
  response(path: string): Promise<Response>;
  findFile(path: string): Promise<string | null>;
  rows(path: string): Promise<Uint8Array | null>;
  column(collection: string, field: string): Promise<ColumnValues | null>;
}

export type ApiClient = ReturnType<typeof createApiClient>;

/** A response of the API with its body, as text and as parsed JSON. */
export type ApiResponse = Awaited<ReturnType<ApiClient['get']>>;

/**
 * Creates a client of the API in the folder of this page.
 * @param folder the address of the folder, with a slash at its end
 * @param targets the requests of known addresses, relative to the folder
 */
export function createApiClient(
  folder: URL,
  { api, site, hostKind, first, collections }: PageModel,
  targets: ReadonlyMap<string, RequestTarget>,
) {
  /** Loads client.js. @throws Error with a message for users if that fails */
  const requireClient = once(async (): Promise<SiteClient> => {
    try {
      const module = await import(new URL('client.js', folder).href);
      return await module.connect();
    } catch {
      throw new Error('A part of this page can’t be loaded. Reload the page.');
    }
  });

  /** The address at which the host answers a request; null where only client.js does. */
  async function findAddress(target: RequestTarget): Promise<string | null> {
    // The first listing is shown before the module is loaded.
    if (isFirst(target)) return absoluteAddress(first);
    if (hostKind === undefined) return absoluteAddress(target);
    const file = await requireClient()
      .then((client) => client.findFile(target))
      .catch(() => target);
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
    if (address === null) return compose(target);
    const sent = await readResponse(fetch(address, { headers: { Accept: 'application/json' } }));
    // A server of files sends a page for people where it has no response.
    return sent.value === undefined ? compose(target) : sent;
  }

  const compose = async (target: RequestTarget) =>
    readResponse((await requireClient()).response(target));

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
        'The host can’t be reached. Are you online? Send the request again in a moment.',
      );
    }
  }

  /** The request that an address in a response is; null if it is of another site. */
  function toTarget(address: string): RequestTarget | null {
    const target = findRequestTarget(api, address, [site, folder.href]);
    // The next page of the first listing on a plain host is a path.
    return target && (targets.get(target) ?? target);
  }

  const formatLink = hashLink;
  return { absoluteAddress, findAddress, get, compose, requireClient, toTarget, formatLink };
}
