import type { Row } from './field.ts';

/** Records by their keys, in their order. */
type Records = ReadonlyMap<string, Row>;

/** What a merge makes of the records of a collection, and the keys of those that it adds, changes and removes. */
export interface Merged {
  readonly records: readonly Row[];
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** The fields, as `key.field`, that a person has changed and the source, too: the person's stay. */
  readonly kept: readonly string[];
}

/**
 * Merges the records of a source into those that people may have changed.
 * @param before what came from the source last
 * @param own what a person has made of it
 * @param next what comes now
 */
export function mergeRecords(before: Records, own: Records, next: Records): Merged {
  const kept: string[] = [];
  const records: Row[] = [];
  const changed: string[] = [];
  const removed: string[] = [];
  // Each record keeps its place, so that a reversed source changes nothing.
  for (const [key, record] of own) {
    const [old, now] = [before.get(key), next.get(key)];
    const isGone = now === undefined && old !== undefined;
    if (isGone && isSame(old, record)) {
      removed.push(key);
      continue;
    }
    if (isGone) kept.push(key);
    const merged = now
      ? mergeFields(old ?? {}, record, now, (field) => kept.push(`${key}.${field}`))
      : record;
    if (!isSame(merged, record)) changed.push(key);
    records.push(merged);
  }
  // A person has removed the records that came before.
  const added = [...next.keys()].filter((key) => !own.has(key) && !before.has(key));
  for (const key of added) records.push(next.get(key) ?? {});
  return { records, added, changed, removed, kept };
}

const isSame = (one: unknown, other: unknown): boolean => {
  const [names, others] = [Object.keys(Object(one)), Object.keys(Object(other))];
  return (
    names.length === others.length &&
    names.every((name) => isEqual(Object(one)[name], Object(other)[name]))
  );
};

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The fields of a record: those of the source, except where a person has changed them. */
function mergeFields(before: Row, own: Row, next: Row, keep: (field: string) => void): Row {
  const names = new Set([...Object.keys(own), ...Object.keys(next)]);
  const merged = Array.from(names, (name): [string, unknown] => {
    const isOwn = !isEqual(own[name], before[name]);
    if (isOwn && !isEqual(next[name], before[name]) && !isEqual(next[name], own[name])) keep(name);
    return [name, isOwn ? own[name] : next[name]];
  });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}
