import { UsageError } from '../util/problem.ts';

/** Environment variables with the site's URL in the builds of hosts; the first one set counts. */
const HOST_VARIABLES = ['URL', 'CF_PAGES_URL', 'VERCEL_PROJECT_PRODUCTION_URL'] as const;

/**
 * Checks and normalizes a base URL: absolute, http or https, without a trailing slash.
 * @param source the name of the URL in an error, such as `--base-url`
 * @throws UsageError for a URL that links can't start with
 */
export function parseBase(text: string, source: string): string {
  const refuse = (why: string) => new UsageError(`${source} is ${JSON.stringify(text)}: ${why}`);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw refuse('it must be an absolute address such as https://example.org/bna.');
  }
  const url = new URL(text);
  if (!IS_HOST.test(url.hostname)) throw refuse(BAD_HOST);
  if (url.username || url.password) throw refuse('it must not contain a user name or a password.');
  if (/[?#]/.test(text)) throw refuse('it must not have a query or a fragment.');
  const path = url.pathname.replace(/\/+$/, '');
  if (!/^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/.test(path)) {
    throw refuse('its path may contain only letters, digits and . _ ~ - between single slashes.');
  }
  return url.origin + path;
}

/** A host name or an IPv6 address. The URL parser also accepts characters such as `'`, `;` and `$`. */
const IS_HOST = /^(?:\[[\da-f:.]+\]|\w[\w-]*(?:\.\w[\w-]*)*\.?)$/;
const BAD_HOST = 'its host may contain only letters, digits, - and _ between single dots.';

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
