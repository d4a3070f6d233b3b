import { KEY } from '../../core/address.ts';
import type { Values } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import { PARAMETERS, TWICE } from './reading.ts';
import {
  type Choice,
  isIn,
  isList,
  type Pages,
  type Range,
  type Route,
  rangesOf,
  rulesOf,
  type Target,
} from './route.ts';

/**
 * The answer to a request: a file, which may turn out to be missing, or where to go, the query kept.
 * In both `{limit}` stands for what that parameter is read as, and `{key}` for an item's key.
 */
export type Answer =
  | (Target & { readonly missing?: Target })
  | { readonly status: 301; readonly location: string };

/** The answer to every request whose subject matches the pattern, and none before it. */
export interface Decision {
  /** It has one group at most, which captures an item's key. */
  readonly pattern: string;
  readonly answer: Answer;
}

/**
 * What decisions look at: a request's method, what its parameters are read as in the order of
 * `PARAMETERS`, and its decoded path.
 */
export const subjectOf = (method: string, values: readonly string[], path: string): string =>
  [method, ...values, path].join(':');

const ANY = '[^:]*';
const GET = '(?:GET|HEAD)';

/** What each request of a site gets, in the order in which the patterns are to be tried. */
export function decisionsOf(grid: Grid): Decision[] {
  const { routes, repeated, method, unknown } = rulesOf(grid, '{key}');
  const all = routes.flatMap((route): Decision[] => [
    { pattern: subject(route, 'OPTIONS', {}, '/?'), answer: route.options },
    { pattern: subject(route, GET, {}, ''), answer: { status: 301, location: route.path } },
    ...route.choices.map(({ name }) => ({
      pattern: subject(route, GET, { [name]: TWICE }),
      answer: repeated,
    })),
    ...route.pages.flatMap((pages) => pageDecisions(route, pages)),
    ...refusals(route),
    { pattern: subject(route, ANY, {}, '/?'), answer: method },
  ]);
  return [...all, { pattern: '^', answer: unknown }];
}

/** A pattern for subjects of a route, with a pattern for each parameter that matters. */
function subject({ path }: Route, method: string, values: Values, end = '/'): string {
  const route = path.slice(0, -1).replaceAll('.', '[.]').replace('{key}', `(${KEY})`);
  const parameters = PARAMETERS.map((name) => values[name] ?? ANY);
  return `^${subjectOf(method, parameters, route + end)}$`;
}

/** The pages of a route, once for each way to leave out parameters that have a default. */
function pageDecisions(route: Route, pages: Pages): Decision[] {
  const ways = route.choices.reduce<readonly Way[]>(
    (all, choice) => all.flatMap((way) => waysOf(choice, pages).map((one) => joined(way, one))),
    [{ patterns: {}, values: {} }],
  );
  return ways.map(({ patterns, values }) => ({
    pattern: subject(route, GET, patterns),
    answer: { status: 200, file: route.file(values), missing: route.missing },
  }));
}

/** One way to give parameters: the pattern of each, and its value in a file's name. */
interface Way {
  readonly patterns: Values;
  readonly values: Values;
}

const joined = (a: Way, b: Way): Way => ({
  patterns: { ...a.patterns, ...b.patterns },
  values: { ...a.values, ...b.values },
});

function waysOf({ name, fallback }: Choice, pages: Pages): Way[] {
  const range = pages[name] ?? [];
  const way = (pattern: string, value: string): Way => ({
    patterns: { [name]: pattern },
    values: { [name]: value },
  });
  if (fallback === '') return [way(optional(isList(range) ? range : []), `{${name}}`)];
  const [only, ...others] = isList(range) ? range : [];
  const value = only !== undefined && others.length === 0 ? only : `{${name}}`;
  const given = way(patternOf(range), value);
  return isIn(fallback, range) ? [way('', fallback), given] : [given];
}

/** A pattern for the values of a range. */
const patternOf = (range: Range): string => (isList(range) ? `(?:${range.join('|')})` : NUMBER);

const NUMBER = '[0-9][0-9]*';

/** The same for a parameter that may be absent. */
const optional = (listed: readonly string[], numbers = false): string =>
  `(?:${['', ...listed, ...(numbers ? [NUMBER] : [])].join('|')})`;

/**
 * What is wrong where no page was found: of the first parameter whose value no page has. So the one
 * that is wrong only with the others comes first: all before it are right.
 */
function refusals(route: Route): Decision[] {
  const decisions = route.choices.map(({ otherwise }, index) => {
    const right = route.choices.slice(0, index).map(({ name }) => {
      const { listed, numbers } = rangesOf(route, {}, name);
      return [name, optional(listed, numbers)] as const;
    });
    return { pattern: subject(route, GET, Object.fromEntries(right)), answer: otherwise };
  });
  return decisions.reverse();
}
