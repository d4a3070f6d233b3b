import { ERRORS, type ErrorName, errorAddress, KEY } from '../../core/address.ts';
import type { Parameter, Values } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import { PARAMETERS, REPEATED } from './parameter-matcher.ts';
import {
  acceptedValues,
  type PageSet,
  type Route,
  routesOf,
  type Target,
  targetOf,
} from './route.ts';

/**
 * What a rule does: rewrite to a file, with another target if that does not exist, or redirect and
 * keep the query. In a path `{limit}` stands for the value of that parameter, `{key}` for an item's key.
 */
export type RuleAction =
  | (Target & { readonly missing?: Target })
  | { readonly status: 301; readonly location: string };

/** One of an ordered list of rules: the first whose pattern matches a request's `ruleInput` applies. */
export interface Rule {
  /** A regular expression with at most one group, which captures an item's key. */
  readonly pattern: string;
  readonly action: RuleAction;
}

/** The text that rules match: the method, the values of `PARAMETERS` in their order, the decoded path. */
export const ruleInput = (method: string, values: readonly string[], path: string): string =>
  [method, ...values, path].join(':');

const ANY = '[^:]*';
const GET = '(?:GET|HEAD)';

/** The rules of a site, in the order in which they are tried. The last one matches every request. */
export function rulesOf(grid: Grid): Rule[] {
  const error = (name: ErrorName) => targetOf(grid, errorAddress(name));
  const rules = routesOf(grid, '{key}').flatMap((route): Rule[] => [
    { pattern: inputPattern(route, 'OPTIONS', {}, '/?'), action: route.options },
    { pattern: inputPattern(route, GET, {}, ''), action: { status: 301, location: route.path } },
    ...route.parameters.map(({ name }) => ({
      pattern: inputPattern(route, GET, { [name]: REPEATED }),
      action: error('repeated'),
    })),
    ...route.pageSets.flatMap((set) => pageRules(route, set)),
    ...errorRules(grid, route),
    { pattern: inputPattern(route, ANY, {}, '/?'), action: error('method') },
  ]);
  return [...rules, { pattern: '^', action: error('path') }];
}

/** Every status that rules answer with, in ascending order. */
export const STATUSES = [...new Set([200, 301, ...Object.values(ERRORS)])].sort();

/** A pattern for the input of a route's requests, with patterns for the parameters that matter. */
function inputPattern({ path }: Route, method: string, values: Values, end = '/'): string {
  const route = path.slice(0, -1).replaceAll('.', '[.]').replace('{key}', `(${KEY})`);
  const parameters = PARAMETERS.map((name) => values[name] ?? ANY);
  return `^${ruleInput(method, parameters, route + end)}$`;
}

/** The rules for a set of pages: one for each combination of parameters that are given or left out. */
function pageRules(route: Route, set: PageSet): Rule[] {
  const combinations = route.parameters.reduce<{ patterns: Values; values: Values }[]>(
    (all, parameter) =>
      all.flatMap(({ patterns, values }) =>
        variantsOf(parameter, set).map(([pattern, value]) => ({
          patterns: { ...patterns, [parameter.name]: pattern },
          values: { ...values, [parameter.name]: value },
        })),
      ),
    [{ patterns: {}, values: {} }],
  );
  return combinations.map(({ patterns, values }) => ({
    pattern: inputPattern(route, GET, patterns),
    action: { status: 200, file: route.file(values), missing: route.missing },
  }));
}

/** A way to give one parameter: the pattern that matches it, and its value in a file's name. */
type Variant = readonly [pattern: string, value: string];

/** The parameter left out, if the set has its fallback, and the parameter with a value. */
function variantsOf({ name, fallback }: Parameter, set: PageSet): Variant[] {
  const { [name]: values = [] } = set;
  const variable = `{${name}}`;
  const leftOut: Variant = ['', fallback];
  if (values === 'number') return [leftOut, [NUMBER, variable]];
  if (fallback === '') return [[optional(values), variable]];
  const [only = '', ...others] = values;
  const given: Variant = [`(?:${values.join('|')})`, others.length === 0 ? only : variable];
  return values.includes(fallback) ? [leftOut, given] : [given];
}

const NUMBER = '[0-9][0-9]*';

/** A pattern for the values of a parameter that may be left out. */
const optional = (listed: readonly string[], numbers = false): string =>
  `(?:${['', ...listed, ...(numbers ? [NUMBER] : [])].join('|')})`;

/**
 * The errors of a route, for requests that match no page: that of the first parameter whose value is
 * invalid. Tried last parameter first, each only if all parameters before it are valid: so an error
 * that arises from a combination is that of its last parameter.
 */
function errorRules(grid: Grid, route: Route): Rule[] {
  const rules = route.parameters.map(({ error }, index) => {
    const valid = route.parameters.slice(0, index).map(({ name }) => {
      const { listed, numbers } = acceptedValues(route, {}, name);
      return [name, optional(listed, numbers)] as const;
    });
    const pattern = inputPattern(route, GET, Object.fromEntries(valid));
    return { pattern, action: targetOf(grid, error) };
  });
  return rules.reverse();
}
