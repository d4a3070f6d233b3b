import { findRows, readColumn } from '../../core/columns.ts';
import { apiFolder, basePath, type Grid } from '../../core/grid.ts';
import { type Conditions, reply, toResponse } from '../../core/reply.ts';
import { findFile, type Outcome, resolve, splitTarget, withoutFiles } from '../../core/resolve.ts';
import { CurrentSite, type DataSite } from '../../core/site.ts';
import { OutdatedError, ROOT, shared } from '../../core/store.ts';
import { withBase } from '../../core/with-base.ts';
import type * as client from './client.d.ts';
import { fileFetcher, NetworkError } from './fetch-file.ts';

export { NetworkError };

/** The root of a site is read again after a minute. */
const MAX_AGE = 60_000;

export const ApiError: typeof client.ApiError = class ApiError extends Error {
  override readonly name = 'ApiError';

  readonly detail: string;
  readonly parameter: string;
  readonly supported: readonly string[];

  constructor(
    readonly status: number,
    body: Readonly<Record<string, unknown>>,
  ) {
    const { detail, parameter = '', supported = [] } = body as Partial<client.ApiError>;
    super(`The API answered with status ${status}: ${detail}`);
    this.detail = `${detail}`;
    this.parameter = parameter;
    this.supported = supported;
  }
};

export const connect: typeof client.connect = async (
  site = new URL('./', import.meta.url),
  options = {},
) => {
  // It throws a TypeError if the address is not absolute.
  const folder = new URL(site);
  folder.pathname = folder.pathname.replace(/\/?$/, '/');
  const current = new CurrentSite(MAX_AGE);
  const inProgress = new Map<string, Promise<unknown>>();

  /** Does work with the site as it is now, and with a function that finds the target of a request. */
  async function use<T>(
    work: (site: DataSite, targetAt: (path: string | URL) => string) => Promise<T>,
    { signal }: client.ReadOptions,
  ) {
    signal?.throwIfAborted();
    const isOnHost = folder.protocol !== 'file:';
    const reader = isOnHost ? fileFetcher(folder, signal) : fileReader(folder, signal);
    // A signal aborts the reads of its call, so other calls must not wait for them.
    const isShared = signal === undefined;
    const read: DataSite['read'] = (file) =>
      isShared && file === ROOT ? shared(inProgress, file, () => reader(file)) : reader(file);
    const result = current.use(
      read,
      (built) => {
        const own = isShared ? { ...built, store: { ...built.store, inProgress } } : built;
        // Links lead to the site that is read. That of a folder is on no host.
        const site = isOnHost ? withBase(own, baseOf(folder)) : own;
        return work(site, (path) => targetOf(site.grid, built.grid.base, path));
      },
      signal,
    );
    return result.catch((cause) => {
      if (!(cause instanceof OutdatedError)) throw cause;
      const { href } = folder;
      const message = `${href} has no site that this client.js can read. ${cause.message}`;
      throw new NetworkError(href, `${message} ${COPY}`, { cause });
    });
  }

  const api = await use(async ({ grid }) => apiFolder(grid), options);
  const get: client.Api['get'] = async (path, options = {}) => {
    const made = await use((site, targetAt) => replyTo(site, targetAt(path), GET, true), options);
    const body = JSON.parse(new TextDecoder().decode(made.body ?? undefined));
    if (made.status === 200) return body;
    throw new ApiError(made.status, body);
  };
  return {
    get updated() {
      return current.updated;
    },
    get,
    list: async (name, parameters = {}, options = {}) =>
      get<unknown>(`${api}${name}/?${queryOf(parameters)}`, options),
    async response(path, { method = 'GET', headers = {}, ...options } = {}) {
      const ifNoneMatch = new Headers(headers).get('If-None-Match');
      const request = { method: method.toUpperCase(), ifNoneMatch };
      const answering = use(
        (site, targetAt) => replyTo(site, targetAt(path), request, false),
        options,
      );
      return toResponse(await answering);
    },
    findFile: (path, options = {}) =>
      use(async ({ grid }, targetAt) => findFile(grid, targetAt(path)), options),
    rows: (path, options = {}) =>
      use(async (site, targetAt) => {
        const found = resolved(site.grid, targetAt(path), GET);
        if (found.kind === 'compose') return findRows(site, found.address);
        throw new TypeError(`${path} is no request for records.`);
      }, options),
    column: (collection, field, options = {}) =>
      use((site) => readColumn(site, collection, field), options),
  };
};

const GET: Conditions = { method: 'GET' };

const COPY = 'If client.js is a copy, copy it from the site again.';

/** The query of a listing. */
function queryOf(parameters: Readonly<Record<string, unknown>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    // The API ignores empty values, and a comma ends a value.
    if (Array.isArray(value) && !(value.length > 0 && value.every((one) => LISTED.test(one ?? ''))))
      throw new TypeError(`The list of ${name} or a value of it is empty, or a value has a comma.`);
    if (value !== undefined) query.set(name, String(value));
  }
  return query;
}

/** A value of a list. */
const LISTED = /^[^,]*[^\s,][^,]*$/;

/** The module of Node, Deno and Bun. Bundlers for browsers must not look for it. */
const FILE_SYSTEM = 'node:fs/promises';

/** Reads the files of a site from a folder: what `DataSite.read` does. */
const fileReader =
  (folder: URL, signal: AbortSignal | undefined): DataSite['read'] =>
  async (file) => {
    const { readFile } = await import(FILE_SYSTEM);
    const absent = (error: Error & { readonly code?: string }) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      signal?.throwIfAborted();
      throw error;
    };
    return readFile(new URL(file, folder), { signal }).catch(absent);
  };

/** Replies to a request. @param follows whether a redirect is followed */
function replyTo(site: DataSite, target: string, request: Conditions, follows: boolean) {
  const found = resolved(site.grid, target, request);
  const isFollowed = follows && found.kind === 'redirect';
  const outcome = isFollowed ? resolved(site.grid, found.location, request) : found;
  return reply(site, outcome, request);
}

/** @param target relative to the site's folder, or from the root of its host */
const resolved = (grid: Grid, target: string, request: Conditions): Outcome => {
  const full = target.startsWith('/') ? target : `${basePath(grid)}/${target}`;
  return withoutFiles(resolve(grid, { ...request, ...splitTarget(full) }));
};

/** The base address of a site's folder. */
const baseOf = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/$/, '');

/**
 * The path and query of a request, relative to the site's folder.
 * @param built the base address of the build, which links of the site's files can have
 * @throws TypeError for an address that is not below a base address of the site
 */
function targetOf(grid: Grid, built: string, path: string | URL): string {
  const [address = ''] = String(path).split('#');
  const base = [grid.base, built].find((one) => address.startsWith(`${one}/`));
  if (base !== undefined) return address.slice(base.length + 1);
  if (!/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)) return address.replace(/^\//, '');
  throw new TypeError(
    `${address} is no path, and does not begin with ${grid.base}/${apiFolder(grid)}.`,
  );
}
