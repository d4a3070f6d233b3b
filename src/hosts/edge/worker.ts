import { answer, type DataSite } from '../../core/answer.ts';
import { basePath } from '../../core/grid.ts';
import { isApiPath } from '../../core/resolve.ts';

/** Defined before this code in the deployed script: the site's grid, and the most files per answer. */
declare const GRID: DataSite['grid'];
declare const READS: number;

/** Cloudflare's binding to the files that are deployed with a Worker. */
interface Assets {
  fetch(request: Request | URL): Promise<Response>;
}

/** Answers the API itself, and every other path with a file. */
export default {
  async fetch(request: Request, { ASSETS }: { ASSETS: Assets }): Promise<Response> {
    const { origin, pathname } = new URL(request.url);
    const site = siteIn(ASSETS, origin);
    if (isApiPath(`${basePath(GRID)}/`, pathname)) return answer(request, site);
    const response = await ASSETS.fetch(request);
    // A path without a file gets the API's answer to an unknown path.
    return response.status === 404 ? answer(request, site) : response;
  },
};

const siteIn = (assets: Assets, origin: string): DataSite => ({
  grid: GRID,
  reads: READS,
  async read(file) {
    const response = await assets.fetch(new URL(`${basePath(GRID)}/${file}`, origin));
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    if (response.status === 404) return null;
    throw new Error(`The request for ${file} got status ${response.status}.`);
  },
});
