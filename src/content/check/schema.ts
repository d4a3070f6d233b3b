import type { Collection } from '../../api/definition.ts';
import type { Problem } from '../../util/problem.ts';
import { type Entry, UNREAD } from '../read.ts';
import { callDefinition } from './call-definition.ts';
import { toProblems, zodMessage } from './zod-problems.ts';

/** A record that matches its schema. */
export interface ValidRecord {
  readonly entry: Entry;
  readonly key: string | number;
  readonly record: Record<string, unknown>;
}

/** Parses records by the schema of their collection. */
export function checkSchema(
  definition: Collection,
  entries: readonly Entry[],
  problems: Problem[],
): { valid: ValidRecord[]; invalid: Entry[] } {
  const { key, schema } = definition;
  const [strict, lenient] = [schema.strict(), schema.strip()];
  const valid: ValidRecord[] = [];
  const invalid: Entry[] = [];
  for (const entry of entries) {
    const record = parse(entry);
    if (record) valid.push({ entry, record, key: record[key] as string | number });
    else invalid.push(entry);
  }
  return { valid, invalid };

  function parse(entry: Entry): Record<string, unknown> | undefined {
    if (entry.value === UNREAD) return undefined;
    const { data, error } = callDefinition(definition, 'schema', entry, () =>
      strict.safeParse(entry.value, { error: zodMessage }),
    );
    if (!error) return data;
    for (const { path, part, help, ...problem } of toProblems(error, entry.value, schema)) {
      const location = entry.locate(path, part);
      const start = location.column - 1;
      const source = location.text.slice(start, start + location.length);
      problems.push({ ...problem, location, help: help(source) });
    }
    // A record whose only problem is unknown fields is checked further without them.
    return lenient.safeParse(entry.value).data;
  }
}
