import type { Grid } from '../../core/grid.ts';
import {
  type Alternative,
  AMBIGUOUS_PATH,
  matchersOf,
  type ParameterMatcher,
} from '../rules/parameter-matcher.ts';
import { type RuleAction, ruleInput, rulesOf } from '../rules/rule.ts';
import { CAPTURED, map, output, pattern, placeholder, plain, template } from './syntax.ts';

/**
 * The rules of a site as maps of a Caddyfile, for `caddy.ts`. The first map selects the name of an
 * answer, the second one maps that name to a status and a file, because Caddy fills in the
 * placeholders of an output only if the line's input is a plain text. All maps read the request as
 * it was sent, whatever it was rewritten to since.
 */
export function mapsOf(grid: Grid): string {
  const matchers = matchersOf(grid);
  const rules = rulesOf(grid);
  const actions = new Map(rules.map(({ action }) => [JSON.stringify(action), action]));
  const names = new Map([...actions.keys()].map((text, index) => [text, `answer-${1 + index}`]));
  const nameOf = (action: RuleAction) => names.get(JSON.stringify(action));
  const path = `${placeholder('odd')}{http.request.orig_uri.path}`;
  const values = matchers.map(({ name }) => placeholder(name));
  const input = `"${ruleInput('{http.request.orig_method}', values, path)}"`;
  const ruleLines = rules.map(
    (rule) => `${pattern(rule.pattern)} ${nameOf(rule.action)} ${CAPTURED}`,
  );
  const answerLines = [...actions.values()].map(
    (action) => `${nameOf(action)} ${actionColumns(action)}`,
  );
  const answerColumns = ['status', 'file', 'else_status', 'else_file'];
  return `\
# The target without its origin, and whether servers disagree on how to normalize its path.
${map('{http.request.orig_uri}', ['target'], WITHOUT_ORIGIN)}
${map(placeholder('target'), ['odd'], [`${pattern(AMBIGUOUS_PATH)} odd`, EMPTY])}

# The query with its question mark.
${map(QUERY, ['query'], [`${pattern('^(.+)$')} "?\${1}"`, EMPTY])}

# The value of each parameter.
${matchers.map(matcherMap).join('\n')}

# The answer to a request, by its method, its parameters and its path; and an item’s key.
${map(input, ['answer', 'key'], ruleLines)}

# Each answer: a status and a file, then the status and the file if that does not exist.
${map('{http.vars.staticrest_answer}', answerColumns, answerLines)}`;
}

const QUERY = '{http.request.orig_uri.query}';

/** A target may be an absolute address: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2 */
const WITHOUT_ORIGIN = ['(?i)^https?://[^/?]*(.*)$', '^(.*)$'].map(
  (source) => `${pattern(source)} ${CAPTURED}`,
);

/** The output for an input that matches no line. */
const EMPTY = 'default ""';

const matcherMap = ({ name, alternatives }: ParameterMatcher): string =>
  map(QUERY, [name], [...alternatives.flatMap(alternativeLines), EMPTY]);

const alternativeLines = ({ pattern: source, value, comment }: Alternative): string[] => [
  `# ${plain(comment)}`,
  `${pattern(source)} ${value === null ? CAPTURED : output(value)}`,
];

/** A redirect has its location in place of a file. */
function actionColumns(action: RuleAction): string {
  const target = 'location' in action ? { ...action, file: action.location } : action;
  const missing = ('missing' in action && action.missing) || target;
  return [target, missing].map(({ status, file }) => `${status} ${template(file)}`).join(' ');
}
