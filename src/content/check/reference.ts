import { valueAt } from '../../core/filter.ts';
import type { Keyed } from '../../core/ordering.ts';
import { once } from '../../util/once.ts';
import type { Steps } from '../../util/progress.ts';
import { suggestion } from '../../util/suggestion.ts';
import type { FieldPath } from '../format.ts';
import { type Entry, locateProblem } from '../read.ts';
import type { ValidRecord } from './key.ts';
import type { Lookup } from './lookup.ts';
import type { ParsedCollection } from './schema.ts';

/** So many wrong references of a field get a suggestion: to find one takes long where there are many keys. */
const MAX_SUGGESTIONS = 20;

/**
 * Requires that the references of published records lead to published records.
 * @param targets the collections without a problem of their own, by name; references to others are not checked
 */
export function* checkReferences(
  { definition, find, problems }: ParsedCollection,
  records: readonly Keyed[],
  targets: ReadonlyMap<string, ParsedCollection>,
  lookup: Lookup,
): Steps<void> {
  for (const [field, name = ''] of Object.entries(definition.references ?? {})) {
    const target = targets.get(name);
    if (target) yield* checkField(field, target);
  }

  function* checkField(field: string, target: ParsedCollection): Steps<void> {
    const keys = once(() => lookup.keysOf(target));
    let count = 0;
    for (const [done, { key, value }] of records.entries()) {
      yield done;
      for (const [index, one] of [valueAt(value, field)].flat().entries()) {
        if (one == null || lookup.find(target, String(one))) continue;
        const { entry } = find(String(key)) as ValidRecord;
        // A similar number is rarely the one that is meant.
        const isSought = Number.isNaN(Number(one)) && count++ < MAX_SUGGESTIONS;
        const similar = isSought ? suggestion(String(one), keys()) : '';
        const message = `\`${field}\` is ${JSON.stringify(one)}, but ${target.definition.name} has no published record with this key.`;
        const help = `Correct the value, add the record, or hide this one with \`isPublic\`.${similar}`;
        const path = writtenPath(entry, field.split('.'), index, one);
        problems.push(locateProblem(entry, { code: 'reference', message, help, path }));
      }
    }
  }
}

/**
 * The path of a value, or of the element of a list, if it stands there in the content: `publish` can have made it. Else the
 * path of the record.
 */
function writtenPath(entry: Entry, field: FieldPath, index: number, wanted: unknown): FieldPath {
  const written = (path: FieldPath) =>
    path.reduce<unknown>((outer, step) => Object(outer)[step], entry.value);
  return [field, [...field, index]].find((path) => written(path) === wanted) ?? [];
}
