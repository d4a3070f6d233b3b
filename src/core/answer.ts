import { failedReply, replyTo, toResponse } from './reply.ts';
import { type DataSite, openSite } from './site.ts';

export { type DataSite, openSite };

/**
 * Answers a request of the API from a finished site: with a file of it, or with a page composed from
 * its store. It uses only the Fetch and Web Cryptography standards, so that it runs in Node and
 * in a Worker. Links lead to the origin of the request.
 */
export const answer = async (request: Request, site: DataSite): Promise<Response> =>
  toResponse(await replyTo(request, site).catch(failedReply));
