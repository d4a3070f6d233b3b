import type { Collection } from '../../api/definition.ts';
import type { Problem } from '../../util/problem.ts';
import { type Entry, UNREAD } from '../read.ts';
import { callDefinition } from './call-definition.ts';
import { keyOf } from './key.ts';
import { toProblems, ZOD_OPTIONS } from './zod-problems.ts';

/** A record that matches its schema. */
export interface ValidRecord {
  readonly entry: Entry;
  readonly key: string | number;
  readonly record: Record<string, unknown>;
}

/** The records of one collection, parsed by its schema. */
export interface ParsedCollection {
  readonly definition: Collection;
  readonly valid: readonly ValidRecord[];
  /** The records of `valid` by key. */
  readonly byKey: ReadonlyMap<string, ValidRecord['record']>;
  /** The keys of all other records; null for one whose key is unknown. */
  readonly invalidKeys: Set<string | null>;
}

/** Parses the records of a collection by its schema. */
export function parseRecords(
  definition: Collection,
  entries: readonly Entry[],
  problems: Problem[],
): ParsedCollection {
  const { key, schema } = definition;
  const [strict, lenient] = [schema.strict(), schema.strip()];
  const parsed = entries.map((entry) => ({ entry, record: parse(entry) }));
  const valid = parsed.flatMap(({ entry, record }) =>
    record ? { entry, record, key: record[key] as string | number } : [],
  );
  const invalid = parsed.filter(({ record }) => !record);
  return {
    definition,
    valid,
    byKey: new Map(valid.map((one) => [String(one.key), one.record])),
    invalidKeys: new Set(invalid.map(({ entry }) => keyOf(definition, entry))),
  };

  function parse(entry: Entry): Record<string, unknown> | undefined {
    if (entry.value === UNREAD) return undefined;
    const { data, error } = callDefinition(definition, 'schema', entry, () =>
      strict.safeParse(entry.value, ZOD_OPTIONS),
    );
    if (!error) return data;
    for (const { path, part, help, ...problem } of toProblems(error)) {
      const location = entry.locate(path, part);
      const start = location.column - 1;
      const source = location.text.slice(start, start + location.length);
      problems.push({ ...problem, location, help: help(source) });
    }
    // A record whose only problem is unknown fields is checked further without them.
    return lenient.safeParse(entry.value).data;
  }
}
