import type { Readable } from 'node:stream';
import { fileOf } from '../core/address.ts';
import { basePath, type Grid } from '../core/grid.ts';
import { holdsLinks, withBase } from '../core/with-base.ts';
import type { ServedSite } from './site-folder.ts';

/** What is read of a site for one answer. */
export interface Reads {
  readonly files: Set<string>;
  /** To be destroyed when the answer is sent. */
  readonly streams: Readable[];
}

/**
 * A site as one request sees it. A file whose body differs from the one in the folder is only read,
 * never opened.
 * @param base the base address of the links
 * @param creates the collections whose `OPTIONS` say that they accept JSON
 * @param reads what is read of the site is added here
 */
export function createView(
  site: ServedSite,
  base: string,
  creates: readonly string[],
  reads: Reads,
): ServedSite {
  const linked = withBase(site, base);
  const options = creates.map((collection) => fileOf(site.grid, { kind: 'options', collection }));
  const isChanged = (file: string) =>
    options.includes(file) || (base !== site.grid.base && holdsLinks(site.grid, file));
  return {
    ...linked,
    async open(file) {
      const opened = isChanged(file) ? null : await site.open?.(file);
      if (!opened) return null;
      reads.files.add(file);
      reads.streams.push(opened.stream);
      return opened;
    },
    async read(file) {
      const body = await linked.read(file);
      if (body) reads.files.add(file);
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
