import type { Collection } from '../../api/definition.ts';
import type { Problem } from '../../util/problem.ts';
import { type Entry, UNREAD } from '../read.ts';
import { ask } from './ask.ts';
import { type Wrong, words, wrongs } from './words.ts';

/** A record whose shape is right. */
export interface Checked {
  readonly entry: Entry;
  readonly key: string | number;
  readonly record: Record<string, unknown>;
}

/** Checks the shape of records, and parts those that have it from those that have not. */
export function checkShapes(
  definition: Collection,
  entries: readonly Entry[],
  problems: Problem[],
): { right: Checked[]; wrong: Entry[] } {
  const check = shapeChecker(definition, problems);
  const right: Checked[] = [];
  const wrong: Entry[] = [];
  for (const entry of entries) {
    const checked = check(entry);
    if (checked) right.push(checked);
    else wrong.push(entry);
  }
  return { right, wrong };
}

/** Checks the shape of one record after the other; null for a wrong one. */
function shapeChecker(definition: Collection, problems: Problem[]) {
  const { key, schema } = definition;
  const [strict, lenient] = [schema.strict(), schema.strip()];
  const checked = (entry: Entry, record: Record<string, unknown>): Checked => ({
    entry,
    record,
    key: record[key] as string | number,
  });
  return (entry: Entry): Checked | null => {
    if (entry.value === UNREAD) return null;
    const { success, data, error } = ask(definition, 'schema', entry, () =>
      strict.safeParse(entry.value, { error: words }),
    );
    if (success) return checked(entry, data);
    const found = error.issues.flatMap((issue) => wrongs(issue, entry.value, schema));
    problems.push(...found.map((wrong) => shapeProblem(entry, wrong)));
    // Where unknown fields are all that is wrong, the others are checked further.
    const rest = lenient.safeParse(entry.value);
    return rest.success ? checked(entry, rest.data) : null;
  };
}

function shapeProblem(entry: Entry, { code, message, path, part, help }: Wrong): Problem {
  const place = entry.place(path, part);
  const source = place.text.slice(place.column - 1, place.column - 1 + place.length);
  return { code, message, location: place, help: help(source) };
}
