import type { z } from 'zod';
import { alternatives, type JsonSchema, jsonSchemaOf } from './json-schema.ts';

/** What the values of a field can be: types of JSON, each once; none if its schema allows any. */
export interface FieldTypes {
  /** All numbers are `number`; a text with the format `date`, `date-time`, `decimal` or `uuid` has its name. */
  readonly types: readonly string[];
  /** Those of the elements of a list. */
  readonly items: readonly string[];
}

/**
 * Returns a function that gets a field's name, after the names of the objects that hold it, and returns
 * what the field can be; undefined if the schema has no such field.
 * @param io of what is written, or of what the schema makes of it
 */
export function fieldTypes(schema: z.ZodObject, io: 'input' | 'output' = 'output') {
  const root = jsonSchemaOf(schema, io);
  return (path: readonly string[]): FieldTypes | undefined => {
    let schemas = alternatives(root, root);
    for (const name of path)
      schemas = schemas
        .flatMap((one) => fieldIn(one, name))
        .flatMap((one) => alternatives(root, one));
    const items = schemas.flatMap((one) =>
      typesOf(one).includes('array') ? alternatives(root, Object(one.items)) : [],
    );
    return schemas[0] && { types: distinctTypes(schemas), items: distinctTypes(items) };
  };
}

const distinctTypes = (schemas: readonly JsonSchema[]): string[] => [
  ...new Set(schemas.flatMap((one) => typesOf(one).map((type) => typeName(type, one)))),
];

function typeName(type: string, { format }: JsonSchema): string {
  if (type === 'integer') return 'number';
  if (format === 'date-time-local') return 'date-time';
  return type === 'string' && TEXT_FORMATS.includes(String(format)) ? String(format) : type;
}

/** The formats of texts that filters compare in ways of their own. */
export const TEXT_FORMATS = ['date', 'date-time', 'decimal', 'uuid'];

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

const typesOf = ({ type }: JsonSchema): string[] => [type ?? []].flat().map(String);
