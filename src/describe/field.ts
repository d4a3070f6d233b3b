import type { JsonSchema } from '../api/json-schema.ts';
import { isObject } from '../util/object.ts';

/** One field of a record, in words. */
export interface SchemaField {
  /** Its path in the record: `country.code`, `subdivisions[].name`. */
  readonly path: string;
  readonly type: string;
  /** Whether every record has it. */
  readonly isRequired: boolean;
  /** Empty where the schema has no description. */
  readonly meaning: string;
  /** The regular expression that its text matches; empty where there is none to show. */
  readonly pattern: string;
}

/** A schema may refer to itself: this many levels of it are described. */
const MAX_DEPTH = 5;

/** The fields of a schema; those within an object or a list follow the field that holds them. */
export function describeFields(root: JsonSchema): SchemaField[] {
  return fieldsIn(root, '', MAX_DEPTH);

  /**
   * The fields of the objects that a value of a schema is or contains.
   * @param path leads to the value
   */
  function fieldsIn(given: JsonSchema, path: string, depth: number): SchemaField[] {
    if (depth === 0) return [];
    const schema = followRef(root, given);
    const { properties, required, items } = schema;
    const always = new Set(Array.isArray(required) ? required : []);
    const own = Object.entries<JsonSchema>(Object(properties)).flatMap(([name, inner]) => {
      const field = followRef(root, inner);
      const fieldPath = path + (path && '.') + name;
      return [
        {
          path: fieldPath,
          type: describeType(root, field),
          isRequired: always.has(name),
          meaning: asText(inner.description ?? field.description),
          pattern: field.format === undefined ? asText(field.pattern) : '',
        },
        ...fieldsIn(field, fieldPath, depth - 1),
      ];
    });
    const within = (inner: JsonSchema, at: string) => fieldsIn(inner, at, depth - 1);
    const others = alternatives(schema).flatMap((inner) => within(inner, path));
    return [...own, ...others, ...(isObject(items) ? within(items, `${path}[]`) : [])];
  }
}

const alternatives = ({ anyOf, oneOf, allOf }: JsonSchema): JsonSchema[] =>
  [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []));

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A schema, or the one that it refers to within the same root. */
function followRef(root: JsonSchema, schema: JsonSchema): JsonSchema {
  if (schema.$ref === '#') return root;
  const name = /^#\/\$defs\/(.*)$/s.exec(String(schema.$ref))?.[1];
  return name === undefined ? schema : (Object(root.$defs)[name] ?? schema);
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
  const schema = followRef(root, given);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return either(schema.enum.map((value) => JSON.stringify(value)));
  const others = alternatives(schema);
  // Alternatives of a schema with a type only narrow that type.
  if (schema.type === undefined && others.length > 0 && depth > 0) {
    return either(others.map((other) => describeType(root, other, depth - 1)));
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return either(types.map((type) => typeName(root, schema, String(type), depth)));
}

const either = (names: readonly string[]): string => [...new Set(names)].join(' or ');

function typeName(root: JsonSchema, { format, items }: JsonSchema, type: string, depth: number) {
  if (type === 'string') return TYPES[asText(format)] ?? 'text';
  if (type !== 'array') return TYPES[type] ?? 'anything';
  if (!isObject(items) || depth === 0) return 'list';
  const item = describeType(root, items, depth - 1);
  return `list of ${HAS_PLURAL.test(item) ? `${item}s` : `(${item})`}`;
}

/** The fields that name a record, the best one first. */
export const NAME_FIELDS: readonly string[] = ['label', 'title', 'name'];

/**
 * The field to show of a record: one that names it, or else the first one.
 * @param label the one that the definition names
 */
export function labelField({ properties }: JsonSchema, label = ''): string {
  const fields = Object.keys(Object(properties));
  return [label, ...NAME_FIELDS].find((name) => fields.includes(name)) ?? fields[0] ?? '';
}
