/** The field that has the key of a record, or the fields whose values are its key, joined by `-`. */
export type KeyField = string | readonly string[];

export const keyFields = (key: KeyField): readonly string[] => [key].flat();

/** The key of a record. With several fields, it is undefined if a value is undefined, or else empty if one is empty. */
export function keyOf(key: KeyField, record: unknown): unknown {
  if (typeof key === 'string') return Object(record)[key];
  const values = key.map((field) => Object(record)[field]);
  if (values.includes(undefined)) return undefined;
  return values.includes('') ? '' : values.join('-');
}
