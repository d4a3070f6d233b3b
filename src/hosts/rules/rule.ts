import { ERRORS, type ErrorName, errorAddress } from '../../core/address.ts';
import type { Parameter, Values } from '../../core/endpoint.ts';
import { PLAIN_NAME } from '../../core/file-name.ts';
import type { Grid } from '../../core/grid.ts';
import { KEY_VARIABLE, keyMatchers, REPEATED, variablesOf } from './parameter-matcher.ts';
import {
  isRenderedFilter,
  type PageSet,
  type Route,
  rewriteTarget,
  routesOf,
  type Target,
} from './route.ts';

/**
 * What a rule does: rewrite to a file, with another target if that does not exist, or redirect with
 * status 301 and keep the query. In a path `{limit}` stands for the value of that variable, `{key}` for
 * an item's key.
 */
export type RuleAction = Target & { readonly missing?: Target };

/** One of an ordered list of rules: the first whose pattern matches a request's `ruleInput` applies. */
export interface Rule {
  /** A regular expression with at most one group, which captures an item's key. */
  readonly pattern: string;
  readonly action: RuleAction;
}

/**
 * The text that rules match: the method, the values of all parameters in order, the name of the file of an
 * encoded key if the site has any, the decoded path.
 */
export const ruleInput = (method: string, values: readonly string[], path: string): string =>
  [method, ...values, path].join(':');

const ANY = '[^:]*';
const GET = '(?:GET|HEAD)';

/** The rules of a site, in the order in which they are tried. The last one matches every request. */
export function rulesOf(grid: Grid): Rule[] {
  const error = (name: ErrorName) => rewriteTarget(grid, errorAddress(name));
  const variables = variablesOf(grid);
  const names = [...variables.keys(), ...keyMatchers(grid).map(({ variable }) => variable)];
  const rules = routesOf(grid, '{key}').flatMap((route): Rule[] => {
    const input = inputPattern(names, route);
    return [
      { pattern: input('OPTIONS', [], '/?'), action: route.options },
      { pattern: input(GET, [], '', PLAIN_KEY), action: { status: 301, file: route.path } },
      ...(route.keyFileNames
        ? [{ pattern: input(GET, [], ''), action: route.pages[0].missing }]
        : []),
      ...route.parameters.map(({ name }) => ({
        pattern: input(GET, [[name, REPEATED]]),
        action: error('repeated'),
      })),
      ...route.pages.flatMap(({ filters, sets, missing }) =>
        sets
          .flatMap((set) => variantsIn(route.parameters, variables, filters, set))
          .flatMap((variants) => [
            {
              pattern: input(GET, [...variants, [KEY_VARIABLE, '']], '/', PLAIN_KEY),
              action: { status: 200, file: route.file(valuesIn(variants)), missing },
            },
            ...encodedKeyRules(route, missing, (one) => input(GET, [...variants, one])),
          ]),
      ),
      ...errorRules(grid, route, input),
      { pattern: input(ANY, [], '/?'), action: error('method') },
    ];
  });
  const all = [...rules, { pattern: '^', action: error('path') }];
  // A second rule with the same pattern never applies, and Caddy rejects it.
  const patterns = all.map(({ pattern }) => pattern);
  return all.filter(({ pattern }, index) => patterns.indexOf(pattern) === index);
}

/** Every status that rules answer with, in ascending order. */
export const STATUSES = [...new Set([200, 301, ...Object.values(ERRORS)])].sort();

/** The pattern that a parameter's value must match; of one with a page also its value in a file's name. */
type Condition = readonly [parameter: string, pattern: string, value?: string];

/** A pattern for the input of a route's requests, with conditions for the parameters that matter. */
const inputPattern = (names: readonly string[], { path }: Route) => {
  const route = path.slice(0, -1).replaceAll('.', '[.]');
  return (method: string, conditions: readonly Condition[], end = '/', key = ANY_KEY): string => {
    const patterns = new Map(conditions.map(([name, pattern]) => [name, pattern]));
    const values = names.map((name) => patterns.get(name) ?? ANY);
    return `^${ruleInput(method, values, route.replace('{key}', key) + end)}$`;
  };
};

