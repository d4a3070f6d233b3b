import type { Collection } from '../../api/definition.ts';
import type { Entry } from '../read.ts';
import { keyOf } from './key.ts';
import type { ValidRecord } from './schema.ts';

/** The records of one collection. */
export interface CheckedCollection {
  readonly definition: Collection;
  /** Those that match the schema. */
  readonly valid: readonly ValidRecord[];
  /** Those that don't. */
  readonly invalid: readonly Entry[];
  /** May there be records that were not found, under a misspelt folder name? */
  readonly isIncomplete: boolean;
}

/** Finds the records of all collections by their keys. */
export class RecordIndex {
  readonly #collections: ReadonlyMap<
    string,
    {
      byKey: Map<string, ValidRecord['record']>;
      invalid: Set<string | null>;
      isIncomplete: boolean;
    }
  >;

  constructor(collections: readonly CheckedCollection[]) {
    this.#collections = new Map(
      collections.map(({ definition, valid, invalid, isIncomplete }) => [
        definition.name,
        {
          byKey: new Map(valid.map(({ key, record }) => [String(key), record])),
          invalid: new Set(invalid.map((entry) => keyOf(definition, entry))),
          isIncomplete,
        },
      ]),
    );
  }

  /**
   * The record with a key, or undefined.
   * @param onUncertain is called where the record may exist, but has a problem of its own: to report it
   * as missing would be wrong, and would bury the problem under thousands of others
   */
  find(name: string, key: string, onUncertain: () => void): ValidRecord['record'] | undefined {
    const collection = this.#collections.get(name);
    const found = collection?.byKey.get(key);
    if (found || !collection) return found;
    const { invalid, isIncomplete } = collection;
    if (isIncomplete || invalid.has(null) || invalid.has(key)) onUncertain();
    return undefined;
  }
}
