import type { Collection } from '../../api/definition.ts';
import type { Entry } from '../read.ts';
import { keyOf } from './key.ts';
import type { Checked } from './shape.ts';

/** The records of a collection whose shape is right. */
export interface CheckedCollection {
  readonly definition: Collection;
  readonly records: readonly Checked[];
  /** Is there a record, or could there be one, that has this key but the wrong shape? */
  mayHave(key: string): boolean;
}

/**
 * Tells of a key whether a record that is there, but not right, has it or could have it: it would be
 * wrong to call such a record missing, and would bury the problem under thousands of others.
 * @param wrong the records whose shape is not right
 */
export function keysOf(
  definition: Collection,
  wrong: readonly Entry[],
): CheckedCollection['mayHave'] {
  const keys = new Set(wrong.map((entry) => keyOf(definition, entry)));
  return (key) => keys.has(null) || keys.has(key);
}

/** `Context.find`, without the types that a definition gives it. */
export type Find = (collection: Collection, key: string) => Record<string, unknown> | undefined;

/** Finds records by their keys; calls `onUnsure` for one that may be there, but has problems. */
export function finder(collections: readonly CheckedCollection[]) {
  const index = new Map(
    collections.map(({ definition, records, mayHave }) => {
      const byKey = new Map(records.map(({ key, record }) => [String(key), record]));
      return [definition.name, { byKey, mayHave }];
    }),
  );
  return (onUnsure: () => void): Find =>
    ({ name }, key) => {
      const own = index.get(name);
      const found = own?.byKey.get(key);
      if (!found && own?.mayHave(key)) onUnsure();
      return found;
    };
}
