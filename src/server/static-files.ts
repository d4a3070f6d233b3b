import { errorAddress } from '../core/address.ts';
import { basePath, type Grid } from '../core/grid.ts';
import { allowing, type Headers } from '../core/header.ts';
import { type Conditions, type Reply, reply, replyWith } from '../core/reply.ts';
import { type ApiRequest, failure } from '../core/resolve.ts';
import type { DataSite } from '../core/site.ts';
import { DESCRIBED_FILES, PAGE } from '../describe/files.ts';

/*
 * What stands beside the API: the page for people, and what their tools read. A host sends these as it
 * does any file, with headers of its own.
 */

/**
 * Replies to a request for a file beside the API; null where it is for none.
 * @throws whatever reading the file throws
 */
export async function besideReply(
  site: DataSite,
  { method, path }: ApiRequest,
  conditions: Conditions,
): Promise<Reply | null> {
  const { grid } = site;
  // A browser resolves the page's links against the folder.
  if (path !== '' && path === basePath(grid)) {
    return reply(site, { status: 301, location: `${path}/` }, conditions);
  }
  const found = fileAt(grid, path);
  const body = found && (await site.read(found.file));
  if (!found || !body) return null;
  if (!METHODS.includes(method)) {
    const refusal = await reply(site, failure(errorAddress('method')), conditions);
    return { ...refusal, headers: allowing(refusal.headers, METHODS) };
  }
  return replyWith(body, { status: 200, headers: headersOf(found.type) }, conditions);
}

const METHODS = ['GET', 'HEAD'];

/** Any page may read them, and a build or an edit of a moment ago is to be seen. */
const headersOf = (type: string): Headers => ({
  'Content-Type': type,
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
});

function fileAt(grid: Grid, path: string): { file: string; type: string } | null {
  const folder = `${basePath(grid)}/`;
  if (!path.startsWith(folder)) return null;
  const file = path.slice(folder.length) || PAGE;
  const type = DESCRIBED_FILES.get(file);
  return type === undefined ? null : { file, type };
}
