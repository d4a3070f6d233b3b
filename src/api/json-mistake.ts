import { z } from 'zod';

/** What to use in place of types that JSON does not have. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  date: 'z.iso.date() for a day, or z.iso.datetime() for a time',
  bigint: 'z.int(), or z.string() for a number that JavaScript can’t hold',
  map: 'z.record(z.string(), …)',
  set: 'z.array(…)',
  undefined: '.optional() after another type',
};

const NON_JSON = [
  ...['date', 'bigint', 'map', 'set', 'symbol'],
  ...['undefined', 'void', 'function', 'nan', 'promise', 'file'],
];

/**
 * What is wrong with a schema that has a field of a type that JSON does not have, to follow its name; undefined
 * if there is no such field.
 * @param io whether what is written or what the schema makes of it has to be JSON
 */
export function jsonMistake({ shape }: z.ZodObject, io: 'input' | 'output'): string | undefined {
  for (const [name, field] of Object.entries<z.core.$ZodType>(shape)) {
    const type = typesIn(field, io).find((one) => NON_JSON.includes(one));
    if (!type) continue;
    const use = REPLACEMENTS[type] ?? 'a type of JSON, such as z.string()';
    return `has the type ${type} in the field ${name}, but JSON has no such type. Use ${use}.`;
  }
  return undefined;
}

/** As `jsonMistake`, of a field that a function converts to a value whose type is not known. */
export function transformMistake({ shape }: z.ZodObject): string | undefined {
  const isConverted = (field: z.core.$ZodType) => typesIn(field, 'output').includes('transform');
  const found = Object.entries<z.core.$ZodType>(shape).find(([, field]) => isConverted(field));
  return (
    found &&
    `converts the field ${found[0]} to a value of unknown type. Declare the type after \`transform\`, such as .pipe(z.number()), or add \`published\` and \`publish\`.`
  );
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