const ANY_KEY = '[^/][^/]*';

/** A key that is the name of its file. */
const PLAIN_KEY = `(${PLAIN_NAME})`;

/** The rule for the records of a route whose keys are encoded in the names of their files. */
const encodedKeyRules = (
  { keyFileNames = {}, encodedFile }: Route,
  missing: Target,
  pattern: (condition: Condition) => string,
): Rule[] =>
  Object.keys(keyFileNames).length === 0
    ? []
    : [
        {
          pattern: pattern([KEY_VARIABLE, '[^:][^:]*']),
          action: { status: 200, file: encodedFile(`{${KEY_VARIABLE}}`), missing },
        },
      ];

const valuesIn = (variants: readonly Condition[]): Values =>
  Object.fromEntries(variants.map(([name, , value = '']) => [name, value]));

/** Every combination of parameters, given or left out, that has a page of a set. */
const variantsIn = (
  parameters: readonly Parameter[],
  variables: ReadonlyMap<string, string>,
  filters: readonly string[],
  set: PageSet,
): Condition[][] =>
  parameters.reduce<Condition[][]>(
    (some, parameter) => {
      const variants = variantsOf(parameter, `{${variables.get(parameter.name)}}`, filters, set);
      return some.flatMap((before) => variants.map((variant) => [...before, variant]));
    },
    [[]],
  );

/** The parameter left out, if the set has its fallback, and the parameter with a value. */
function variantsOf(
  { name, kind, fallback }: Parameter,
  variable: string,
  filters: readonly string[],
  set: PageSet,
): Condition[] {
  const { [kind]: values = [] } = set;
  const leftOut: Condition = [name, '', fallback];
  if (kind === 'filter') return filters.includes(name) ? [[name, FILTER, variable]] : [leftOut];
  if (values === 'number') return [leftOut, [name, NUMBER, variable]];
  const [only, ...others] = values;
  if (only === undefined) return [leftOut];
  if (fallback === '') return [[name, optional(values), variable]];
  const given: Condition = [name, `(?:${values.join('|')})`, others.length === 0 ? only : variable];
  return values.includes(fallback) ? [leftOut, given] : [given];
}

const NUMBER = '[0-9][0-9]*';

/** Any value of a filter that was captured, or none. */
const FILTER = '[^:?]*';

/** A pattern for the values of a parameter that may be left out. */
const optional = (values: readonly string[]): string => `(?:${['', ...values].join('|')})`;

/**
 * The errors of a route, for requests that match no page: that of the first parameter whose value is
 * invalid, or that of the combination if each is valid by itself. Tried last parameter first, each only
 * if all parameters before it are valid.
 */
function errorRules(
  grid: Grid,
  { parameters, pages, keyFileNames }: Route,
  input: ReturnType<typeof inputPattern>,
): Rule[] {
  const conditions = parameters.map((one): Condition => [one.name, validPattern(one)]);
  const rules = parameters.map(({ error }, index) => ({
    pattern: input(GET, conditions.slice(0, index)),
    action: rewriteTarget(grid, error),
  }));
  // With one set of pages, only a key can be wrong then: one that is not the name of a file.
  if (pages.length === 1 && !keyFileNames) return rules.reverse();
  const combinations = pages.map(({ filters, missing }) => {
    const isEmpty = ({ kind }: Parameter) => kind === 'filter' && filters.length === 0;
    const empty = parameters.filter(isEmpty).map(({ name }): Condition => [name, '']);
    return { pattern: input(GET, [...conditions, ...empty]), action: missing };
  });
  return [...combinations, ...rules.reverse()];
}

/** A pattern for the values of a parameter that are valid by themselves. */
function validPattern(parameter: Parameter): string {
  const { kind, values } = parameter;
  if (kind === 'filter') return isRenderedFilter(parameter) ? FILTER : '';
  return optional(values === 'number' ? [NUMBER] : values);
}
