import { parseRequest, toResponse } from './fetch.ts';
import { basePath } from './grid.ts';
import { failedReply, reply } from './reply.ts';
import { type Abilities, resolve } from './resolve.ts';
import { type DataSite, openSite } from './site.ts';
import { withBase } from './with-base.ts';

export { type DataSite, openSite };

/**
 * Answers a request of the API from a finished site: with a file of it, or with a page composed from
 * its store. It uses only the Fetch and Web Cryptography standards, so that it runs in Node and
 * in a Worker. Links lead to the origin of the request.
 * @param abilities with `composes: false` it answers only what is prerendered, as a host's rules do
 */
export async function answer(
  request: Request,
  site: DataSite,
  { composes = true }: Pick<Abilities, 'composes'> = {},
): Promise<Response> {
  const parsed = parseRequest(request);
  const here = withBase(site, new URL(request.url).origin + basePath(site.grid));
  const replying = reply(here, resolve(site.grid, parsed, { composes }), parsed);
  return toResponse(await replying.catch(failedReply));
}
