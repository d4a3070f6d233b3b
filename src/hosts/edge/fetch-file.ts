import type { DataSite } from '../../core/site.ts';
import type * as client from './client.d.ts';

export const NetworkError: typeof client.NetworkError = class NetworkError extends Error {
  override readonly name = 'NetworkError';

  readonly status: number | undefined;

  constructor(
    readonly address: string,
    message: string,
    { status, cause }: { status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.status = status;
  }
};

/** How long to wait before a file is read again, in ms. */
const RETRY_DELAY = 500;

/**
 * Reads the files of a site from its host: what `DataSite.read` does. The browser revalidates what it has cached. Where
 * the host can't be reached, or has a problem, a file is read once more.
 * It throws a NetworkError if the host can't be reached, or answers with an error.
 * @param site the address of the site's folder, with a slash at its end
 */
export const fileFetcher =
  (site: URL, signal: AbortSignal | null = null): DataSite['read'] =>
  async (file) => {
    const { href } = new URL(file, site);
    return readFile(href, signal).catch(async (error) => {
      signal?.throwIfAborted();
      if (!(error instanceof NetworkError) || (error.status ?? 500) < 500) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_DELAY);
        signal?.addEventListener('abort', resolve, { once: true });
      });
      return readFile(href, signal);
    });
  };

async function readFile(address: string, signal: AbortSignal | null): Promise<Uint8Array | null> {
  const fail = (cause: unknown) => {
    signal?.throwIfAborted();
    throw new NetworkError(address, `${address} can’t be reached.`, { cause });
  };
  const response = await fetch(address, { cache: 'no-cache', signal }).catch(fail);
  if (isMissing(response)) return null;
  if (response.ok) return new Uint8Array(await response.arrayBuffer().catch(fail));
  const { status } = response;
  throw new NetworkError(address, `${address} has status ${status}.`, { status });
}

/**
 * S3 answers 403 for a missing file if the client may not list the bucket. Other hosts send a page of
 * their own with status 200: none of the files read here is HTML.
 */
const isMissing = ({ status, ok, headers }: Response): boolean =>
  [403, 404, 410].includes(status) ||
  (ok && /^text\/html\b/i.test(headers.get('Content-Type') ?? ''));
