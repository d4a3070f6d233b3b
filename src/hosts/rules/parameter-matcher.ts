import { FIXED_PARAMETERS, type Parameter, parameterNames } from '../../core/endpoint.ts';
import { PLAIN_NAME } from '../../core/file-name.ts';
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
  /** What the value is, for a comment. */
  readonly comment: string;
  /** The name of the host's variable for the value. */
  readonly variable: string;
  readonly alternatives: readonly Alternative[];
}

/** The variable for the name of a record's file if the key is not the name. No parameter has capital letters. */
export const KEY_VARIABLE = 'ENCODED_KEY';

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

/** The matcher of such keys, if there are any. Its patterns are for a request's target as it was sent. */
export function keyMatchers({ collections }: Grid): ParameterMatcher[] {
  const alternatives = collections.flatMap(({ name, keyFileNames = {} }) =>
    Object.entries(keyFileNames).map(([key, value]) => ({
      pattern: `^[^?]*/${encodable(name)}/${encodable(key, PATH_CHARACTER)}/?(?:[? ]|$)`,
      value,
      comment: commentText(`${name}/${key}/`),
    })),
  );
  const comment = 'The name of the file of a key that is not the name.';
  return alternatives.length > 0 ? [{ comment, variable: KEY_VARIABLE, alternatives }] : [];
}

/** A matcher for each parameter of a site, in the order of a rule's input. */
export function matchersOf(grid: Grid): ParameterMatcher[] {
  const parameters = routesOf(grid, '').flatMap((route) => route.parameters);
  // Pages of one record have the numbers from 1 to the count.
  const counts = grid.collections.map(({ pagination, count }) =>
    pagination ? count + Number(pagination.style === 'page') : 1,
  );
  return [...variablesOf(grid)].map(([name, variable]) => {
    const own = parameters.filter((parameter) => parameter.name === name);
    const names = grid.collections.flatMap(({ partitions }) =>
      Object.entries(partitions?.valueFileNames?.[name] ?? {}),
    );
    const comment = `The value of ${name}. The first match applies.`;
    return {
      comment,
      variable,
      alternatives: alternativesOf(name, own, names, Math.max(...counts)),
    };
  });
}

/**
 * @param parameters those of that name, of all endpoints
 * @param encoded the values of a filter that are not their names in paths, with those names
 * @param count the largest number of records of a collection with pages, which bounds an offset and the number of a page
 */
function alternativesOf(
  name: string,
  parameters: readonly Parameter[],
  encoded: readonly (readonly [value: string, name: string])[],
  count: number,
): Alternative[] {
  const key = encodable(name);
  const twice = `(?:^|&)${key}(?:[=&].*)?&${key}(?:[=&]|$)`;
  const alternative = (pattern: string, value: string | null, label: string): Alternative => {
    return { pattern, value, comment: commentText(name + label) };
  };
  const literals = parameters.flatMap(listedValues).map((value) => [value, value] as const);
  const hasNumbers = parameters.some(({ values }) => values === 'number');
  const isCaptured = parameters.some(isRenderedFilter);
  const pair = (value: string) => `(?:^|&)${key}=${value}(?:&|$)`;
  return [
    alternative(twice, REPEATED, ' twice'),
    ...[...new Map([...literals, ...encoded])].map(([value, result]) =>
      alternative(pairPattern(name, value), result, `=${value}`),
    ),
    ...(hasNumbers ? [alternative(pair(`(${numeral(count)})`), null, '=<number>')] : []),
    ...(isCaptured ? [alternative(pair(`(${PLAIN_NAME})`), null, '=<part of a file name>')] : []),
    alternative(`(?:^|&)${key}=?(?:&|$)`, '', '='),
    alternative(`(?:^|&)${key}=`, UNSUPPORTED, '=<anything else>'),
  ];
}

/** A pattern for a query in which a parameter has a value. */
export const pairPattern = (name: string, value: string): string =>
  `(?:^|&)${encodable(name)}=${encodable(value).replaceAll('%20', '(?:%20|[+])')}(?:&|$)`;

/** A pattern for a query with a parameter whose name has a percent-encoded character. */
export function encodedNamePattern(name: string): string {
  const names = Array.from(
    name,
    (character, at) =>
      name.slice(0, at) + percentEncoded(character) + encodable(name.slice(at + 1)),
  );
  return `(?:^|&)(?:${names.join('|')})(?:[=&]|$)`;
}

/** A text without characters that have a meaning in some configuration. */
const commentText = (text: string): string => text.replace(/[^ -~]|[`{}\\]/gu, '?');

/** The values that a rule names. Those of a filter are not named if they are part of a file's name. */
const listedValues = ({ kind, values }: Parameter): readonly string[] =>
  kind === 'filter' || values === 'number' ? [] : values;

/** The characters that a client can send as they are, in a path and in the value of a parameter. */
const PATH_CHARACTER = /[\w!$&'()*+,.:;=@~-]/;
const VALUE_CHARACTER = /[\w!$'()*,./:;=?@~-]/;

/**
 * A pattern for a text in which any character may be percent-encoded.
 * @param unencoded the characters that need not be
 */
const encodable = (text: string, unencoded = VALUE_CHARACTER): string =>
  Array.from(text, (character) => {
    const encoded = percentEncoded(character);
    if (!unencoded.test(character)) return encoded;
    return `(?:${/[\w-]/.test(character) ? character : `[${character}]`}|${encoded})`;
  }).join('');

/** A pattern for a character's percent-encoding, with hexadecimal digits in either case. */
const percentEncoded = (character: string): string =>
  Array.from(
    Buffer.from(character),
    (byte) =>
      `%${byte
        .toString(16)
        .padStart(2, '0')
        .replace(/[a-f]/g, (digit) => `[${digit.toUpperCase()}${digit}]`)}`,
  ).join('');

/** A pattern for a whole number with at most as many digits as `below - 1`, without leading zeros. */
const numeral = (below: number): string =>
  `0|[1-9]${'[0-9]?'.repeat(String(below - 1).length - 1)}`;
