import type { Data, NewFile } from './data.ts';
import type { GuessedField } from './field.ts';
import type { Guess } from './guess.ts';
import { access, block, property, quoted } from './source.ts';

/** What to know in order to change what was guessed. */
const COMMENTS: Readonly<Record<string, string>> = {
  source: 'The address that `staticrest pull` fetches the records from.',
  content: 'How to read the files.',
  key: 'The field that identifies a record in its address. Every record needs a different value.',
  label: 'The field that names a record on the page.',
  columns: 'The order of the columns. Without this line, names that are whole numbers come first.',
  updated: 'The time of the last change of a record. The page shows the newest one.',
  schema:
    'The fields. Add .nullable() if a field can be null, and .optional() if it can be absent.',
  order: 'The default order. Without this line, records have the order of the content.',
  orderings:
    'The values of `ordering`, which every host accepts. A - before a value reverses the order.',
  filters: 'The parameters that filter records.',
  prerender: 'The filters that also work on hosts with rules, where each value adds files.',
  search: 'The fields that `search` searches.',
  pagination: 'The page sizes. Without this line, one page contains all records.',
  features: 'The points on the map, and the properties that the map shows.',
};

const IMPORT = "import { defineApi, defineCollection, z } from 'staticrest';";

/** A collection of a new project. */
export interface NewCollection {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The address of the live API that the records come from. */
  readonly source?: string;
  readonly data: Data;
  /** The files with its records. */
  readonly files: readonly NewFile[];
  readonly guess: Guess;
}

/** The properties of a collection that are guessed, each as code on one or more lines. */
export function guessedProperties({ data, guess, source }: NewCollection): [string, string][] {
  const { key, label, updated, fields, orderings, filters, prerendered, search } = guess;
  const { pagination, point } = guess;
  const sorts = Array.from(orderings, ([one, sort]) => `${one}: ${sourceOf(sort)},`);
  const matches = Array.from(filters, ([one, { field }]) => {
    const count = fields.find(({ name }) => name === field)?.distinct.size;
    return `${one}: ${sourceOf({ field, match: 'equals' })}, // ${count} different values`;
  });
  const types = fields.map((field) => `${property(field.name, field.schema)},`);
  const { header = [] } = data;
  const inRecords = Object.keys(Object.fromEntries(header.map((name) => [name, ''])));
  const properties = {
    source: source !== undefined && quoted(source),
    content: Object.keys(data.content).length > 0 && sourceOf(data.content),
    key: quoted(key.name),
    label: label && quoted(label.name),
    schema: block('z.object({', types, '})'),
    columns: inRecords.join() !== header.join() && list(header),
    updated: updated && quoted(updated.name),
    order: guess.order && sourceOf(guess.order),
    orderings: sorts.length > 0 && block('{', sorts, '}'),
    filters: matches.length > 0 && block('{', matches, '}'),
    prerender: prerendered.length > 0 && `{ filters: ${list(prerendered)} }`,
    search: search.length > 0 && list(search),
    pagination:
      pagination && `{ limits: [${pagination.limits.join(', ')}], default: ${pagination.default} }`,
    features: point && featuresOf(point, label ?? key),
  };
  return Object.entries(properties).flatMap(([one, code]) =>
    code ? [[one, `${one}: ${code},`.replace(/^/gm, '  ')]] : [],
  );
}

/** The source of the definition of an API with one collection. */
export function definitionSource(collection: NewCollection): string {
  const { name, title, description } = collection;
  const properties = guessedProperties(collection);
  const described = properties.map(([one, code]) => `  // ${COMMENTS[one]}\n${code}`);
  return `\
// The definition of the API. node_modules/staticrest/docs/own-api.md describes every property.
${IMPORT}

const collection = defineCollection({
  // The address is /api/${name}/. The records are in content/${name}/.
  name: '${name}',
  title: ${quoted(title)},
  description: ${quoted(description)},
${described.join('\n')}
});

export default defineApi({
  name: ${quoted(title)},
  description: ${quoted(description)},
  // Where the data come from, which the page and search engines show:
  // sources: [{ name: 'An office', data: 'all', licence: { name: 'CC0-1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' } }],
  // A misspelt parameter is an error on hosts with code. Without this line, it is ignored.
  unknownParameters: 'refuse',
  collections: [collection],
});
`;
}

/** An object of texts and booleans, on one line. */
function sourceOf(object: object): string {
  const entries = Object.entries(object).map(([name, value]) =>
    property(name, typeof value === 'string' ? quoted(value) : String(value)),
  );
  return `{ ${entries.join(', ')} }`;
}

const list = (texts: readonly string[]): string => `[${texts.map(quoted).join(', ')}]`;

function featuresOf(
  [latitude, longitude]: readonly [GuessedField, GuessedField],
  shown: GuessedField,
): string {
  const [lat, long] = [access(latitude.name), access(longitude.name)];
  const lines = [
    `if (${lat} == null || ${long} == null) return null;`,
    `const properties = { ${property(shown.name, access(shown.name))} };`,
    `return { latitude: ${lat}, longitude: ${long}, properties };`,
  ];
  const schema = `properties: z.object({ ${property(shown.name, shown.schema)} }),`;
  return block('{', [schema, block('feature(record) {', lines, '},')], '}');
}
