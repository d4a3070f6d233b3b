import type { Parameter } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import { isList, type Range, rulesOf } from './route.ts';

/*
 * How rules read a query, for every host that can match regular expressions. These use only what
 * all dialects have: classes, groups, `|`, `?` and `*`. No backslash, brace, space or quote stands
 * in one, so that no language of configuration has anything to escape.
 */

/** The parameters, in the order in which a decision looks at them. */
export const PARAMETERS = [
  'format',
  'ordering',
  'limit',
  'offset',
] as const satisfies readonly Parameter['name'][];

/** What a parameter is read as that is given twice, and one with a value that no page has. */
export const TWICE = '!';
const UNKNOWN = '?';

/**
 * Paths that every server reads in its own way: an empty segment, `.`, `..`, an encoded slash or
 * backslash, a control character. No route has one. A regular expression for a request's target, its
 * path with or without a query, as it was sent.
 */
export const ODD_PATH =
  '^[^?]*(?://|%2[Ff]|%5[Cc]|%[01]|%7[Ff]|/(?:[.]|%2[Ee])(?:[.]|%2[Ee])?(?:[/?]|$))';

/** A spelling of a parameter in a query. */
export interface Spelling {
  /** A regular expression for the undecoded query. */
  readonly pattern: string;
  /** What the parameter is read as; null: as what the pattern's only group captures. */
  readonly value: string | null;
  /** As a person would write it, or in words. */
  readonly comment: string;
}

/** How one parameter is read: by the first spelling that the query has; else as the empty text. */
export interface Reading {
  readonly name: Parameter['name'];
  readonly spellings: readonly Spelling[];
}

/** How the rules of a site read a query. */
export function readingsOf(grid: Grid): Reading[] {
  const pages = rulesOf(grid).routes.flatMap((route) => route.pages);
  return PARAMETERS.map((name) => {
    const ranges = pages.flatMap((one) => (one[name] ? [one[name]] : []));
    return { name, spellings: ranges.length > 0 ? spellingsOf(name, ranges) : [] };
  });
}

function spellingsOf(name: string, ranges: readonly Range[]): Spelling[] {
  const below = Math.max(0, ...ranges.map((range) => (isList(range) ? 0 : range.below)));
  const isNumber = (value: string) => below > 0 && /^[0-9]+$/.test(value);
  const listed = new Set(ranges.filter(isList).flat());
  const literals = [...listed].filter((value) => !isNumber(value));
  const own = encodable(name);
  const given = (pattern: string) => `(?:^|&)${own}=${pattern}(?:&|$)`;
  return [
    {
      pattern: `(?:^|&)${own}(?:[=&].*)?&${own}(?:[=&]|$)`,
      value: TWICE,
      comment: `${name} twice`,
    },
    ...literals.map((value) => ({
      pattern: given(encodable(value)),
      value,
      comment: `${name}=${value}`,
    })),
    ...(below > 0
      ? [{ pattern: given(`(${numeral(below)})`), value: null, comment: `${name}=<number>` }]
      : []),
    { pattern: `(?:^|&)${own}=?(?:&|$)`, value: '', comment: `${name}=` },
    { pattern: `(?:^|&)${own}=`, value: UNKNOWN, comment: `${name}=<anything else>` },
  ];
}

/** A text each of whose characters may be percent-encoded. */
const encodable = (text: string): string =>
  [...text].map((character) => `(?:${character}|${encoded(character)})`).join('');

/** A character's percent-encoding, with digits A to F in either case. */
const encoded = (character: string): string =>
  `%${Buffer.from(character)
    .toString('hex')
    .replace(/[a-f]/g, (digit) => `[${digit.toUpperCase()}${digit}]`)}`;

/** A whole number with no more digits than one below a bound has, and no leading zero. */
const numeral = (below: number): string =>
  `0|[1-9]${'[0-9]?'.repeat(String(below - 1).length - 1)}`;
