import { collectionHref } from '../address/address.ts';
import { type Parameter, parametersOf, type Values } from '../address/endpoint.ts';
import { bytes } from '../document/document.ts';
import type { Grid } from '../grid.ts';
import { HEADERS } from '../header.ts';
import { type Choice, type Route, rangesOf, rulesOf, type Target } from '../rule/route.ts';
import type { Host } from './host.ts';

/**
 * Netlify reads `_redirects` and `_headers` in the document root.
 * https://docs.netlify.com/manage/routing/redirects/overview/
 * https://docs.netlify.com/manage/routing/headers/
 */
export const netlify: Host = {
  title: 'Netlify',
  kind: 'rules',
  place: 'root',
  guide: () => '',
  deviations: [],
  limits: { sources: [] },
  files: (grid) => [
    { path: '_redirects', body: [bytes(redirects(grid))] },
    { path: '_headers', body: [bytes(headers(grid))] },
    { path: '404.html', body: [bytes(notFoundPage(grid))] },
  ],
};

/** What a rule's path captures as an item's key. */
const KEY = ':key';

function redirects(grid: Grid): string {
  const { root, routes, unknown } = rulesOf(grid, KEY);
  const lines = routes.flatMap((route) => [...decide(route, route.choices, {}, [])]);
  return `${[...lines, line(`${root}*`, [], unknown)].join('\n')}\n`;
}

/**
 * A decision tree as a list of rules. A rule holds for a request that has its parameters and any
 * others, and the first rule that holds wins: so each parameter's values come first, then the error
 * for a value that is none of them, and last the rules for a request that lacks the parameter.
 */
function* decide(
  route: Route,
  [choice, ...rest]: readonly Choice[],
  chosen: Values,
  given: readonly string[],
): Generator<string> {
  if (!choice) {
    yield line(route.path, given, { status: 200, file: route.file(chosen) });
    return;
  }
  const { name, fallback, otherwise } = choice;
  const { listed, numbers } = rangesOf(route, chosen, name);
  const branch = (value: string, ...match: string[]) =>
    decide(route, rest, { ...chosen, [name]: value }, [...given, ...match]);
  yield* branch(fallback, `${name}=`);
  for (const value of listed) yield* branch(value, `${name}=${value}`);
  if (numbers) yield* branch(`:${name}`, `${name}=:${name}`);
  else yield line(route.path, [...given, `${name}=:${name}`], otherwise);
  yield* branch(fallback);
}

/** Netlify takes 400 for a redirect, so every error is a 404 there. */
const line = (path: string, given: readonly string[], { status, file }: Target): string =>
  [path, ...given, file, status < 400 ? status : 404].join(' ');

/** Netlify sets `Allow` itself and ignores a rule for it. */
function headers(grid: Grid): string {
  const { root } = rulesOf(grid, KEY);
  const lines = Object.entries(HEADERS)
    .filter(([name]) => name !== 'Allow')
    .map(([name, value]) => `  ${name}: ${value}`);
  return `${[`${root}*`, ...lines].join('\n')}\n`;
}

/**
 * What Netlify serves where a rule leads to no file: an offset that no page begins at, an unknown
 * key. It must bear this name; the header rules make it the JSON that it is below the API's root.
 */
function notFoundPage(grid: Grid): string {
  const supported = Object.fromEntries(
    grid.collections.map((collection) => [
      collectionHref(grid.base, collection.name),
      Object.fromEntries(
        parametersOf(grid, { kind: 'collection', collection }).map((parameter) => [
          parameter.name,
          valuesOf(parameter, collection.count),
        ]),
      ),
    ]),
  );
  const detail =
    'Nothing is at this address: the path or the key is unknown, or the offset is none of the supported.';
  return `${JSON.stringify({ detail, supported }, null, 2)}\n`;
}

const valuesOf = ({ values }: Parameter, count: number) =>
  values === 'number' ? `multiples of limit from 0 to below ${count}; 0 with limit=all` : values;
