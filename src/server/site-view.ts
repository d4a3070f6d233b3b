import { basePath, type Grid } from '../core/grid.ts';
import { fileOf } from '../core/path.ts';
import { holdsLinks, withBase } from '../core/with-base.ts';
import type { ServedSite } from './site-folder.ts';

/**
 * A site as one request sees it. A file whose body differs from the one in the folder is only read,
 * never opened.
 * @param base the base address of the links
 * @param creates the collections whose `OPTIONS` say that they accept JSON
 * @param closed resolves when the answer is sent, or the client has left: then opened files are closed
 */
export function createView(
  site: ServedSite,
  base: string,
  creates: readonly string[],
  closed: Promise<unknown>,
): ServedSite {
  const linked = withBase(site, base);
  const options = creates.map((collection) => fileOf(site.grid, { kind: 'options', collection }));
  return {
    ...linked,
    open(file) {
      const isChanged = base !== site.grid.base && holdsLinks(site.grid, file);
      const opened = isChanged ? null : (site.open?.(file) ?? null);
      void closed.then(() => opened?.stream.destroy());
      return opened;
    },
    async read(file) {
      const body = await linked.read(file);
      return body && options.includes(file) ? acceptingJson(body) : body;
    },
  };
}

function acceptingJson(options: Uint8Array): Uint8Array {
  const value = JSON.parse(Buffer.from(options).toString());
  return Buffer.from(`${JSON.stringify({ ...value, parses: ['application/json'] })}\n`);
}

/**
 * The base address of a site on the host that a request names.
 * @param host the request's `Host`; where it is not valid, the result is the site's own base address
 */
export function baseAt(grid: Grid, host = ''): string {
  const isHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host);
  const url = `http://${host}`;
  return isHost && URL.canParse(url) ? new URL(url).origin + basePath(grid) : grid.base;
}
