import type { Grid } from '../../core/grid.ts';
import type { ApiRequest } from '../../core/resolve.ts';
import { type Answer, type Decision, decisionsOf, subjectOf } from './decision.ts';
import { ODD_PATH, type Reading, readingsOf } from './reading.ts';

/** What the rules of a site make of a request. */
export interface Decided {
  /** The one that the request meets. */
  readonly decision: Decision;
  /** Its answer, with nothing left to fill in. */
  readonly answer: Answer;
}

/** Follows the rules of a site, as a host does that matches regular expressions. */
export function decide(grid: Grid, { method, path, query }: ApiRequest): Decided {
  const readings = readingsOf(grid);
  const values = readings.map((reading) => valueIn(query, reading));
  const subject = subjectOf(method, values, decodedPath(path));
  const decision = decisionsOf(grid).find(({ pattern }) => new RegExp(pattern).test(subject));
  if (!decision) throw new Error('The last decision is for every request.');
  const names = readings.map(({ name }, at) => [name, values[at] ?? '']);
  const [, key = ''] = new RegExp(decision.pattern).exec(subject) ?? [];
  return { decision, answer: filled(decision.answer, { ...Object.fromEntries(names), key }) };
}

/** What a parameter is read as. */
function valueIn(query: string, { spellings }: Reading): string {
  const found = spellings.find(({ pattern }) => new RegExp(pattern).test(query));
  if (!found) return '';
  return found.value ?? new RegExp(found.pattern).exec(query)?.[1] ?? '';
}

/** A path without its percent-encoding; empty where it is odd. */
function decodedPath(path: string): string {
  try {
    return new RegExp(ODD_PATH).test(path) ? '' : decodeURIComponent(path);
  } catch {
    return '';
  }
}

function filled(answer: Answer, values: Readonly<Record<string, string>>): Answer {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
  return 'location' in answer
    ? { ...answer, location: fill(answer.location) }
    : { ...answer, file: fill(answer.file) };
}
