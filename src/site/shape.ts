import { z } from 'zod';
import { isOpen } from '../api/definition.ts';

/** A shape as JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The shape of what is published, as JSON Schema of draft 2020-12, which OpenAPI 3.1 has. It has no
 * fields but those that are named, unless it says so itself.
 */
export const publishedShape = (schema: z.ZodObject): JsonSchema => {
  const shape = jsonSchema(schema, { io: 'output', override: withoutSpelling });
  return isOpen(schema) ? shape : closed(shape);
};

/** The shape of a record as it is written, as JSON Schema of draft-07, which editors know. */
export const writtenShape = (schema: z.ZodObject): JsonSchema =>
  closed(jsonSchema(schema, { io: 'input', target: 'draft-7', override: withFormat }));

const closed = (shape: JsonSchema): JsonSchema => ({ ...shape, additionalProperties: false });

function jsonSchema(schema: z.ZodObject, params: z.core.ToJSONSchemaParams): JsonSchema {
  // What JSON Schema can't say is left open.
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { ...params, unrepresentable: 'any' });
  return shape;
}

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>;

/** zod's own name for a pattern, which no reader of JSON Schema knows, stands in a format's place. */
const withFormat: Override = ({ zodSchema, jsonSchema }) => {
  if (jsonSchema.format !== 'lowercase') return;
  const { format } = zodSchema._zod.def as { readonly format?: string };
  if (format === undefined) delete jsonSchema.format;
  else jsonSchema.format = format;
};

/** Those that JSON Schema has itself, so that no pattern need spell them out. */
const FORMATS = ['date-time', 'date', 'time', 'duration', 'uuid', 'uri', 'email', 'ipv4', 'ipv6'];

const withoutSpelling: Override = (context) => {
  withFormat(context);
  const { jsonSchema } = context;
  if (!FORMATS.includes(jsonSchema.format ?? '')) return;
  delete jsonSchema.pattern;
  delete jsonSchema.allOf;
};

/**
 * What the fields of a shape mean, where they say it; a field within objects is named with dots, such
 * as `country.code`.
 */
export const meaningsOf = (shape: JsonSchema): ReadonlyMap<string, string> =>
  new Map(meanings(shape, ''));

function* meanings({ properties }: JsonSchema, before: string): Generator<[string, string]> {
  for (const [field, shape] of Object.entries(Object(properties) as Record<string, JsonSchema>)) {
    const { description } = shape;
    if (typeof description === 'string') yield [before + field, description];
    yield* meanings(shape, `${before}${field}.`);
  }
}
