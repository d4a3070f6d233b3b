/**
 * The target of a request, relative to the folder of this page: `api/countries/?format=json`. The
 * page's own address has it after `#/`, so that a request can be linked and Back works.
 */
export type Target = string;

/** Any folder: a browser resolves a target against the page's folder in the same way. */
const FOLDER = 'http://host/folder/';

/** The target in the hash of the page's address; null if there is none, or it is outside the API. */
export function targetOfHash(hash: string): Target | null {
  const target = hash.slice('#/'.length);
  if (!hash.startsWith('#/') || !URL.canParse(target, FOLDER)) return null;
  const { origin, pathname } = new URL(target, FOLDER);
  return /^http:\/\/host\/folder\/api(?:\/|$)/.test(origin + pathname) ? target : null;
}

/** The `href` of a link that sends a request on this page. */
export const hashOf = (target: Target): string => `#/${target}`;

/** A path with those parameters that have a value, sorted by name as in the links of the API. */
export function targetOf(path: string, values: Readonly<Record<string, string>>): Target {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  query.sort();
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The path of a target and the first value of each of its parameters. */
export function parseTarget(target: Target) {
  const [path = '', query] = target.split(/\?(.*)/s);
  const values = new Map([...new URLSearchParams(query)].reverse());
  return { path, values };
}

/** A target with another value of one parameter; empty removes the parameter. */
export function withValue(target: Target, name: string, value: string): Target {
  const { path, values } = parseTarget(target);
  return targetOf(path, { ...Object.fromEntries(values), [name]: value });
}

/** The target of an endpoint's address without parameters; null if it is no such address. */
export const endpointTarget = (address: string): Target | null =>
  /\/(api\/(?:[a-z][a-z0-9_]*\/)?)$/.exec(address)?.[1] ?? null;

/** The target of an address below one of some folders, which end with a slash; null if it is elsewhere. */
export function targetOfAddress(address: string, folders: readonly string[]): Target | null {
  const folder = folders.find((one) => address.startsWith(`${one}api/`));
  return folder === undefined ? null : address.slice(folder.length);
}
