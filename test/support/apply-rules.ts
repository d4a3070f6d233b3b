import type { ErrorName } from '../../src/core/address.ts';
import type { Grid } from '../../src/core/grid.ts';
import type { ApiRequest } from '../../src/core/resolve.ts';
import { AMBIGUOUS_PATH, keyPattern, PLAIN_KEY } from '../../src/hosts/rules/pattern.ts';
import {
  apiRoot,
  type EndpointRules,
  errorTarget,
  type PathPart,
  rulesOf,
  type Target,
  targetOf,
} from '../../src/hosts/rules/rules.ts';

/** What a part of a path is for a query. */
function partFor({ cases, default: absent }: PathPart, query: string): string {
  const found = cases.find(({ pattern }) => new RegExp(pattern).test(`&${query}&`));
  const [, group = ''] = new RegExp(found?.pattern ?? '').exec(`&${query}&`) ?? [];
  return found ? found.text + (found.text.endsWith('/') ? group : '') : absent;
}

/** The name of a record's file, with a slash before it; undefined where the rules have none. */
function keyName({ path, encodedKeys }: EndpointRules, raw: string, decoded: string) {
  const [segment = '', end] = raw.slice(path.length).split('/');
  const encoded = encodedKeys.find(([key]) => new RegExp(`^${keyPattern(key)}$`).test(segment));
  const plain = new RegExp(`^${PLAIN_KEY}$`).exec(decoded.slice(path.length).replace(/\/$/, ''));
  if (encoded && end === '') return `/${encoded[1]}`;
  return plain ? `/${plain[1]}` : undefined;
}

/** True if a decoded path is that of an endpoint, or an address by path below it. */
const isAt =
  (path: string, root: string) =>
  ({ isItem, name, path: own }: EndpointRules): boolean => {
    const file = root + name;
    if (path.endsWith('.json')) return path === `${file}.json` || path.startsWith(`${file}/`);
    if (!isItem) return path === own || `${path}/` === own;
    return path.startsWith(own) && /^[^/]+\/?$/.test(path.slice(own.length));
  };

/**
 * Answers as a host does that composes a path from the query by the rules of a site.
 * @param exists tells whether there is a file at a path from the host's root
 */
export function ruleEngine(grid: Grid, exists: (file: string) => boolean) {
  const { endpoints, parts, refusedBehindPath } = rulesOf(grid, true);
  const root = apiRoot(grid);
  const partNamed = (name: string, query: string) =>
    parts.flatMap((part) => (part.name === name ? partFor(part, query) : []))[0] ?? '';
  const error = (name: ErrorName) => errorTarget(grid, name);
  const sent = (file: string, missing: Target) => (exists(file) ? { status: 200, file } : missing);

  function queryTarget(found: EndpointRules, raw: string, path: string, query: string): Target {
    const key = found.isItem ? keyName(found, raw, path) : '';
    if (key === undefined) return found.missing;
    if (!path.endsWith('/')) return { status: 301, file: `${path}/` };
    if (partNamed('format', query)) return error('format');
    const own = found.parts.map((part) => partFor(part, query)).join('');
    const file = root + found.name + key + own + partNamed('refused', query);
    return sent(`${file}.json`, found.missing);
  }

  return ({ method, path: raw, query }: ApiRequest): Target => {
    const path = decodedPath(raw);
    const found = endpoints.find(isAt(path, root));
    if (!found) return error('path');
    if (method === 'OPTIONS') {
      return targetOf(grid, { kind: 'options', collection: found.name });
    }
    if (!['GET', 'HEAD'].includes(method)) return error('method');
    if (!path.endsWith('.json')) return queryTarget(found, raw, path, query);
    const isRefused = new RegExp(refusedBehindPath).test(`&${query}&`);
    return isRefused ? error('query') : sent(path, error('path'));
  };
}

/** A path without its percent-encoding; empty if it is ambiguous. */
function decodedPath(path: string): string {
  try {
    return new RegExp(AMBIGUOUS_PATH).test(path) ? '' : decodeURIComponent(path);
  } catch {
    return '';
  }
}
