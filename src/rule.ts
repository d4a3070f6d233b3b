import { ERRORS, errorAddress, fileOf } from './address/address.ts';
import {
  type Endpoint,
  fileFor,
  type Parameter,
  parametersOf,
  pathOf,
  type Values,
} from './address/endpoint.ts';
import { basePath, type Grid } from './grid.ts';

/** What a rule answers with: a status and a file's path from the host's root. */
export interface Target {
  readonly status: number;
  readonly file: string;
}

/** A parameter as a rule language needs it. */
export interface Choice {
  readonly name: Parameter['name'];
  /** The value that an absent or empty parameter stands for. */
  readonly fallback: string;
  /**
   * The values to match literally, once the choices before it are made; null: take any, and let the
   * file's existence decide.
   */
  literals(chosen: Values): readonly string[] | null;
  /** What another value gets. */
  readonly otherwise: Target;
}

/** One endpoint's rewrites, for a host to print in its own language. */
export interface Route {
  /** From the host's root; an item's key in it is the host's placeholder. */
  readonly path: string;
  /** In the order in which they are to be checked, so that every host finds the same error. */
  readonly choices: readonly Choice[];
  /** The target for a value of each choice. */
  target(values: Values): Target;
}

/** What a site's rules do, whatever the host. */
export interface Rules {
  /** Where the API begins, with a slash at both ends. */
  readonly root: string;
  readonly routes: readonly Route[];
  /** The answer to every other path below the root. */
  readonly unknown: Target;
}

/**
 * The rules of a site.
 * @param key what stands for an item's key in the host's paths
 */
export function rulesOf(grid: Grid, key: string): Rules {
  const endpoints: Endpoint[] = [
    { kind: 'index' },
    ...grid.collections.flatMap((collection): Endpoint[] => [
      { kind: 'collection', collection },
      { kind: 'item', collection, key },
    ]),
  ];
  const at = (file: string) => `${basePath(grid)}/${file}`;
  return {
    root: pathOf(grid, { kind: 'index' }),
    routes: endpoints.map((endpoint) => routeOf(grid, endpoint, at)),
    unknown: { status: ERRORS.path, file: at(fileOf(errorAddress('path'))) },
  };
}

function routeOf(grid: Grid, endpoint: Endpoint, at: (file: string) => string): Route {
  const choice = ({ name, fallback, values, error }: Parameter): Choice => ({
    name,
    fallback,
    literals: (chosen) => (values === 'number' ? offsetsOf(chosen) : values),
    otherwise: { status: ERRORS[error.error], file: at(fileOf(error)) },
  });
  return {
    path: pathOf(grid, endpoint),
    choices: parametersOf(grid, endpoint).map(choice),
    target: (values) => ({ status: 200, file: at(fileFor(endpoint, values)) }),
  };
}

/** Pages are too many to list their offsets; everything from the start on is a single page. */
const offsetsOf = ({ limit }: Values): readonly string[] | null => (limit === 'all' ? ['0'] : null);
