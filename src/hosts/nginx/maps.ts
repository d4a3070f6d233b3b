import { createHash } from 'node:crypto';
import type { Grid } from '../../core/grid.ts';
import { PREFLIGHT_HEADERS } from '../../core/header.ts';
import { AMBIGUOUS_PATH, matchersOf, type ParameterMatcher } from '../rules/parameter-matcher.ts';
import { fillTemplate } from '../rules/printing.ts';
import { type Rule, type RuleAction, ruleInput, rulesOf } from '../rules/rule.ts';
import { block, comment, literal, plain, quoted } from './syntax.ts';

/**
 * The names of a site's variables. Each has a hash of the base address, because one nginx may serve
 * many sites. The address itself is too long: with the default `variables_hash_bucket_size` of 64 a
 * name may have 46 characters.
 */
export function variablesOf({ base }: Grid): (name: string) => string {
  const hash = createHash('sha256').update(base).digest('hex').slice(0, 8);
  return (name) => `$staticrest_${hash}_${name}`;
}

/** Named captures. They are read at once, so all sites share them. */
type Capture = 'key' | 'number' | 'query' | 'to';
const CAPTURE = 'staticrest_';

/** The headers that only the answer to a CORS preflight has. */
export const PREFLIGHT = Object.entries(PREFLIGHT_HEADERS).map(([name, value]) => ({
  name,
  value,
  /** Of the variable that holds the value, or nothing. */
  suffix: name.toLowerCase().replace('access-control-', '').replaceAll('-', '_'),
}));

/** The maps that select the answer to a request; nginx allows them in `http { }` only. */
export function mapsOf(grid: Grid): string[] {
  const variable = variablesOf(grid);
  const matchers = matchersOf(grid);
  const values = matchers.map(({ name }) => variable(name));
  return [
    comment('The decoded path; empty if servers disagree on how to normalize it.'),
    map('$request_uri', variable('path'), [
      `${matching(AMBIGUOUS_PATH)} "";`,
      `${matching('^[^?]*#')} "";`,
      'default $uri;',
    ]),
    comment('The query as it was sent.'),
    map('$request_uri', variable('query'), [
      `${matching('^[^?]*[?](.*)$', 'query')} $${CAPTURE}query;`,
    ]),
    ...matchers.flatMap((matcher) => [
      comment(`The value of ${matcher.name}: the first match applies.`),
      map(variable('query'), variable(matcher.name), matcherLines(matcher)),
    ]),
    comment('The answer: the first match applies. /page<file>:<answer if it does not exist>,'),
    comment('/301<location> or /<status><file>.'),
    map(
      quoted(ruleInput('$request_method', values, variable('path'))),
      variable('answer'),
      rulesOf(grid).map((rule) => ruleLine(rule, variable)),
    ),
    comment('Headers of some answers only: nginx omits a header whose value is empty.'),
    map(quoted(`${variable('answer')}?${variable('query')}`), variable('location'), [
      `${matching('^/301([^?]*)[?]$', 'to')} $${CAPTURE}to;`,
      `${matching('^/301(.*)$', 'to')} $${CAPTURE}to;`,
    ]),
    ...PREFLIGHT.map(({ suffix, value }) =>
      map(variable('answer'), variable(suffix), [`${matching('^/200/')} ${literal(value)};`]),
    ),
  ];
}

const matcherLines = ({ alternatives }: ParameterMatcher): string[] =>
  alternatives.map(({ pattern, value, comment: text }) => {
    const result = value === null ? `$${CAPTURE}number` : literal(value);
    return `${matching(pattern, 'number')} ${result}; ${comment(text)}`;
  });

function ruleLine({ pattern, action }: Rule, variable: (name: string) => string): string {
  const named = (name: string) => (name === 'key' ? `${CAPTURE}key` : variable(name).slice(1));
  const answer = fillTemplate(actionText(action), plain, (name) => `\${${named(name)}}`);
  return `${matching(pattern, 'key')} ${quoted(answer)};`;
}

function actionText(action: RuleAction): string {
  if ('location' in action) return `/301${action.location}`;
  const { status, file, missing } = action;
  return missing ? `/page${file}:/${missing.status}${missing.file}` : `/${status}${file}`;
}

const map = (from: string, to: string, lines: readonly string[]): string =>
  `${block(`map ${from} ${to}`, lines)}\n`;

/** A regular expression of a map, whose group becomes a named capture. */
const matching = (pattern: string, name: Capture = 'key'): string =>
  quoted(`~${pattern.replace(/\((?!\?)/g, `(?<${CAPTURE}${name}>`)}`);
