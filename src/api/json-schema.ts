import { z } from 'zod';
import { isOpen } from './definition.ts';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of a published record, in draft 2020-12 as in OpenAPI 3.1. It allows no other fields
 * unless the schema says so.
 */
export const publishedShape = (schema: z.ZodObject): JsonSchema => {
  const shape = jsonSchema(schema, { io: 'output', override: withoutPattern });
  return isOpen(schema) ? shape : closed(shape);
};

/**
 * The JSON Schema of a record in a content file, in draft 7, which editors support.
 * @param omitted a field that the file does not contain
 */
export function writtenShape(schema: z.ZodObject, omitted?: string): JsonSchema {
  const shape = jsonSchema(schema, { io: 'input', target: 'draft-7', override: withFormat });
  const close = isOpen(schema) ? (open: JsonSchema) => open : closed;
  if (omitted === undefined) return close(shape);
  const { [omitted]: _, ...properties } = Object(shape.properties);
  const required = ((shape.required ?? []) as readonly string[]).filter((name) => name !== omitted);
  return close({ ...shape, properties, required });
}

const closed = (shape: JsonSchema): JsonSchema => ({ ...shape, additionalProperties: false });

function jsonSchema(schema: z.ZodObject, params: z.core.ToJSONSchemaParams): JsonSchema {
  // What JSON Schema can't express allows any value.
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { ...params, unrepresentable: 'any' });
  return shape;
}

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>;

/** Replaces zod's own format name `lowercase`, which is not a JSON Schema format. */
const withFormat: Override = ({ zodSchema, jsonSchema }) => {
  if (jsonSchema.format !== 'lowercase') return;
  const { format } = zodSchema._zod.def as { readonly format?: string };
  if (format === undefined) delete jsonSchema.format;
  else jsonSchema.format = format;
};

/** The formats that JSON Schema defines, so that they need no pattern. */
const FORMATS = ['date-time', 'date', 'time', 'duration', 'uuid', 'uri', 'email', 'ipv4', 'ipv6'];

const withoutPattern: Override = (context) => {
  withFormat(context);
  const { jsonSchema } = context;
  if (!FORMATS.includes(jsonSchema.format ?? '')) return;
  delete jsonSchema.pattern;
  delete jsonSchema.allOf;
};
