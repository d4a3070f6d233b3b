import { formatTarget } from '../../core/address.ts';
import type { Values } from '../../core/endpoint.ts';
import { type Markup, markup } from '../../util/markup.ts';

/**
 * The target of a request, relative to the folder of this page: `api/countries/?format=json`. The
 * page's own address has it after `#/`, so that a request can be linked and Back works. The parameter `api` of
 * functions is the API's folder, such as `api/`.
 */
export type RequestTarget = string;

/** Any folder: a browser resolves a target against the page's folder in the same way. */
const FOLDER = 'http://host/folder/';

/**
 * The target in the hash of the page's address, with the slash to which hosts redirect a path without it; null if
 * there is none, or it is outside the API.
 */
export function parseHash(api: string, hash: string): RequestTarget | null {
  const target = hash.slice('#/'.length).replace(/^[^?]*(?<!\/|\.json)(?=\?|$)/, '$&/');
  if (!hash.startsWith('#/') || !URL.canParse(target, FOLDER)) return null;
  const { origin, pathname } = new URL(target, FOLDER);
  return `${origin}${pathname}/`.startsWith(FOLDER + api) ? target : null;
}

/** The `href` of a link that sends a request on this page. */
export const formatHash = (target: RequestTarget): string => `#/${target}`;

/** Makes the attributes of a link to the answer to a request. */
export type FormatLink = (target: RequestTarget) => Markup;

/** Links that send requests on this page. */
export const hashLink: FormatLink = (target) => markup` href="${formatHash(target)}"`;

/** The path of a target and the first value of each of its parameters. */
export function parseTarget(target: RequestTarget) {
  const [path = '', query] = target.split(/\?(.*)/s);
  const values = new Map([...new URLSearchParams(query)].reverse());
  return { path, values };
}

/** A target with other values of some parameters; an empty value removes its parameter. */
export function withValues(target: RequestTarget, changes: Values): RequestTarget {
  const { path, values } = parseTarget(target);
  return formatTarget(path, { ...Object.fromEntries(values), ...changes });
}

/** A listing with other values of some parameters, from its first page on. */
export const listingWith = (target: RequestTarget, changes: Values): RequestTarget =>
  withValues(target, { offset: '', page: '', ...changes });

/** The target of an address below one of some folders, which end with a slash; null if it is elsewhere. */
export function findRequestTarget(api: string, address: string, folders: readonly string[]) {
  const folder = folders.find((one) => address.startsWith(one + api));
  if (folder === undefined) return null;
  // The index of a plain host has the addresses of listings by path.
  return address.slice(folder.length).replace(new RegExp(`^(${api}[^/]+)\\.json$`), '$1/');
}
