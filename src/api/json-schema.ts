import { z } from 'zod';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** True if an object schema accepts unknown fields, as loose ones do. */
export const isOpen = ({ def: { catchall } }: z.ZodObject): boolean =>
  catchall !== undefined && catchall._zod.def.type !== 'never';

/** The schema, made strict unless it accepts unknown fields. */
export const strictUnlessLoose = (schema: z.ZodObject): z.ZodObject =>
  isOpen(schema) ? schema : schema.strict();

/**
 * The JSON Schema of a published record, in draft 2020-12 as in OpenAPI 3.1. It allows no other fields
 * unless the schema says so.
 */
export function publishedShape(schema: z.ZodObject): JsonSchema {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, {
    // What JSON Schema can't express allows any value.
    unrepresentable: 'any',
    override(context) {
      const { jsonSchema } = context;
      nameLocalTime(context);
      if (FORMATS.includes(jsonSchema.format ?? '')) delete jsonSchema.pattern;
    },
  });
  return isOpen(schema) ? shape : { ...shape, additionalProperties: false };
}

/** The formats that JSON Schema defines, so that they need no pattern. */
const FORMATS = ['date-time', 'date', 'time', 'duration', 'uuid', 'uri', 'email', 'ipv4', 'ipv6'];

/**
 * Names the format of times without a zone: `date-time` has one, so zod names none.
 * https://spec.openapis.org/registry/format/date-time-local
 */
export function nameLocalTime({ zodSchema, jsonSchema }: Schemas): void {
  const { local, offset } = Object(zodSchema._zod.def);
  if (local === true && offset !== true) jsonSchema.format ??= 'date-time-local';
}

/** The type that zod has for it is not in all of its versions. */
type Schemas = { readonly zodSchema: z.core.$ZodType; readonly jsonSchema: { format?: string } };

/** A schema, or the one that it refers to within the same root; one that allows anything if there is none. */
export function followRef(root: JsonSchema, schema: JsonSchema): JsonSchema {
  if (schema.$ref === '#') return root;
  const name = /^#\/\$defs\/(.*)$/s.exec(String(schema.$ref))?.[1];
  return name === undefined ? schema : Object(Object(root.$defs)[name]);
}

/** What a schema refers to, chooses from or combines, or the schema itself. Those of one with a type only narrow it. */
export function alternatives(root: JsonSchema, given: JsonSchema): JsonSchema[] {
  const schema = followRef(root, given);
  const lists = [schema.anyOf, schema.oneOf, schema.allOf];
  const choices = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  if (schema.type !== undefined || choices.length === 0) return [schema];
  return choices.flatMap((choice) => alternatives(root, choice));
}
