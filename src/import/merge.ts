import type { Row } from './field.ts';

/** Records by their keys, in their order. */
type Records = ReadonlyMap<string, Row>;

/** What a merge makes of the records of a collection. */
export interface Merged {
  readonly records: readonly Row[];
  /** The keys of the records that are added, changed and removed. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** What both a person and the source have changed: `key.field`, or the key of a record that one of them has removed. */
  readonly kept: readonly string[];
}

/**
 * Merges the records of a source into those that people may have changed.
 * @param before the records that the source sent last
 * @param own the records of the content, which people may have changed
 * @param next the records that the source sends now
 * @param meaningOf returns the value that a text in a field stands for, if one value can be written in several ways
 */
export function mergeRecords(
  before: Records,
  own: Records,
  next: Records,
  meaningOf: MeaningOf = (_, value) => value,
): Merged {
  const records: Row[] = [];
  const keys = { added: [] as string[], changed: [] as string[], removed: [] as string[] };
  const kept: string[] = [];
  // Each record keeps its place, so that a reversed source changes nothing.
  for (const key of new Set([...own.keys(), ...next.keys()])) {
    const mine = own.get(key);
    const keep = (field?: string) => kept.push(field === undefined ? key : `${key}.${field}`);
    const isEqual: IsEqual = (one, other, field) =>
      one[field] === other[field] ||
      JSON.stringify(meaningOf(field, one[field])) ===
        JSON.stringify(meaningOf(field, other[field]));
    const record = mergeRecord(before.get(key), mine, next.get(key), { isEqual, keep });
    if (record) records.push(record);
    if (!mine && record) keys.added.push(key);
    if (mine && !record) keys.removed.push(key);
    if (mine && record && !isSame(mine, record, isEqual)) keys.changed.push(key);
  }
  return { records, ...keys, kept };
}

type MeaningOf = (field: string, value: unknown) => unknown;
type IsEqual = (one: Row, other: Row, field: string) => boolean;

interface Rules {
  readonly isEqual: IsEqual;
  readonly keep: (field?: string) => void;
}

/** Merges one record; returns undefined if it is removed. */
function mergeRecord(
  before: Row | undefined,
  own: Row | undefined,
  next: Row | undefined,
  rules: Rules,
): Row | undefined {
  if (own && next) return mergeFields(before ?? {}, own, next, rules);
  const left = own ?? next;
  if (!before || !left) return left;
  // Either a person or the source has removed it.
  const isChanged = !isSame(before, left, rules.isEqual);
  if (isChanged) rules.keep();
  return isChanged ? own : undefined;
}

/** The fields of a record: those of the source, except where a person has changed them. */
function mergeFields(before: Row, own: Row, next: Row, { isEqual, keep }: Rules): Row {
  const names = new Set([...Object.keys(own), ...Object.keys(next)]);
  const merged = Array.from(names, (name): [string, unknown] => {
    const isOwn = !isEqual(own, before, name);
    if (isOwn && !isEqual(next, before, name) && !isEqual(next, own, name)) keep(name);
    // What is written in another way stays as the person has written it.
    return [name, isOwn || isEqual(next, own, name) ? own[name] : next[name]];
  });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

const isSame = (one: Row, other: Row, isEqual: IsEqual): boolean => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isEqual(one, other, name));
};
