import { namesIn, type Row } from './field.ts';

/** Records by their keys, in their order. */
type Records = ReadonlyMap<string, Row>;

/**
 * Merges the records of a source into those that people may have changed.
 * @param before the records that the source sent last
 * @param own the records of the content, which people may have changed
 * @param next the records that the source sends now
 * @param meaningOf returns the value that a text in a field stands for, if one value can be written in several ways
 * @returns the records; the keys of those that are added, changed and removed; and in `kept` what both a person and the
 * source have changed: `key.field`, or the key of a record that one of them has removed
 */
export function mergeRecords(
  before: Records,
  own: Records,
  next: Records,
  meaningOf = (_field: string, value: unknown): unknown => value,
) {
  const records: Row[] = [];
  const keys = { added: [] as string[], changed: [] as string[], removed: [] as string[] };
  const kept: string[] = [];
  // Each record keeps its place, so that a reversed source changes nothing.
  for (const key of new Set([...own.keys(), ...next.keys()])) {
    const mine = own.get(key);
    const record = mergeRecord(key);
    if (record) records.push(record);
    if (!mine && record) keys.added.push(key);
    if (mine && !record) keys.removed.push(key);
    if (mine && record && !isSame(mine, record)) keys.changed.push(key);
  }
  return { records, ...keys, kept };

  /** Merges one record; returns undefined if it is removed. */
  function mergeRecord(key: string): Row | undefined {
    const [old, mine, theirs] = [before.get(key), own.get(key), next.get(key)];
    if (mine && theirs) return mergeFields(key, old, mine, theirs);
    const left = mine ?? theirs;
    if (!old || !left) return left;
    // Either a person or the source has removed it.
    const isChanged = !isSame(old, left);
    if (isChanged) kept.push(key);
    return isChanged ? mine : undefined;
  }

  /**
   * The fields of a record: those of the source, except where a person has changed them.
   * @param old undefined for a record that both have added: all that the person has written stays, empty cells too
   */
  function mergeFields(key: string, old: Row | undefined, mine: Row, theirs: Row): Row {
    const isChanged = (now: Row, name: string) => (old ? !isEqual(now, old, name) : name in now);
    const merged = namesIn([mine, theirs]).map((name): [string, unknown] => {
      const isOwn = isChanged(mine, name);
      const isAgreed = isEqual(theirs, mine, name);
      if (isOwn && !isAgreed && isChanged(theirs, name)) kept.push(`${key}.${name}`);
      // What is written in another way stays as the person has written it.
      return [name, isOwn || isAgreed ? mine[name] : theirs[name]];
    });
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
  }

  function isEqual(one: Row, other: Row, field: string): boolean {
    const [value, otherValue] = [one[field], other[field]];
    const textOf = (given: unknown) => JSON.stringify(meaningOf(field, given));
    return value === otherValue || textOf(value) === textOf(otherValue);
  }

  function isSame(one: Row, other: Row): boolean {
    return namesIn([one, other]).every((name) => isEqual(one, other, name));
  }
}
