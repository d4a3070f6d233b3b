import { z } from 'zod';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Returns a function that gets a field's name, after the names of the objects that hold it, and returns
 * the JSON types that the field can have: none if the schema allows any, undefined if it has no such field.
 * @param io of what is written, or of what the schema makes of it
 */
export function fieldTypes(schema: z.ZodObject, io: 'input' | 'output' = 'output') {
  const root: Schema = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return (path: readonly string[]): string[] | undefined =>
    schemasAt(root, path)?.flatMap(typesOf).filter(isFirst);
}

/** What filters compare of a field. */
export interface ComparedTypes {
  /** `string`, `number`, `boolean`, and others that no filter compares; `date` and `date-time` are texts of that format. */
  readonly types: readonly string[];
  /** True if the field can be a list: the types are those of its elements. */
  readonly isList: boolean;
}

/** As `fieldTypes`, for filters. */
export function comparedTypes(schema: z.ZodObject) {
  const root: Schema = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return (path: readonly string[]): ComparedTypes | undefined => {
    const schemas = schemasAt(root, path);
    const isList = (one: Schema) => typesOf(one).includes('array');
    const elements = schemas?.flatMap((one) =>
      isList(one) ? alternatives(root, Object(one.items)) : [one],
    );
    const types = elements?.flatMap((one) => typesOf(one).map((type) => comparedType(type, one)));
    return (
      types && {
        types: types.filter((type) => type !== 'null').filter(isFirst),
        isList: schemas?.some(isList) ?? false,
      }
    );
  };
}

function comparedType(type: string, { format }: Schema): string {
  if (type === 'integer') return 'number';
  return type === 'string' && (format === 'date' || format === 'date-time') ? format : type;
}

const isFirst = <T>(value: T, index: number, all: readonly T[]) => all.indexOf(value) === index;

/** The schemas that a field can have; undefined if there is no such field. */
function schemasAt(root: Schema, path: readonly string[]): Schema[] | undefined {
  let found = alternatives(root, root);
  for (const name of path) {
    found = found.flatMap((one) => fieldIn(one, name)).flatMap((one) => alternatives(root, one));
    if (found.length === 0) return undefined;
  }
  return found;
}

/**
 * The schema of a field of an object. In an object that allows other fields, any field is one of them;
 * a schema of any type allows such an object.
 */
function fieldIn(schema: Schema, name: string): Schema[] {
  if (typesOf(schema).length === 0) return [{}];
  const { properties, additionalProperties } = schema;
  const known: Readonly<Record<string, Schema>> = Object(properties);
  if (Object.hasOwn(known, name)) return known[name] ? [known[name]] : [];
  return additionalProperties ? [Object(additionalProperties)] : [];
}

/** What a schema refers to, chooses from or combines, or the schema itself. */
function alternatives(root: Schema, schema: Schema): Schema[] {
  const name = /^#\/\$defs\/(.*)$/.exec(String(schema.$ref))?.[1];
  if (name !== undefined) return alternatives(root, Object(root.$defs)[name] ?? {});
  const lists = [schema.anyOf, schema.oneOf, schema.allOf];
  const choices = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  return choices.length > 0 ? choices.flatMap((choice) => alternatives(root, choice)) : [schema];
}

const typesOf = ({ type }: Schema): string[] => [type ?? []].flat().map(String);
