import { type Address, ERRORS, errorAddress, fileOf } from '../../core/address.ts';
import {
  type Endpoint,
  endpointsOf,
  fileFor,
  nameOf,
  type Parameter,
  parametersOf,
  pathOf,
  type Values,
} from '../../core/endpoint.ts';
import { basePath, type Grid } from '../../core/grid.ts';

/** What a rule answers with: a status and a file's path from the host's root. */
export interface Target {
  readonly status: number;
  readonly file: string;
}

/** A query parameter as a rule language needs it. */
export interface Choice {
  readonly name: Parameter['name'];
  /** The value that an absent or empty parameter stands for. */
  readonly fallback: string;
  /** The answer to a value that no page has. */
  readonly otherwise: Target;
}

/** The values that a parameter may have: these, or any whole number below another. */
export type Range = readonly string[] | { readonly below: number };

/**
 * Pages that differ only in their choices, which combine as they like. A number in a range may still
 * have no page; the files' existence tells.
 */
export type Pages = Readonly<Partial<Record<Parameter['name'], Range>>>;

/** One endpoint's rewrites, for a host to print in its own language. */
export interface Route {
  /** From the host's root; an item's key in it is the host's placeholder. */
  readonly path: string;
  /** In the order in which they are to be checked, so that every host finds the same error. */
  readonly choices: readonly Choice[];
  readonly pages: readonly Pages[];
  /** The file of a page, for a value of each choice, or for the host's own placeholder. */
  file(values: Values): string;
  /** The answer where that file is not there. */
  readonly missing: Target;
  /** The answer to OPTIONS. */
  readonly options: Target;
}

/** What a site's rules do, whatever the host. */
export interface Rules {
  /** Where the API begins, with a slash at both ends. */
  readonly root: string;
  readonly routes: readonly Route[];
  /** The answer to a path of no route. */
  readonly unknown: Target;
  /** The answer to a parameter that is given twice. */
  readonly repeated: Target;
  /** The answer to a method that no route has. */
  readonly method: Target;
}

/**
 * The rules of a site.
 * @param key what stands for an item's key in the host's paths
 */
export function rulesOf(grid: Grid, key = ''): Rules {
  return {
    root: pathOf(grid, { kind: 'index' }),
    routes: endpointsOf(grid, key).map((endpoint) => routeOf(grid, endpoint)),
    unknown: targetOf(grid, errorAddress('path')),
    repeated: targetOf(grid, errorAddress('repeated')),
    method: targetOf(grid, errorAddress('method')),
  };
}

/** The answer that has the body of an address. */
const targetOf = (grid: Grid, address: Address): Target => ({
  status: address.kind === 'error' ? ERRORS[address.error] : 200,
  file: `${basePath(grid)}/${fileOf(address)}`,
});

function routeOf(grid: Grid, endpoint: Endpoint): Route {
  const parameters = parametersOf(grid, endpoint);
  const name = nameOf(endpoint);
  const isPaginated = endpoint.kind === 'collection' && endpoint.collection.pagination;
  const missing =
    endpoint.kind === 'item'
      ? errorAddress('key', name)
      : isPaginated
        ? errorAddress('offset', name)
        : errorAddress('path');
  return {
    path: pathOf(grid, endpoint),
    choices: parameters.map(({ name, fallback, error }) => ({
      name,
      fallback,
      otherwise: targetOf(grid, error),
    })),
    pages: isPaginated ? pagesOf(parameters, endpoint.collection.count) : [listed(parameters)],
    file: (values) => `${basePath(grid)}/${fileFor(endpoint, values)}`,
    missing: targetOf(grid, missing),
    options: targetOf(grid, { kind: 'options', collection: name }),
  };
}

/** Every parameter with the values that can be listed. */
const listed = (parameters: readonly Parameter[]): Pages =>
  Object.fromEntries(
    parameters.flatMap(({ name, values }) => (values === 'number' ? [] : [[name, values]])),
  );

/** Pages are too many to list their offsets; everything from the start on is a single page. */
function pagesOf(parameters: readonly Parameter[], count: number): Pages[] {
  const { limit, ...others } = listed(parameters);
  const sizes = Array.isArray(limit) ? limit.filter((value) => value !== 'all') : [];
  return [
    { ...others, limit: sizes, offset: { below: Math.max(1, count) } },
    { ...others, limit: ['all'], offset: ['0'] },
  ];
}

export const isList = (range: Range): range is readonly string[] => Array.isArray(range);

export const isIn = (value: string, range: Range): boolean =>
  isList(range) ? range.includes(value) : Number(value) < range.below;

/**
 * What a parameter may be in the pages that have certain values already: each value that is listed,
 * once, and whether a number does too. The empty value they all have.
 */
export function rangesOf(
  { pages }: Route,
  chosen: Values,
  name: Choice['name'],
): { listed: string[]; numbers: boolean } {
  const names = Object.keys(chosen) as Choice['name'][];
  const having = pages.filter((one) =>
    names.every((of) => chosen[of] === '' || isIn(chosen[of] ?? '', one[of] ?? [])),
  );
  const ranges = having.map((one) => one[name] ?? []);
  const listed = new Set(ranges.filter(isList).flat());
  return { listed: [...listed], numbers: !ranges.every(isList) };
}
