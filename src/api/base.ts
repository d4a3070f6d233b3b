import { UsageError } from '../util/problem.ts';

/** Variables in which a host's build tells the site's address, first match wins. */
const HOST_VARIABLES = ['URL', 'CF_PAGES_URL', 'VERCEL_PROJECT_PRODUCTION_URL'] as const;

/**
 * Checks a base address and brings it to its one form: absolute, http or https, without a slash at
 * its end.
 * @param source what to call the address in an error, such as `--base-url`
 * @throws UsageError for anything that links can't be built on
 */
export function parseBase(text: string, source: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const refuse = (why: string) => new UsageError(`${source} is ${JSON.stringify(text)}: ${why}`);
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text)) {
    throw refuse('it must be an absolute address such as https://example.org/bna.');
  }
  if (url.username || url.password) throw refuse('it must not hold a user name or a password.');
  if (/[?#]/.test(text)) throw refuse('it must not have a query or a fragment.');
  const path = url.pathname.replace(/\/+$/, '');
  if (!/^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/.test(path)) {
    throw refuse('its path may hold only letters, digits and . _ ~ - between single slashes.');
  }
  return url.origin + path;
}

/**
 * The base address that the environment of a host's build names, or null where there is none.
 * Vercel gives a bare host name.
 */
export function baseFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  const name = HOST_VARIABLES.find((variable) => environment[variable]);
  const value = name && environment[name];
  if (!value) return null;
  const bare = name === 'VERCEL_PROJECT_PRODUCTION_URL' && !value.includes('://');
  return parseBase(bare ? `https://${value}` : value, `The variable ${name}`);
}

/** The address of a server on this machine. An IPv6 address gets its brackets. */
export function localBase(port: number, host = 'localhost'): string {
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;
}

/** Does an address lead to the machine that asks, so that nobody else can follow it? */
export const isLocal = (base: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1?\]|0\.0\.0\.0)$/.test(new URL(base).hostname);
