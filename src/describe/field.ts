import { alternatives, followRef, type JsonSchema } from '../api/json-schema.ts';
import { isObject } from '../core/object.ts';
import { inOrder } from './label.ts';

/** One field of a record, in words. */
export interface SchemaField {
  /** Its path in the record: `country.code`, `subdivisions[].name`. */
  readonly path: string;
  readonly type: string;
  /** Whether every record has it. */
  readonly isRequired: boolean;
  /** Its title in the schema; empty where it has none. */
  readonly title: string;
  /** The description in the schema, or its title; empty where it has none. */
  readonly meaning: string;
}

/** What people see of a field. */
export interface FieldText {
  /** Absent: its name in words. */
  readonly label?: string;
  readonly meaning?: string;
  /** The fields with the same one belong together. */
  readonly group?: string;
  /** True if it has the same value in all records. */
  readonly isConstant?: boolean | undefined;
  /** True for decimals as text; numbers are recognized. */
  readonly isNumeric?: boolean | undefined;
}

/** A schema may refer to itself: this many levels of it are described. */
const MAX_DEPTH = 5;

/**
 * The fields of a schema; those within an object or a list follow the field that holds them.
 * @param columns the order of the fields
 */
export function describeFields(root: JsonSchema, columns?: readonly string[]): SchemaField[] {
  return inOrder(fieldsIn(root, '', MAX_DEPTH), columns, ({ path }) => path);

  /**
   * The fields of the objects that a value of a schema is or contains.
   * @param path leads to the value
   */
  function fieldsIn(given: JsonSchema, path: string, depth: number): SchemaField[] {
    if (depth === 0) return [];
    return alternatives(root, given).flatMap(({ properties, required = [], items }) => [
      ...Object.entries<JsonSchema>(Object(properties)).flatMap(([name, inner]) => {
        const schema = { ...followRef(root, inner), ...inner };
        const { title = '', description = title } = schema;
        const field = {
          path: path + (path && '.') + name,
          type: describeType(root, inner),
          isRequired: (required as string[]).includes(name),
          title: String(title),
          meaning: String(description),
        };
        return [field, ...fieldsIn(inner, field.path, depth - 1)];
      }),
      ...(isObject(items) ? fieldsIn(items, `${path}[]`, depth - 1) : []),
    ]);
  }
}

/** The names of types, and of the formats of strings. */
const TYPES: Readonly<Record<string, string>> = {
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
  uuid: 'UUID',
  'date-time': 'date and time',
  'date-time-local': 'date and time without a zone',
  decimal: 'decimal number as text',
  date: 'date',
  time: 'time',
  duration: 'duration',
  uri: 'URL',
  email: 'email address',
};

/** The types whose plural ends in s. */
const HAS_PLURAL = /^(?:text|UUID|URL|date|number|whole number|object)$/;

/** The type of a schema's values in words: `UUID or null`, `list of objects`, `"a" or "b"`. */
export function describeType(root: JsonSchema, given: JsonSchema, depth = MAX_DEPTH): string {
  const names = alternatives(root, given).flatMap((schema) => {
    const { type, enum: values = 'const' in schema ? [schema.const] : undefined } = schema;
    if (Array.isArray(values)) return values.map((value) => JSON.stringify(value));
    return [type].flat().map((one) => typeName(root, schema, String(one), depth));
  });
  return [...new Set(names)].join(' or ');
}

function typeName(root: JsonSchema, { format, items }: JsonSchema, type: string, depth: number) {
  if (type === 'string') return TYPES[String(format)] ?? 'text';
  if (type !== 'array') return TYPES[type] ?? 'anything';
  if (!isObject(items) || depth === 0) return 'list';
  const item = describeType(root, items, depth - 1);
  return `list of ${HAS_PLURAL.test(item) ? `${item}s` : `(${item})`}`;
}
