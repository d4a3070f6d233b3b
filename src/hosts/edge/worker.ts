import { answer, type DataSite } from '../../core/answer.ts';
import { basePath } from '../../core/grid.ts';
import { isApiPath } from '../../core/resolve.ts';

/** What stands before this code where it is deployed: the site's table, and a limit of the host. */
declare const GRID: DataSite['grid'];
declare const READS: number;

/** Cloudflare's access to the files that are deployed with a Worker. */
interface Assets {
  fetch(request: Request | URL): Promise<Response>;
}

/** The API is answered by our own code; every other path by the files. */
export default {
  async fetch(request: Request, { ASSETS }: { ASSETS: Assets }): Promise<Response> {
    const { origin, pathname } = new URL(request.url);
    const site = siteIn(ASSETS, origin);
    if (isApiPath(`${basePath(GRID)}/`, pathname)) return answer(request, site);
    const found = await ASSETS.fetch(request);
    // What is no file either gets the API's answer to an unknown path.
    return found.status === 404 ? answer(request, site) : found;
  },
};

const siteIn = (assets: Assets, origin: string): DataSite => ({
  grid: GRID,
  reads: READS,
  async read(file) {
    const response = await assets.fetch(new URL(`${basePath(GRID)}/${file}`, origin));
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    if (response.status === 404) return null;
    throw new Error(`${file} is answered with ${response.status}.`);
  },
});
