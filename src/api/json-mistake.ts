import { z } from 'zod';

const NON_JSON = [
  ...['date', 'bigint', 'map', 'set', 'symbol'],
  ...['undefined', 'void', 'function', 'nan', 'promise', 'file'],
];

/**
 * What is wrong with a schema that has a field of a type that JSON does not have, as a sentence.
 * @param property the property that has the schema
 * @param io whether what is written or what the schema makes of it has to be JSON
 */
export function* jsonMistakes(
  property: string,
  schema: z.ZodObject | undefined,
  io: 'input' | 'output',
): Generator<string> {
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema?.shape ?? {})) {
    const type = typesIn(field, io).find((one) => NON_JSON.includes(one));
    if (type)
      yield `its ${property} has the type ${type} in the field ${name}, but JSON has no such type. Use one of JSON, such as z.string(), z.iso.date() for a day or z.iso.datetime() for a time.`;
  }
}

/** As `jsonMistakes`, of a field of `schema` that a function converts to a value whose type is not known. */
export function* transformMistakes({ shape }: z.ZodObject): Generator<string> {
  for (const [name, field] of Object.entries<z.core.$ZodType>(shape))
    if (typesIn(field, 'output').includes('transform'))
      yield `its schema converts the field ${name} to a value of unknown type. Declare the type after \`transform\`, such as .pipe(z.number()), or add \`published\` and \`publish\`.`;
}

/** The names that zod has for the types in a schema. */
function typesIn(schema: z.core.$ZodType, io: 'input' | 'output'): string[] {
  const types: string[] = [];
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema }) {
      const { def } = zodSchema._zod;
      // It accepts text.
      const isCoerced = io === 'input' && 'coerce' in def && def.coerce;
      // One of several types can be undefined, as an optional field.
      const isAbsent = def.type === 'undefined' && zodSchema !== schema;
      if (!isCoerced && !isAbsent) types.push(def.type);
    },
  });
  return types;
}
