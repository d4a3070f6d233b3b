import type { Parameter } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import { routesOf } from './route.ts';

/*
 * How a query is parsed by hosts that have only regular expressions. The patterns use what all
 * dialects share: classes, groups, `|`, `?` and `*`. They contain no backslash, brace, space or quote,
 * so that no configuration language has anything to escape.
 */

/** The parameters, in the order of a rule's input. */
export const PARAMETERS: readonly Parameter['name'][] = ['format', 'ordering', 'limit', 'offset'];

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
  readonly name: Parameter['name'];
  readonly alternatives: readonly Alternative[];
}

/** A matcher for each of `PARAMETERS`; without alternatives for one that no collection has. */
export function matchersOf(grid: Grid): ParameterMatcher[] {
  const sets = routesOf(grid, '').flatMap(({ pageSets }) => pageSets);
  const counts = grid.collections.map(({ pagination, count }) => (pagination ? count : 1));
  return PARAMETERS.map((name) => {
    const values = sets.flatMap(({ [name]: range }) => (range ? [range] : []));
    return { name, alternatives: values.length > 0 ? alternativesOf(name, values, counts) : [] };
  });
}

/** @param counts the number of records of each collection with pages, which bounds an offset */
function alternativesOf(
  name: string,
  values: readonly Parameter['values'][],
  counts: readonly number[],
): Alternative[] {
  const numbers = values.includes('number');
  const listed = new Set(values.flatMap((some) => (some === 'number' ? [] : some)));
  const literals = [...listed].filter((value) => !(numbers && /^[0-9]+$/.test(value)));
  const key = encodable(name);
  const twice = `(?:^|&)${key}(?:[=&].*)?&${key}(?:[=&]|$)`;
  const pair = (value: string) => `(?:^|&)${key}=${value}(?:&|$)`;
  const alternative = (pattern: string, value: string | null, label: string): Alternative => {
    return { pattern, value, comment: name + label };
  };
  return [
    alternative(twice, REPEATED, ' twice'),
    ...literals.map((value) => alternative(pair(encodable(value)), value, `=${value}`)),
    ...(numbers ? [alternative(pair(`(${numeral(Math.max(...counts))})`), null, '=<number>')] : []),
    alternative(`(?:^|&)${key}=?(?:&|$)`, '', '='),
    alternative(`(?:^|&)${key}=`, UNSUPPORTED, '=<anything else>'),
  ];
}

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
