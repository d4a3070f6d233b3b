import { z } from 'zod';

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON types that a field can have: none if the schema allows any.
 * @param path its name, after the names of the objects that hold it
 * @param io of what is written, or of what the schema makes of it
 * @returns undefined if the schema has no such field
 */
export function typesAt(
  schema: z.ZodObject,
  path: readonly string[],
  io: 'input' | 'output' = 'output',
): string[] | undefined {
  const root: JsonSchema = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  let found = alternatives(root, root);
  for (const name of path) {
    found = found.flatMap((one) => fieldIn(one, name)).flatMap((one) => alternatives(root, one));
    if (found.length === 0) return undefined;
  }
  return [...new Set(found.flatMap(typesOf))];
}

/**
 * The schema of a field of an object. In an object that allows other fields, any field is one of them;
 * a schema of any type allows such an object.
 */
function fieldIn(schema: JsonSchema, name: string): JsonSchema[] {
  if (typesOf(schema).length === 0) return [{}];
  const { properties, additionalProperties } = schema;
  const known: Readonly<Record<string, JsonSchema>> = Object(properties);
  if (Object.hasOwn(known, name)) return known[name] ? [known[name]] : [];
  return additionalProperties ? [Object(additionalProperties)] : [];
}

/** What a schema refers to or chooses from, or the schema itself. */
function alternatives(root: JsonSchema, schema: JsonSchema): JsonSchema[] {
  const name = /^#\/\$defs\/(.*)$/.exec(String(schema.$ref))?.[1];
  if (name !== undefined) return alternatives(root, Object(root.$defs)[name] ?? {});
  const choices = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return choices.length > 0 ? choices.flatMap((choice) => alternatives(root, choice)) : [schema];
}

const typesOf = ({ type }: JsonSchema): string[] => [type ?? []].flat().map(String);
