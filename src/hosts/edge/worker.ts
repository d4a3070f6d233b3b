import { failedReply, replyTo, toResponse } from '../../core/reply.ts';
import { isApiPath } from '../../core/resolve.ts';
import { CurrentSite } from '../../core/site.ts';

/** Defined before this code in the deployed script: the path of the base address, and the most files per answer. */
declare const BASE_PATH: string;
declare const READS: number;
/** The API's folder in it. */
declare const API_FOLDER: string;

/** Cloudflare's binding to the files that are deployed with a Worker. */
interface Assets {
  fetch(request: Request | URL): Promise<Response>;
}

/** Answers the API itself, and every other path with a file. */
export default {
  async fetch(request: Request, { ASSETS }: { ASSETS: Assets }): Promise<Response> {
    const { origin, pathname } = new URL(request.url);
    if (isApiPath(`${BASE_PATH}/`, API_FOLDER, pathname))
      return answerFrom(ASSETS, origin, request);
    const response = await ASSETS.fetch(request);
    // A path without a file gets the API's answer to an unknown path.
    return response.status === 404 ? answerFrom(ASSETS, origin, request) : response;
  },
};

/** A Worker and its assets are replaced together. */
const current = new CurrentSite(Number.POSITIVE_INFINITY);

async function answerFrom(assets: Assets, origin: string, request: Request): Promise<Response> {
  const read = async (file: string) => {
    const response = await assets.fetch(new URL(`${BASE_PATH}/${file}`, origin));
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    if (response.status === 404) return null;
    throw new Error(`The request for ${file} got status ${response.status}.`);
  };
  // Links lead to the address that was asked: that of a preview is not known when the site is built.
  const replying = current.use(read, (site) => replyTo(request, { ...site, reads: READS }));
  return toResponse(await replying.catch(failedReply));
}
