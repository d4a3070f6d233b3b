import { z } from 'zod';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** True if an object schema accepts unknown fields, as loose ones do. */
export const isOpen = ({ def: { catchall } }: z.ZodObject): boolean =>
  catchall !== undefined && catchall._zod.def.type !== 'never';

/** The schema, made strict unless it accepts unknown fields. */
export const strictUnlessLoose = (schema: z.ZodObject): z.ZodObject =>
  isOpen(schema) ? schema : schema.strict();

/** The JSON Schema of the fields of a schema, in draft 2020-12 as in OpenAPI 3.1. */
export const jsonSchemaOf = (schema: z.ZodObject, io: 'input' | 'output' = 'output'): JsonSchema =>
  z.toJSONSchema(schema, {
    io,
    // What JSON Schema can't express allows any value.
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // `date-time` has a zone, so zod names no format of times without one.
      // https://spec.openapis.org/registry/format/date-time-local
      const { local, offset } = Object(zodSchema._zod.def);
      if (local === true && offset !== true) jsonSchema.format ??= 'date-time-local';
      if (FORMATS.includes(jsonSchema.format ?? '')) delete jsonSchema.pattern;
    },
  });

/** The JSON Schema of a published record. It allows no other fields unless the schema says so. */
export function publishedShape(schema: z.ZodObject): JsonSchema {
  const { $schema: _, ...shape } = jsonSchemaOf(schema);
  return isOpen(schema) ? shape : { ...shape, additionalProperties: false };
}

/** The formats that JSON Schema defines, so that they need no pattern. */
const FORMATS = ['date-time', 'date', 'time', 'duration', 'uuid', 'uri', 'email', 'ipv4', 'ipv6'];

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
