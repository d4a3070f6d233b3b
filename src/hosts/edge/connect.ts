import { findRows, readColumn } from '../../core/columns.ts';
import { CurrentSite } from '../../core/current-site.ts';
import { toResponse } from '../../core/fetch.ts';
import { apiFolder, basePath, type Grid } from '../../core/grid.ts';
import { HEADERS } from '../../core/header.ts';
import { findPrintedPath } from '../../core/printed-path.ts';
import {
  applyConditions,
  type Conditions,
  type Reply,
  reply,
  replyWith,
} from '../../core/reply.ts';
import { type Resolution, resolve, splitTarget } from '../../core/resolve.ts';
import type { DataSite } from '../../core/site.ts';
import { OutdatedError } from '../../core/store.ts';
import type * as client from './client.d.ts';
import { fileFetcher } from './fetch-file.ts';

/** The root of a site is read again after a minute. */
const MAX_AGE = 60_000;

export const ApiError: typeof client.ApiError = class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly detail: string,
  ) {
    super(`The API answered with status ${status}: ${detail}`);
  }
};

export const connect: typeof client.connect = async (
  site = new URL('./', import.meta.url),
  options = {},
) => {
  const folder = folderOf(site);
  const current = new CurrentSite(MAX_AGE);
  const inProgress = new Map<string, Promise<unknown>>();

  /** Does work with the site as it is now. */
  async function use<T>(work: (site: DataSite) => Promise<T>, { signal }: client.ReadOptions) {
    signal?.throwIfAborted();
    const read =
      folder.protocol === 'file:' ? fileReader(folder, signal) : fileFetcher(folder, signal);
    // A signal aborts the reads of its call, so other calls must not wait for them.
    const result = current.use(read, ({ store, ...site }) =>
      work({ ...site, store: signal ? store : { ...store, inProgress } }),
    );
    return result.catch((cause) => {
      if (!(cause instanceof OutdatedError)) throw cause;
      throw new Error(`${cause.message} ${INCOMPLETE} ${folder.href}`, { cause });
    });
  }

  await use(async () => {}, options);
  return {
    async get(path, options = {}) {
      const made = await use((opened) => replyTo(opened, path, GET, true), options);
      const body = JSON.parse(new TextDecoder().decode(made.body ?? undefined));
      if (made.status === 200) return body;
      throw new ApiError(made.status, body.detail);
    },
    async response(path, { method = 'GET', headers = {}, ...options } = {}) {
      const ifNoneMatch = new Headers(headers).get('If-None-Match');
      const request = { method: method.toUpperCase(), ifNoneMatch };
      return toResponse(await use((opened) => replyTo(opened, path, request, false), options));
    },
    hostPath: (path, options = {}) =>
      use(async ({ grid }) => {
        const target = relativeTo(grid, targetOf(grid, path));
        if (grid.layout === 'paths') return fileAt(grid, target) ?? findPrintedPath(grid, target);
        return resolved(grid, targetOf(grid, path), GET).kind === 'compose' ? null : target;
      }, options),
    rows: (path, options = {}) =>
      use(async (printed) => {
        const site = withoutPages(printed);
        const found = resolved(site.grid, targetOf(site.grid, path), GET);
        if (found.kind === 'compose') return findRows(site, found.address);
        throw new TypeError(`${path} is no request for records.`);
      }, options),
    column: (collection, field, options = {}) =>
      use((site) => readColumn(site, collection, field), options),
  };
};

const GET: Conditions = { method: 'GET' };

const INCOMPLETE = 'There is no such site, or it is incomplete:';

/** @throws TypeError if the address is not absolute */
function folderOf(site: string | URL): URL {
  const folder = new URL(site);
  folder.pathname = folder.pathname.replace(/\/?$/, '/');
  return folder;
}

/** The module of Node, Deno and Bun. Bundlers for browsers must not look for it. */
const FILE_SYSTEM = 'node:fs/promises';

/** Reads the files of a site from a folder: what `DataSite.read` does. */
const fileReader =
  (folder: URL, signal: AbortSignal | undefined): DataSite['read'] =>
  async (file) => {
    const { readFile } = await import(FILE_SYSTEM);
    const absent = (error: Error & { readonly code?: string }) => {
      if (error.code === 'ENOENT') return null;
      signal?.throwIfAborted();
      throw error;
    };
    return readFile(new URL(file, folder), { signal }).catch(absent);
  };

/** A site as if it had no printed pages: they can be of another build than the store. */
function withoutPages(site: DataSite): DataSite {
  const collections = site.grid.collections.map(({ isWhole: _, ...one }) => one);
  return { ...site, grid: { layout: 'chunks', ...site.grid, collections } };
}

/** Replies to a request. @param follows whether a redirect is followed */
async function replyTo(
  printed: DataSite,
  path: string | URL,
  request: Conditions,
  follows: boolean,
): Promise<Reply> {
  const site = withoutPages(printed);
  const target = targetOf(site.grid, path);
  const file = request.method !== 'POST' && fileAt(site.grid, relativeTo(site.grid, target));
  // As its host does: the same address by query could be that of another record.
  const body = file && (await site.read(file));
  if (body) {
    return applyConditions(await replyWith(body, { status: 200, headers: HEADERS }), request);
  }
  const found = resolved(site.grid, file ? '' : target, request);
  const isFollowed = follows && found.kind === 'redirect';
  return reply(site, isFollowed ? resolved(site.grid, found.location, request) : found, request);
}

/** The file of a target by path on a host of plain files; it may not exist. No segment of it begins with a dot. */
const fileAt = (grid: Grid, target: string): string | null =>
  grid.layout === 'paths' && target.startsWith(apiFolder(grid))
    ? (/^[\w-]+(\/[\w-][\w.-]*)+\.json(?=\?|$)/.exec(target)?.[0] ?? null)
    : null;

const relativeTo = (grid: Grid, target: string): string => target.slice(basePath(grid).length + 1);

const resolved = (grid: Grid, target: string, request: Conditions): Resolution =>
  resolve(grid, { ...request, ...splitTarget(target) }, { composes: true });

/**
 * The path and query of a request, from the root of the site's host.
 * @throws TypeError for an address that is not below the base address of the site
 */
function targetOf(grid: Grid, path: string | URL): string {
  const [address = ''] = String(path).split('#');
  const isLink = address.startsWith(`${grid.base}/`);
  if (!isLink && /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)) {
    throw new TypeError(
      `${address} is no path, and does not begin with ${grid.base}/${apiFolder(grid)}.`,
    );
  }
  const relative = isLink ? address.slice(grid.base.length + 1) : address.replace(/^\//, '');
  return `${basePath(grid)}/${relative}`;
}
