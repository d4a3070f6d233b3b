import { UsageError } from '../util/problem.ts';

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
  const base = normalize(text);
  if (base) return base;
  const example = normalize(`https://${text}`) ?? 'https://example.org/bna';
  throw new UsageError(
    `${source} is ${JSON.stringify(text)}. It must be an absolute address such as ${example}, ` +
      'without a user name, a query or a fragment. Its host and path have only letters, digits and . _ ~ -, and no two dots or slashes in a row.',
  );
}

function normalize(text: string): string | undefined {
  const href = URL.canParse(text) ? new URL(text).href : '';
  return BASE.test(href) ? href.replace(/\/+$/, '') : undefined;
}

/**
 * The base URL of a build without `--base-url`: the address of a deployment on Netlify, else of this machine.
 * @param hasLinks whether files of the site contain links
 * @throws UsageError in CI for such a site without an address, because nobody reads a warning there
 */
export function baseFromEnvironment(environment: NodeJS.ProcessEnv, hasLinks: boolean): string {
  // `URL` is the address of production, also in the build of a preview.
  // https://docs.netlify.com/build/configure-builds/environment-variables/#read-only-variables
  const variable = environment.CONTEXT === 'production' ? 'URL' : 'DEPLOY_PRIME_URL';
  const value = isEnabled(environment.NETLIFY) && environment[variable];
  if (value) return parseBase(value, `The variable ${variable}`);
  if (hasLinks && isEnabled(environment.CI)) throw new UsageError(NO_BASE);
  return localBase(8080);
}

/** Is an environment variable such as `CI` set, and not to `false`? */
const isEnabled = (value = ''): boolean => value !== '' && value !== 'false';

const NO_BASE =
  'There is no address for links. In CI (the variable CI is set), add --base-url with the public address of the site, such as --base-url https://example.org/bna.';

/** The base URL of a server on this machine. */
export function localBase(port: number, host = 'localhost'): string {
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;
}

/** Is the host of a URL the local machine, so that no other machine can follow links to it? */
export const isLocal = (base: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1?\]|0\.0\.0\.0)$/.test(new URL(base).hostname);
