import { damagedReply, reply } from './reply.ts';
import { type ApiRequest, type Resolution, splitTarget } from './resolve.ts';
import type { DataSite } from './site.ts';

/** The parts of a request of the Fetch standard that decide its answer. */
export const parseRequest = ({ method, url }: Request): ApiRequest => ({
  method,
  ...splitTarget(url.replace(/#.*/s, '')),
});

/** Responds to a request, of which `resolution` is what `resolve` returns. */
export async function respond(
  site: DataSite,
  resolution: Resolution,
  { method, headers }: Request,
): Promise<Response> {
  const conditions = { method, ifNoneMatch: headers.get('If-None-Match') };
  const { body, ...init } = await reply(site, resolution, conditions).catch(damagedReply);
  return new Response(body as Uint8Array<ArrayBuffer> | null, init);
}
