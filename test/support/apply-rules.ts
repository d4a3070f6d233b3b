import type { Grid } from '../../src/core/grid.ts';
import type { ApiRequest } from '../../src/core/resolve.ts';
import {
  AMBIGUOUS_PATH,
  matchersOf,
  type ParameterMatcher,
} from '../../src/hosts/rules/parameter-matcher.ts';
import { fillTemplate } from '../../src/hosts/rules/printing.ts';
import { type RuleAction, ruleInput, rulesOf } from '../../src/hosts/rules/rule.ts';

/** Applies the rules of a site as a host does that matches regular expressions: the action, filled in. */
export function applyRules(grid: Grid, { method, path, query }: ApiRequest): RuleAction {
  const matchers = matchersOf(grid);
  const values = matchers.map((matcher) => valueIn(query, matcher));
  const input = ruleInput(method, values, decodedPath(path));
  const rule = rulesOf(grid).find(({ pattern }) => new RegExp(pattern).test(input));
  if (!rule) throw new Error('The last rule matches every request.');
  const [, key = ''] = new RegExp(rule.pattern).exec(input) ?? [];
  const variables = new Map<string, string>([['key', key]]);
  for (const [at, { name }] of matchers.entries()) variables.set(name, values[at] ?? '');
  const fill = (text: string) =>
    fillTemplate(
      text,
      (literal) => literal,
      (name) => variables.get(name) ?? '',
    );
  const { action } = rule;
  return 'location' in action
    ? { ...action, location: fill(action.location) }
    : { ...action, file: fill(action.file) };
}

/** The value of a parameter. */
function valueIn(query: string, { alternatives }: ParameterMatcher): string {
  const found = alternatives.find(({ pattern }) => new RegExp(pattern).test(query));
  if (!found) return '';
  return found.value ?? new RegExp(found.pattern).exec(query)?.[1] ?? '';
}

/** A path without its percent-encoding; empty if it is ambiguous. */
function decodedPath(path: string): string {
  try {
    return new RegExp(AMBIGUOUS_PATH).test(path) ? '' : decodeURIComponent(path);
  } catch {
    return '';
  }
}
