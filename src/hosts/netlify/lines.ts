import { basePath, type Grid } from '../../core/grid.ts';
import type { ApiRequest } from '../../core/resolve.ts';
import { UsageError } from '../../util/problem.ts';
import { PARAMETERS } from '../rules/reading.ts';
import { type Choice, type Route, rangesOf, rulesOf, type Target } from '../rules/route.ts';
import { unescaped } from '../unescaped.ts';

/**
 * A rule of `_redirects`: it holds for a request that has its path, its parameters and any others,
 * and the first that holds decides. A value that begins with a colon is a placeholder.
 */
interface Line {
  readonly path: string;
  readonly given: readonly Given[];
  readonly target: Target;
  /** What it is there for, where that is not plain. */
  readonly comment?: string;
}

type Given = readonly [name: string, value: string];

/** What a rule's path captures as an item's key. */
export const KEY = ':key';

/** What Netlify serves where a rule leads to no file. It must bear this name, at the document root. */
export const NOT_FOUND_PAGE = '404.html';

/** A parameter's name with a percent-encoded letter, which no rule takes for that name. */
export const ENCODED_NAME = '(?:^|&)[^&=]*%(?:6[1-9A-Fa-f]|7[0-9Aa])';

/** A parameter before an `&` that ends the query: the engine does not see it. */
export const LOST_PARAMETER = `(?:^|&)(?:${PARAMETERS.join('|')})=[^&]*&$`;

/**
 * Every rule of a site, in order.
 * @throws UsageError for a name that would end or change a rule
 */
export function linesOf(grid: Grid): Line[] {
  requireWords(grid);
  const { root, routes, unknown, repeated } = rulesOf(grid, KEY);
  const all = `${root}*`;
  const target = { status: 404, file: `/${NOT_FOUND_PAGE}` };
  return [
    {
      path: all,
      given: [having(ENCODED_NAME)],
      target,
      comment: 'A name with a percent-encoded letter, which the rules below take for another name.',
    },
    {
      path: all,
      given: [having(LOST_PARAMETER)],
      target,
      comment: 'A parameter before an & that ends the query, which the rules below do not see.',
    },
    ...routes.flatMap((route) => [
      ...repetitions(route, repeated),
      ...decide(route, route.choices, {}, []),
    ]),
    { path: all, given: [], target: unknown },
  ];
}

/** A parameter that is given twice, by a name without encoded letters: those are refused already. */
const twice = (name: string): string => `(?:^|&)${name}(?:[=&].*)?&${name}(?:[=&]|$)`;

const repetitions = ({ path, choices }: Route, target: Target): Line[] =>
  choices.map(({ name }) => ({ path, given: [having(twice(name))], target }));

/**
 * A decision tree as a list of rules: each parameter's values come first, then the error for a value
 * that is none of them, and last the rules for a request that lacks the parameter.
 */
function* decide(
  route: Route,
  [choice, ...rest]: readonly Choice[],
  chosen: Readonly<Record<string, string>>,
  given: readonly Given[],
): Generator<Line> {
  const { path } = route;
  if (!choice) {
    yield { path, given, target: { status: 200, file: route.file(chosen) } };
    return;
  }
  const { name, fallback, otherwise } = choice;
  const { listed, numbers } = rangesOf(route, chosen, name);
  const branch = (value: string, ...match: Given[]) =>
    decide(route, rest, { ...chosen, [name]: value }, [...given, ...match]);
  yield* branch(fallback, [name, '']);
  for (const value of listed) yield* branch(value, [name, value]);
  const any: Given = [name, `:${name}`];
  if (numbers) yield* branch(`:${name}`, any);
  else yield { path, given: [...given, any], target: otherwise };
  yield* branch(fallback);
}

/**
 * The expression in which Netlify's engine puts a parameter's name, and which must match the whole
 * query: the engine's own error message tells it, its documentation does not. So a name may be an
 * expression itself.
 */
const engineExpression = (name: string): RegExp =>
  new RegExp(`^(?:(?:.*&)?${name}=([^&]*)(?:&.+)?)$`, 's');

/**
 * A parameter that a rule has where its query has a pattern. It has both its own ends and an
 * alternative that never matches, so that it means the same wherever an engine puts it; in one that
 * takes names as they stand, no request has it, and the rule does nothing.
 */
const having = (pattern: string): Given => [`^.*(?:${pattern.replaceAll('=', '\\x3D')}).*$|$.`, ''];

/** A rule as it stands in the file. Netlify takes 400 for a redirect, so every error is a 404. */
export const textOf = ({ path, given, target: { status, file } }: Line): string =>
  [path, ...given.map((one) => one.join('=')), file, status < 400 ? status : 404].join(' ');

/** Does a rule hold for a request? */
export const holds = ({ path, given }: Line, request: ApiRequest): boolean =>
  pathPattern(path).test(request.path) && given.every((one) => isGiven(one, request.query));

/**
 * The paths that the engine takes for a rule's: as they come, with or without a slash at the end.
 * Where the rule's path has a placeholder or a star, each slash may be doubled.
 */
export function pathPattern(path: string): RegExp {
  const segments = path
    .replace(/\/\*?$/, '')
    .replaceAll('.', '[.]')
    .split('/')
    .slice(1);
  if (path.endsWith('*')) return new RegExp(`^/${segments.join('/{1,2}')}(?:/.*)?$`, 's');
  if (!segments.includes(KEY)) return new RegExp(`^/${segments.join('/')}/?$`);
  return new RegExp(`^/${segments.join('/{1,2}').replace(KEY, '[^/]+')}/?$`);
}

function isGiven([name, value]: Given, query: string): boolean {
  const found = engineExpression(name).exec(query);
  if (!found) return false;
  return value.startsWith(':') || unescaped(found[1] ?? '') === value;
}

/** What can stand in a rule as it is: nothing that ends a word, or means more than itself. */
const WORD = /^[A-Za-z0-9._~/-]*$/;

function requireWords(grid: Grid): void {
  const names = grid.collections.flatMap(({ name, orderings }) => [name, ...orderings]);
  for (const text of [basePath(grid), ...grid.formats, ...names]) {
    if (WORD.test(text)) continue;
    throw new UsageError(
      `${JSON.stringify(text)} can't stand in a rule of Netlify: letters, digits and . _ ~ - / can.`,
    );
  }
}
