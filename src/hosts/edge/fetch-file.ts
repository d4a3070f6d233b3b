import type { DataSite } from '../../core/site.ts';

/**
 * Reads the files of a site from its host: what `DataSite.read` does. The browser revalidates what it has cached.
 * It throws an error if the host can't be reached, or answers with an error.
 * @param site the address of the site's folder, with a slash at its end
 */
export const fileFetcher =
  (site: URL, signal: AbortSignal | null = null): DataSite['read'] =>
  async (file) => {
    const fail = (cause: unknown) => {
      signal?.throwIfAborted();
      throw new Error(`The host can’t be reached for ${file}.`, { cause });
    };
    const response = await fetch(new URL(file, site), { cache: 'no-cache', signal }).catch(fail);
    if (isMissing(response)) return null;
    if (response.ok) return new Uint8Array(await response.arrayBuffer().catch(fail));
    throw new Error(`The host sent status ${response.status} for ${file}.`);
  };

/**
 * S3 answers 403 for a missing file if the client may not list the bucket. Other hosts send a page of
 * their own with status 200: none of the files read here is HTML.
 */
const isMissing = ({ status, ok, headers }: Response): boolean =>
  [403, 404, 410].includes(status) ||
  (ok && /^text\/html\b/i.test(headers.get('Content-Type') ?? ''));
