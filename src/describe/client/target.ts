/**
 * What is asked for, from the page's own folder on: `api/countries/?format=json`. The page's address
 * holds it behind `#/`, so that a request can be linked and Back works.
 */
export type Target = string;

/** The target that the page's address names; null where it names none, or one beside the API. */
export function targetIn(hash: string): Target | null {
  const target = hash.slice('#/'.length);
  if (!hash.startsWith('#/') || !URL.canParse(target, FOLDER)) return null;
  const { origin, pathname } = new URL(target, FOLDER);
  return origin === FOLDER_ORIGIN && /^\/folder\/api(?:\/|$)/.test(pathname) ? target : null;
}

/** Some folder, against which a browser resolves a target as it does against the page's own. */
const FOLDER = 'http://host/folder/';
const FOLDER_ORIGIN = new URL(FOLDER).origin;

/** Where a link leads that asks for a target on this page. */
export const hashOf = (target: Target): string => `#/${target}`;

/** A path with the parameters that have a value, in the order of their names, as the API links. */
export function targetOf(path: string, values: Readonly<Record<string, string>>): Target {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  const sorted = given.sort(([a], [b]) => (a < b ? -1 : 1));
  const query = new URLSearchParams(sorted).toString();
  return query ? `${path}?${query}` : path;
}

/** The path of a target, and the values of its parameters: the first of each. */
export function partsOf(target: Target): { path: string; values: ReadonlyMap<string, string> } {
  const [path = '', ...rest] = target.split('?');
  const values = new Map([...new URLSearchParams(rest.join('?'))].reverse());
  return { path, values };
}

/** The same target with another value of one parameter. */
export function withValue(target: Target, name: string, value: string): Target {
  const { path, values } = partsOf(target);
  return targetOf(path, { ...Object.fromEntries(values), [name]: value });
}

/**
 * The target that an address of the answer leads to, on whatever host the site was built for: what is
 * asked for there is asked for here.
 * @param path the path of the listing that the answer is a page of
 */
export function followed(address: string, path: string): Target {
  const { search } = new URL(address, 'http://host');
  return path + search;
}

/** The target of an address that leads to an endpoint without parameters; null where it is none. */
export function endpointTarget(address: string): Target | null {
  return /\/(api\/(?:[a-z][a-z0-9_]*\/)?)$/.exec(address)?.[1] ?? null;
}
