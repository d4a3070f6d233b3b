import type { Grid } from '../../core/grid.ts';
import type { ApiRequest } from '../../core/resolve.ts';
import { decide } from '../rules/decide.ts';
import { type Answer, type Decision, decisionsOf, subjectOf } from '../rules/decision.ts';
import { ODD_PATH, type Reading, readingsOf, type Spelling } from '../rules/reading.ts';
import { CAPTURED, map, output, pattern, placeholder, plain, template } from './caddyfile.ts';

/*
 * The rules of a site as maps of a Caddyfile, for `caddy.ts`. One map tells from a request the name
 * of its answer, a second one from the name what it is: only where an input is a plain text does
 * Caddy fill in the placeholders of an output.
 */

/** What is known of a request: always as it was sent, whatever it was rewritten to since. */
export function mapsOf(grid: Grid): string[] {
  const readings = readingsOf(grid);
  const decisions = decisionsOf(grid);
  const answers = answersOf(grid);
  const values = readings.map(({ name }) => placeholder(name));
  const path = `${placeholder('odd')}{http.request.orig_uri.path}`;
  const subject = `"${subjectOf('{http.request.orig_method}', values, path)}"`;
  const sections = [
    [
      '# The target without an origin; and a mark where every server reads the path in its own way.',
      map('{http.request.orig_uri}', ['target'], WITHOUT_ORIGIN),
      map(placeholder('target'), ['odd'], [`${pattern(ODD_PATH)} odd`, EMPTY]),
    ],
    [
      '# The query with its question mark.',
      map(QUERY, ['query'], [`${pattern('^(.+)$')} "?\${1}"`, EMPTY]),
    ],
    ['# What each parameter is read as.', ...readings.map(readingMap)],
    [
      '# Which answer a request gets, by its method, its parameters and its path; and an item’s key.',
      map(
        subject,
        ['answer', 'key'],
        decisions.map((one) => decisionLine(one, answers)),
      ),
    ],
    [
      '# Each answer: a status and a file, then those to answer with where that file is missing.',
      map(
        '{http.vars.staticrest_answer}',
        ['status', 'file', 'else_status', 'else_file'],
        answers.map((answer) => answerLine(answer, answers)),
      ),
    ],
  ];
  return sections.map((lines) => lines.join('\n'));
}

/** The lines of both maps that a request meets. */
export function linesFor(grid: Grid, request: ApiRequest): string {
  const answers = answersOf(grid);
  const { decision } = decide(grid, request);
  return [decisionLine(decision, answers), answerLine(decision.answer, answers)].join('\n');
}

const QUERY = '{http.request.orig_uri.query}';

/** A target may be a whole address: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2 */
const WITHOUT_ORIGIN = ['(?i)^https?://[^/?]*(.*)$', '^(.*)$'].map(
  (source) => `${pattern(source)} ${CAPTURED}`,
);

/** The output for an input that fits no line. */
const EMPTY = 'default ""';

const readingMap = ({ name, spellings }: Reading): string =>
  map(QUERY, [name], [...spellings.flatMap(spellingLines), EMPTY]);

const spellingLines = ({ pattern: source, value, comment }: Spelling): string[] => [
  `# ${plain(comment)}`,
  `${pattern(source)} ${value === null ? CAPTURED : output(value)}`,
];

const decisionLine = ({ pattern: source, answer }: Decision, answers: readonly Answer[]): string =>
  `${pattern(source)} ${nameOf(answer, answers)} ${CAPTURED}`;

/** A file for a redirect is where it leads. */
function answerLine(answer: Answer, answers: readonly Answer[]): string {
  const target = 'location' in answer ? { ...answer, file: answer.location } : answer;
  const missing = ('missing' in answer && answer.missing) || target;
  const columns = [target, missing].flatMap(({ status, file }) => [status, template(file)]);
  return [nameOf(answer, answers), ...columns].join(' ');
}

/** The answers that differ. */
function answersOf(grid: Grid): Answer[] {
  const all = decisionsOf(grid).map(({ answer }) => [JSON.stringify(answer), answer] as const);
  return [...new Map(all).values()];
}

const nameOf = (answer: Answer, answers: readonly Answer[]): string =>
  `answer-${1 + answers.findIndex((one) => JSON.stringify(one) === JSON.stringify(answer))}`;
