import type { JsonSchema } from '../../site/shape.ts';
import { ownName, referTo } from './reference.ts';

/**
 * A shape as parts of a document: itself, and what it refers to in itself, each under a name of its own.
 * @param name what it is to be called
 * @param taken the names so far, to which those of its parts are added
 */
export function embedded(
  shape: JsonSchema,
  name: string,
  taken: Set<string>,
): Record<string, JsonSchema> {
  const { $defs, ...own } = shape;
  const parts = Object.entries<JsonSchema>(Object($defs));
  const names = new Map(parts.map(([part]) => [part, ownName(taken, pascalOf(part) || name)]));
  const targets = new Map([['#', name]]);
  for (const [part, called] of names) targets.set(`#/$defs/${part}`, called);
  const all = [
    [name, own] as const,
    ...parts.map(([part, one]) => [names.get(part), one] as const),
  ];
  return Object.fromEntries(all.map(([called, one]) => [called, relinked(one, targets)]));
}

/** A part whose references lead to where their targets are in the document. */
function relinked(
  { $schema: _, id: __, ...part }: JsonSchema,
  targets: ReadonlyMap<string, string>,
) {
  return JSON.parse(JSON.stringify(part), (key, value) => {
    const target = key === '$ref' ? targets.get(value) : undefined;
    return target === undefined ? value : referTo('schemas', target).$ref;
  });
}

/** A name as that of a type: `score_metadata` is `ScoreMetadata`. Empty where nothing of it can be. */
export const pascalOf = (name: string): string =>
  (name.match(/[A-Za-z0-9]+/g) ?? [])
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
