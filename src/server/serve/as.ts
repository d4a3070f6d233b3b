import type { Headers } from '../../core/header.ts';
import { type Conditions, type Reply, reply } from '../../core/reply.ts';
import type { ApiRequest } from '../../core/resolve.ts';
import type { DataSite } from '../../core/site.ts';
import type { Host } from '../../hosts/host.ts';
import { predict } from '../../hosts/prediction.ts';
import { besideReply } from '../static-files.ts';

/**
 * Replies to a request as a host would that has the site.
 * @throws as `reply`
 */
export async function replyAs(
  host: Host,
  site: DataSite,
  request: ApiRequest,
  conditions: Conditions,
): Promise<Reply> {
  const exists = async (file: string) => (await site.read(file)) !== null;
  const { outcome, headers } = await predict(host, site.grid, request, exists);
  if ('location' in outcome) return { status: 301, headers, body: null };
  const { status } = outcome;
  if ('address' in outcome) {
    const made = await reply(site, outcome, conditions);
    const { 'Content-Length': length, ETag } = made.headers;
    const own = { ...(length && { 'Content-Length': length }), ...(ETag && { ETag }) };
    return { ...made, headers: { ...headers, ...own } };
  }
  // By whatever method this host takes.
  const file = { ...request, method: 'GET' };
  const sent = status === 200 && (await besideReply(site, file, conditions));
  if (sent) return sent;
  const [body, type] =
    'file' in outcome
      ? [fileOf(host, site, outcome.file), headers]
      : [Buffer.from(`${host.title} answers this itself: ${outcome.own}.\n`), PLAIN];
  const sized = { ...type, 'Content-Length': String(body.length) };
  return { status, headers: sized, body: conditions.method === 'HEAD' ? null : body };
}

const PLAIN: Headers = { 'Content-Type': 'text/plain; charset=utf-8' };

/** One of the files that the host has from us. */
function fileOf(host: Host, { grid }: DataSite, file: string): Buffer {
  const found = host.files(grid).find(({ path }) => path === file);
  if (found) return Buffer.concat(found.body);
  throw new Error(`${host.title} has no file ${file} from us.`);
}
