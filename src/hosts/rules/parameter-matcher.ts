import { FIXED_PARAMETERS, type Parameter, parameterNames } from '../../core/endpoint.ts';
import { FILE_VALUE } from '../../core/filter.ts';
import type { Grid } from '../../core/grid.ts';
import { isRenderedFilter, routesOf } from './route.ts';

/*
 * How a query is parsed by hosts that have only regular expressions. The patterns use what all
 * dialects share: classes, groups, `|`, `?` and `*`. They contain no backslash, brace, space or quote,
 * so that no configuration language has anything to escape.
 */

/** The result for a repeated parameter, and for a value that no page has. */
export const REPEATED = '!';
const UNSUPPORTED = '?';

/**
 * Paths that servers normalize differently: with an empty segment, `.` or `..`, an encoded slash or
 * backslash, or a control character. No route has one. A regular expression for a request's target
 * as it was sent, with or without the query.
 */
export const AMBIGUOUS_PATH =
  '^[^?]*(?://|%2[Ff]|%5[Cc]|%[01]|%7[Ff]|/(?:[.]|%2[Ee])(?:[.]|%2[Ee])?(?:[/?]|$))';

/** One form that a parameter may have in a query. */
export interface Alternative {
  /** A regular expression for the undecoded query. */
  readonly pattern: string;
  /** The parameter's value then; null: the text that the pattern's only group captures. */
  readonly value: string | null;
  /** An example or a description, for a comment. */
  readonly comment: string;
}

/** Parses one parameter: the first alternative that matches gives its value; if none does, it is empty. */
export interface ParameterMatcher {
  readonly name: string;
  /** The name of the host's variable for the value. */
  readonly variable: string;
  readonly alternatives: readonly Alternative[];
}

/**
 * The names of the hosts' variables by those of parameters, in the order of a rule's input. Filters are
 * numbered: their own names can be too long for a host, or those of other variables.
 */
export const variablesOf = (grid: Grid): ReadonlyMap<string, string> =>
  new Map(
    parameterNames(grid).map((name, index) => [
      name,
      FIXED_PARAMETERS.includes(name) ? name : `filter_${index}`,
    ]),
  );

/** A matcher for each parameter of a site, in the order of a rule's input. */
export function matchersOf(grid: Grid): ParameterMatcher[] {
  const parameters = routesOf(grid, '').flatMap((route) => route.parameters);
  const counts = grid.collections.map(({ pagination, count }) => (pagination ? count : 1));
  return [...variablesOf(grid)].map(([name, variable]) => {
    const own = parameters.filter((parameter) => parameter.name === name);
    return { name, variable, alternatives: alternativesOf(name, own, Math.max(...counts)) };
  });
}

/**
 * @param parameters those of that name, of all endpoints
 * @param count the largest number of records of a collection with pages, which bounds an offset
 */
function alternativesOf(
  name: string,
  parameters: readonly Parameter[],
  count: number,
): Alternative[] {
  const key = encodable(name);
  const twice = `(?:^|&)${key}(?:[=&].*)?&${key}(?:[=&]|$)`;
  const pair = (value: string) => `(?:^|&)${key}=${value}(?:&|$)`;
  const alternative = (pattern: string, value: string | null, label: string): Alternative => {
    return { pattern, value, comment: name + label };
  };
  const literals = new Set(parameters.flatMap(listedValues));
  const hasNumbers = parameters.some(({ values }) => values === 'number');
  const isCaptured = parameters.some(isRenderedFilter);
  return [
    alternative(twice, REPEATED, ' twice'),
    ...[...literals].map((value) => alternative(pair(encodable(value)), value, `=${value}`)),
    ...(hasNumbers ? [alternative(pair(`(${numeral(count)})`), null, '=<number>')] : []),
    ...(isCaptured ? [alternative(pair(`(${FILE_VALUE})`), null, '=<part of a file name>')] : []),
    alternative(`(?:^|&)${key}=?(?:&|$)`, '', '='),
    alternative(`(?:^|&)${key}=`, UNSUPPORTED, '=<anything else>'),
  ];
}

/** The values that a rule names. Those of a filter are not named: they are part of a file's name. */
const listedValues = ({ kind, values }: Parameter): readonly string[] =>
  kind === 'filter' || values === 'number' ? [] : values;

/** A pattern for a text in which any character may be percent-encoded. */
const encodable = (text: string): string =>
  [...text].map((character) => `(?:${character}|${percentEncoded(character)})`).join('');

/** A pattern for a character's percent-encoding, with hexadecimal digits in either case. */
const percentEncoded = (character: string): string =>
  `%${Buffer.from(character)
    .toString('hex')
    .replace(/[a-f]/g, (digit) => `[${digit.toUpperCase()}${digit}]`)}`;

/** A pattern for a whole number with at most as many digits as `below - 1`, without leading zeros. */
const numeral = (below: number): string =>
  `0|[1-9]${'[0-9]?'.repeat(String(below - 1).length - 1)}`;
