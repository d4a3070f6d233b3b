import { DOWNLOADS, errorAddress } from '../core/address.ts';
import { apiFolder, basePath } from '../core/grid.ts';
import { allowing, FILE_HEADERS } from '../core/header.ts';
import { applyConditions, type Conditions, type Reply, reply, replyWith } from '../core/reply.ts';
import { type ApiRequest, decoded, fileOutcome, resolve } from '../core/resolve.ts';
import { DESCRIBED_FILES, PAGE } from '../describe/files.ts';
import { mediaTypeOf } from '../describe/media-type.ts';
import { MANIFEST } from '../site/manifest.ts';
import { methodsAt } from './post.ts';
import type { OpenFile, ServedSite } from './site-folder.ts';

/** A reply whose body can be an open file. */
export interface ServerReply extends Reply<Uint8Array | OpenFile> {
  /** Why the request could not be answered, for the log. */
  readonly failure?: string;
}

/** The methods of the files that describe the API, which hosts send as static files. */
const STATIC_METHODS = ['GET', 'HEAD'];

/**
 * Answers a request for the API, for a file that describes it, or for one that `client.js` reads. No other is served.
 * @param creates the collections that take new records
 * @param plain true to answer with the file at the path, whatever its query is, as a plain host does
 */
export async function answerFrom(
  site: ServedSite,
  request: ApiRequest & Conditions,
  creates: readonly string[],
  plain: boolean,
): Promise<ServerReply> {
  const { method, path } = request;
  const folder = basePath(site.grid);
  // The links of the page are relative to the folder.
  if (path !== '' && path === folder)
    return reply(site, { kind: 'redirect', location: `${path}/` }, request);
  const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) || PAGE : '';
  const found = isStaticFile(name) ? name : publicFileAt(site, name);
  const file = plain ? (found ?? name) : found;
  const isStatic = file !== undefined;
  if (isStatic && STATIC_METHODS.includes(method)) {
    const sent =
      (await staticReply(site, 200, file, request)) ??
      (plain && (await staticReply(site, 404, '404.html', request)));
    return sent || reply(site, fileOutcome(errorAddress('path')), request);
  }
  const methods = isStatic ? STATIC_METHODS : methodsAt(site.grid, path, creates);
  const outcome = isStatic ? fileOutcome(errorAddress('method')) : resolve(site.grid, request);
  const { headers, ...rest } = await reply(site, outcome, request);
  return { ...rest, headers: allowing(headers, methods) };
}

/** Answers with a file of the site; null if there is none. */
async function staticReply(site: ServedSite, status: number, file: string, conditions: Conditions) {
  const headers = { 'Content-Type': mediaTypeOf(file), ...FILE_HEADERS };
  const isFound = status === 200;
  const opened = isFound && site.open?.(file);
  if (opened) {
    const { size, mtimeMs } = opened.stats;
    const ranges = file.startsWith(DOWNLOADS) && { 'Accept-Ranges': 'bytes' };
    const own = { 'Content-Length': String(size), ETag: `"${size}-${mtimeMs}"`, ...ranges };
    const whole = { status, headers: { ...headers, ...own }, body: opened, files: [file] };
    return applyConditions(whole, conditions);
  }
  const body = await site.read(file);
  if (!body) return null;
  const head = { status, headers, files: [file] };
  return applyConditions(await replyWith(body, head, isFound, site.sha256), conditions);
}

/** True for the path of a file that describes the API or the site, or of one below `downloads/` or `data/`. */
const isStaticFile = (file: string): boolean =>
  DESCRIBED_FILES.has(file) || file === MANIFEST || /^(?:data|downloads)\/.*\w$/.test(file);

/** The file of `public/` that a path leads to; that of a folder is its page. */
function publicFileAt({ grid, isPublic }: ServedSite, name: string): string | undefined {
  const file = decoded([name])?.[0]?.replace(/\/$/, '/index.html') ?? '';
  // While `dev` runs, a file may be added where the API is.
  return !file.startsWith(apiFolder(grid)) && isPublic?.(file) ? file : undefined;
}
