import type { ColumnValues } from '../../core/columns.ts';
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

/** A response of the API with its body as parsed JSON. */
export type ApiResponse = Awaited<ReturnType<ApiClient['get']>>;

/** @throws Error with a message for users: the texts of client.js are for programmers */
function fail(): never {
  throw new Error(
    'The data can’t be loaded. You may be offline, or the server has a problem. Reload the page.',
  );
}

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
  let client: Promise<SiteClient> | undefined;

  /**
   * Does work with client.js, which is loaded once. A browser can remember that it could not be loaded, until the page is
   * reloaded.
   * @throws Error with a message for users
   */
  function use<T>(work: (client: SiteClient) => Promise<T>): Promise<T> {
    client ??= import(new URL('client.js', folder).href).then((module) => module.connect());
    return client.then(work).catch(fail);
  }

  /**
   * The address at which the host answers a request; null where only client.js does.
   * @throws Error with a message for users
   */
  async function findAddress(target: RequestTarget): Promise<string | null> {
    // The first listing is shown before the module is loaded.
    if (isFirst(target)) return absoluteAddress(first);
    if (hostKind === 'code') return absoluteAddress(target);
    const file = await use((own) => own.findFile(target));
    return file === null ? null : absoluteAddress(hostKind === 'rules' ? target : file);
  }

  const isFirst = (target: RequestTarget): boolean => target === collections[0]?.listing;

  /** The absolute address of a target. */
  const absoluteAddress = (target: RequestTarget): string => new URL(target, folder).href;

  /**
   * Sends a request.
   * @throws Error with a message for users if there is no response
   */
  async function get(target: RequestTarget) {
    // The links of a page on a plain host are paths, and those of a composed page are requests.
    const isComposed = hostKind === 'plain' && !isFirst(target);
    const address = isComposed ? null : await findAddress(target);
    if (address === null) return compose(target);
    const sent = await readResponse(fetch(address, { headers: { Accept: 'application/json' } }));
    // Rules find some records only at the paths of their files.
    const isUnknown = hostKind === 'rules' && sent.response.status === 404;
    // A plain host sends a page for people where it has no response.
    return sent.value === undefined || isUnknown ? compose(target) : sent;
  }

  const compose = (target: RequestTarget) => readResponse(use((own) => own.response(target)));

  /** The rows of the records of a request; null if they are all. @throws Error with a message for users */
  const readRows = (target: RequestTarget) => use((own) => own.rows(target));

  /** The values of a field by row. @throws as `readRows` */
  const readColumn = (collection: string, field: string) =>
    use((own) => own.column(collection, field));

  /** The request that an address in a response is; null if it is of another site. */
  function toTarget(address: string): RequestTarget | null {
    const target = findRequestTarget(api, address, [site, folder.href]);
    // The next page of the first listing on a plain host is a path.
    return target && (targets.get(target) ?? target);
  }

  const formatLink = hashLink;
  return { absoluteAddress, findAddress, get, compose, readRows, readColumn, toTarget, formatLink };
}

/**
 * @returns `value` is undefined if the response is not JSON, so not from the API
 * @throws Error with a message for users
 */
async function readResponse(responding: Promise<Response>) {
  try {
    const response = await responding;
    const value: unknown = isJson(response) ? await response.json() : undefined;
    // The text of such a response is for operators.
    if (response.status < 500) return { response, value };
  } catch {}
  return fail();
}

const isJson = ({ headers }: Response): boolean =>
  /^application\/json\b/.test(headers.get('Content-Type') ?? '');
