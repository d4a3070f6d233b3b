import { createHash } from 'node:crypto';
import type { Grid } from '../../core/grid.ts';
import { PREFLIGHT_HEADERS } from '../../core/header.ts';
import { type Answer, type Decision, decisionsOf, subjectOf } from '../rules/decision.ts';
import { ODD_PATH, type Reading, readingsOf } from '../rules/reading.ts';
import { block, comment, literal, plain, quoted } from './word.ts';

/**
 * The variables of a site: many sites fit into one nginx, so a mark of its base address is in each.
 * The whole address can't be, for a name may have 46 characters where `variables_hash_bucket_size`
 * is the default of 64.
 */
export function variablesOf({ base }: Grid): (name: string) => string {
  const mark = createHash('sha256').update(base).digest('hex').slice(0, 8);
  return (name) => `$staticrest_${mark}_${name}`;
}

/** What a pattern captures. One name serves all sites, for it is read at once. */
type Captured = 'key' | 'number' | 'query' | 'to';
const CAPTURED = 'staticrest_';

/** The headers of a reply to a CORS preflight that no other answer has. */
export const PREFLIGHT = Object.entries(PREFLIGHT_HEADERS).map(([name, value]) => ({
  name,
  value,
  variable: name.toLowerCase().replace('access-control-', '').replaceAll('-', '_'),
}));

/** The maps by which nginx decides what a request gets; they may stand in `http { }` only. */
export function mapsOf(grid: Grid): string[] {
  const of = variablesOf(grid);
  const readings = readingsOf(grid);
  const values = readings.map(({ name }) => of(name));
  return [
    comment('The path, decoded; empty where servers disagree about what it is.'),
    map('$request_uri', of('path'), [
      `${matching(ODD_PATH)} "";`,
      `${matching('^[^?]*#')} "";`,
      'default $uri;',
    ]),
    comment('The query as it was sent.'),
    map('$request_uri', of('query'), [`${matching('^[^?]*[?](.*)$', 'query')} $${CAPTURED}query;`]),
    ...readings.flatMap((reading) => [
      comment(`What ${reading.name} is read as, by the first that matches.`),
      map(of('query'), of(reading.name), spellingLines(reading)),
    ]),
    comment('The answer, by the first that matches: /page<file>:<answer where it is missing>,'),
    comment('/301<location> or /<status><file>.'),
    map(
      quoted(subjectOf('$request_method', values, of('path'))),
      of('answer'),
      decisionsOf(grid).map((decision) => decisionLine(decision, grid)),
    ),
    comment('Headers that only some answers have; nginx sends none that is empty.'),
    map(quoted(`${of('answer')}?${of('query')}`), of('location'), [
      `${matching('^/301([^?]*)[?]$', 'to')} $${CAPTURED}to;`,
      `${matching('^/301(.*)$', 'to')} $${CAPTURED}to;`,
    ]),
    ...PREFLIGHT.map(({ variable, value }) =>
      map(of('answer'), of(variable), [`${matching('^/200/')} ${literal(value)};`]),
    ),
  ];
}

const spellingLines = ({ spellings }: Reading): string[] =>
  spellings.map(({ pattern, value, comment: words }) => {
    const read = value === null ? `$${CAPTURED}number` : literal(value);
    return `${matching(pattern, 'number')} ${read}; ${comment(words)}`;
  });

/** The line of a decision. */
export const decisionLine = ({ pattern, answer }: Decision, grid: Grid): string =>
  `${matching(pattern, 'key')} ${quoted(filled(answerText(answer), variablesOf(grid)))};`;

function answerText(answer: Answer): string {
  if ('location' in answer) return `/301${answer.location}`;
  const { status, file, missing } = answer;
  return missing ? `/page${file}:/${missing.status}${missing.file}` : `/${status}${file}`;
}

/** A text with variables in place of what stands in braces. */
const filled = (text: string, of: ReturnType<typeof variablesOf>): string =>
  text
    .split(/\{(\w+)\}/)
    .map((part, at) => {
      if (at % 2 === 0) return plain(part);
      return `\${${part === 'key' ? `${CAPTURED}key` : of(part).slice(1)}}`;
    })
    .join('');

const map = (from: string, to: string, lines: readonly string[]): string =>
  `${block(`map ${from} ${to}`, lines)}\n`;

/** A pattern as maps have them, which captures by a name what its group has. */
const matching = (pattern: string, name: Captured = 'key'): string =>
  quoted(`~${pattern.replace(/\((?!\?)/g, `(?<${CAPTURED}${name}>`)}`);
