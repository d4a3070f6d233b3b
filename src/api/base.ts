import { UsageError } from '../util/problem.ts';

/** Environment variables with the site's URL in the builds of hosts; the first one set counts. */
const HOST_VARIABLES = ['URL', 'CF_PAGES_URL', 'VERCEL_PROJECT_PRODUCTION_URL'] as const;

/**
 * A normalized URL that links can start with. The URL parser also accepts a host with characters such as `'`,
 * `;` and `$`, which have a meaning in the rules of hosts.
 */
const BASE =
  /^https?:\/\/(?:\[[\da-f:.]+\]|\w[\w-]*(?:\.\w[\w-]*)*\.?)(?::\d+)?(?:\/[\w~-][\w.~-]*)*\/*$/;

/**
 * Checks and normalizes a base URL: absolute, http or https, without a trailing slash.
 * @param source the name of the URL in an error, such as `--base-url`
 * @throws UsageError for a URL that links can't start with
 */
export function parseBase(text: string, source: string): string {
  const href = URL.canParse(text) ? new URL(text).href : '';
  if (BASE.test(href)) return href.replace(/\/+$/, '');
  throw new UsageError(
    `${source} is ${JSON.stringify(text)}. It must be an absolute address such as https://example.org/bna, ` +
      'without a user name, a query or a fragment. Between single dots or slashes, use letters, digits and . _ ~ - only.',
  );
}

/** The base URL from the environment variables of a host's build, or null where none is set. */
export function baseFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  const name = HOST_VARIABLES.find((variable) => environment[variable]);
  const value = name && environment[name];
  if (!value) return null;
  // Vercel sets a host name without a scheme.
  const isHostName = name === 'VERCEL_PROJECT_PRODUCTION_URL' && !value.includes('://');
  return parseBase(isHostName ? `https://${value}` : value, `The variable ${name}`);
}

/** The base URL of a server on this machine. */
export function localBase(port: number, host = 'localhost'): string {
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;
}

/** Is the host of a URL the local machine, so that no other machine can follow links to it? */
export const isLocal = (base: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1?\]|0\.0\.0\.0)$/.test(new URL(base).hostname);
