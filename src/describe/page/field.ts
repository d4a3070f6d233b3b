import type { JsonSchema } from '../../site/shape.ts';

/** One field of a record, in words. */
export interface Field {
  /** Its path in the record: `country.code`, `subdivisions[].name`. */
  readonly path: string;
  readonly type: string;
  /** Does every record have it? */
  readonly isRequired: boolean;
  /** What it means; empty where its shape does not say. */
  readonly meaning: string;
  /** The regular expression that its texts match; empty where there is none to tell. */
  readonly pattern: string;
}

/** A shape may refer to itself: fields are told down to here. */
const DEEPEST = 5;

/** The fields of a shape, those within an object or a list after the field that holds them. */
export const fieldsOf = (shape: JsonSchema): Field[] => [...walk(shape, shape, '', 0)];

function* walk(root: JsonSchema, shape: JsonSchema, before: string, depth: number): Walk {
  const { properties, required } = shape as ObjectShape;
  if (depth === DEEPEST) return;
  for (const [name, given] of Object.entries(properties ?? {})) {
    const field = followed(root, given);
    yield {
      path: before + name,
      type: typeIn(root, field),
      isRequired: required?.includes(name) ?? false,
      meaning: textOf(given.description ?? field.description),
      pattern: field.format === undefined ? textOf(field.pattern) : '',
    };
    for (const [suffix, inner] of insides(root, field)) {
      yield* walk(root, inner, `${before}${name}${suffix}.`, depth + 1);
    }
  }
}
type Walk = Generator<Field>;

interface ObjectShape {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** The objects that a value of a shape is, holds or may be, each with what leads there in a path. */
function insides(root: JsonSchema, shape: JsonSchema): [string, JsonSchema][] {
  const { items } = shape;
  const inner: [string, JsonSchema][] = alternatives(shape).flatMap((one) =>
    insides(root, followed(root, one)),
  );
  if (isShape(items)) {
    const within = insides(root, followed(root, items));
    inner.push(...within.map(([path, one]): [string, JsonSchema] => [`[]${path}`, one]));
  }
  return shape.properties ? [['', shape], ...inner] : inner;
}

const alternatives = ({ anyOf, oneOf, allOf }: JsonSchema): JsonSchema[] =>
  [anyOf, oneOf, allOf].flatMap((some) => (Array.isArray(some) ? some.filter(isShape) : []));

const isShape = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A shape, or the one it refers to within the same document: `#/$defs/…`, or `#` for all of it. */
function followed(root: JsonSchema, shape: JsonSchema): JsonSchema {
  const { $ref } = shape;
  if (typeof $ref !== 'string' || !$ref.startsWith('#')) return shape;
  let found: unknown = root;
  for (const step of $ref.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isShape(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return isShape(found) ? found : shape;
}

/** What a format of a text is called. */
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'date and time',
  date: 'date',
  time: 'time',
  duration: 'duration',
  uri: 'URL',
  email: 'email address',
};

const PLURALS: Readonly<Record<string, string>> = {
  text: 'texts',
  UUID: 'UUIDs',
  URL: 'URLs',
  date: 'dates',
  number: 'numbers',
  'whole number': 'whole numbers',
  object: 'objects',
};

/** What values of a shape are, in words: `UUID or null`, `list of objects`, `"a" or "b"`. */
export function typeIn(root: JsonSchema, given: JsonSchema, depth = 0): string {
  const shape = followed(root, given);
  if ('const' in shape) return JSON.stringify(shape.const);
  if (Array.isArray(shape.enum)) return either(shape.enum.map((one) => JSON.stringify(one)));
  const others = alternatives(shape);
  // Beside a type they only narrow it.
  if (shape.type === undefined && others.length > 0 && depth < DEEPEST) {
    return either(others.map((one) => typeIn(root, one, depth + 1)));
  }
  const types = Array.isArray(shape.type) ? shape.type : [shape.type];
  return either(types.map((type) => wordFor(root, shape, String(type), depth)));
}

const either = (words: readonly string[]): string => [...new Set(words)].join(' or ');

function wordFor(root: JsonSchema, shape: JsonSchema, type: string, depth: number): string {
  if (type === 'string') return FORMATS[textOf(shape.format)] ?? 'text';
  if (type === 'array') return listOf(root, shape.items, depth);
  return TYPES[type] ?? 'anything';
}

const TYPES: Readonly<Record<string, string>> = {
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
};

function listOf(root: JsonSchema, items: unknown, depth: number): string {
  if (!isShape(items) || depth === DEEPEST) return 'list';
  const type = typeIn(root, items, depth + 1);
  return `list of ${PLURALS[type] ?? `(${type})`}`;
}

/** The field of a record to show first: what it is called by, else its first one. */
export const labelIn = (shape: JsonSchema): string =>
  titleIn(shape) ?? Object.keys(Object(shape.properties))[0] ?? '';

/** The field that says what something is called; undefined where none does. */
export const titleIn = ({ properties }: JsonSchema): string | undefined =>
  ['label', 'title', 'name'].find((name) => Object.hasOwn(Object(properties), name));
