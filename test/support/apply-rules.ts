import type { Grid } from '../../src/core/grid.ts';
import type { ApiRequest } from '../../src/core/resolve.ts';
import {
  AMBIGUOUS_PATH,
  keyMatchers,
  matchersOf,
  type ParameterMatcher,
} from '../../src/hosts/rules/parameter-matcher.ts';
import { fillTemplate } from '../../src/hosts/rules/printing.ts';
import { type RuleAction, ruleInput, rulesOf } from '../../src/hosts/rules/rule.ts';

/** Applies the rules of a site as a host does that matches regular expressions: the action, filled in. */
export function ruleEngine(grid: Grid): (request: ApiRequest) => RuleAction {
  const compiled = ({ variable, alternatives }: ParameterMatcher) => ({
    variable,
    alternatives: alternatives.map(({ pattern, value }) => ({ regex: new RegExp(pattern), value })),
  });
  const matchers = matchersOf(grid).map(compiled);
  const keys = keyMatchers(grid).map(compiled);
  const rules = rulesOf(grid).map((rule) => ({ ...rule, regex: new RegExp(rule.pattern) }));

  return ({ method, path, query }) => {
    const variables = new Map<string, string>();
    const match = (source: string) => (matcher: ReturnType<typeof compiled>) => {
      const found = matcher.alternatives.find(({ regex }) => regex.test(source));
      variables.set(matcher.variable, found?.value ?? found?.regex.exec(source)?.[1] ?? '');
    };
    matchers.forEach(match(query));
    keys.forEach(match(`${path}?${query}`));
    const input = ruleInput(method, [...variables.values()], decodedPath(path));
    const rule = rules.find(({ regex }) => regex.test(input));
    if (!rule) throw new Error('The last rule matches every request.');
    variables.set('key', rule.regex.exec(input)?.[1] ?? '');
    const fill = (template: string) =>
      fillTemplate(
        template,
        (literal) => literal,
        (name) => variables.get(name) ?? '',
      );
    return { ...rule.action, file: fill(rule.action.file) };
  };
}

const AMBIGUOUS = new RegExp(AMBIGUOUS_PATH);

/** A path without its percent-encoding; empty if it is ambiguous. */
function decodedPath(path: string): string {
  try {
    return AMBIGUOUS.test(path) ? '' : decodeURIComponent(path);
  } catch {
    return '';
  }
}
