import { parseRequest, toResponse } from './fetch.ts';
import { failedReply, reply } from './reply.ts';
import { type Abilities, resolve } from './resolve.ts';
import { type DataSite, openSite } from './site.ts';

export { type DataSite, openSite };

/**
 * Answers a request of the API from a finished site: with a file of it, or with a page composed from
 * its store. It uses only the Fetch and Web Cryptography standards, so that it runs in Node and
 * in a Worker.
 * @param abilities with `composes: false` it answers only what is pre-rendered, as a host's rules do
 */
export async function answer(
  request: Request,
  site: DataSite,
  { composes = true }: Pick<Abilities, 'composes'> = {},
): Promise<Response> {
  const parsed = parseRequest(request);
  const replying = reply(site, resolve(site.grid, parsed, { composes }), parsed);
  return toResponse(await replying.catch(failedReply));
}
