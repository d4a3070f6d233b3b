import { isObject, ownValue } from '../core/object.ts';
import { block, quoted } from '../util/source.ts';
import type { NewCollection } from './collection.ts';
import { DECIMAL_TEXT, type GuessedField, TEXT } from './field.ts';
import { access, inBrackets, isConstantName, property } from './source.ts';

/** What to know in order to change what was guessed. */
const COMMENTS: Readonly<Record<string, string>> = {
  source: '`staticrest pull` updates it. Compare `order`, `search` and `filters` with an API’s.',
  key: 'Identifies a record in its address: one field, or a list of fields.',
  label: 'The field that names a record on the web page.',
  columns: 'The order of the fields. By default, names that are whole numbers come first.',
  references: 'The fields with keys of other collections, whose records must be published.',
  updated: 'The date of the last change of a record.',
  schema: 'The fields. `.nullable()` allows null; `.optional()` allows records without the field.',
  order: 'The default order. Without it, records have the order of the files.',
  orderings: 'The values of `ordering`; `-` reverses one. `printed: false` needs a host with code.',
  filters: 'Filters: `__gte` at least, `__lte` at most, `__in` one of a list, `__isnull` no value.',
  prerender: 'The filters that work on every host. Their pages are prerendered, which adds files.',
  pagination: 'The page sizes. Without this line, one page contains all records.',
  features: 'The points on the map, and the properties that the map shows.',
};

const IMPORT = "import { defineApi, defineCollection, z } from 'staticrest';";

/** The properties of a collection that are guessed, each as code on one or more lines. */
export function guessedProperties(collection: NewCollection): [string, string][] {
  const { data, guess, source, references = {} } = collection;
  const { keys, label, updated, fields, orderings, filters, prerendered, search } = guess;
  const { point, amount } = guess;
  const names = keys.map(({ name }) => name);
  const shown = [label, amount].filter((one) => one !== undefined);
  const sorts = Array.from(orderings, ([one, sort]) => `${one}: ${sourceOf(sort)},`);
  const matches = [...filters].flatMap(([one, { field, ends }]) => {
    const count = fields.find(({ name }) => name === field)?.distinct.size;
    const filter = one === field ? '{}' : sourceOf({ field });
    const commentOn = (end: string) => (end ? '' : ` // ${count} different values`);
    return ends.map((end) => `${one}${end}: ${filter},${commentOn(end)}`);
  });
  const { header = [], titles = {} } = data;
  const typeOf = ({ name, schema }: GuessedField) => {
    const title = ownValue(titles, name);
    return property(name, title ? `${schema}.meta({ title: ${quoted(title)} })` : schema);
  };
  const types = fields.map((field) => `${typeOf(field)},`);
  const inRecords = Object.keys(Object.fromEntries(header.map((name) => [name, ''])));
  const properties = {
    source: source && (Object.keys(source).length > 1 ? sourceOf(source) : quoted(source.url)),
    content: Object.keys(data.content).length > 0 && sourceOf(data.content),
    key: names.length > 1 ? list(names) : quoted(names.join()),
    isPublic: data.isPublic,
    label: label && quoted(label.name),
    schema: block('z.object({', types, '})'),
    columns: inRecords.join() !== header.join() && list(header),
    references: Object.keys(references).length > 0 && sourceOf(references),
    updated: updated && quoted(updated.name),
    order: guess.order && sourceOf(guess.order),
    orderings: sorts.length > 0 && block('{', sorts, '}'),
    filters: matches.length > 0 && block('{', matches, '}'),
    prerender: prerendered.length > 0 && `{ filters: ${list(prerendered)} }`,
    search: search.length > 0 && list(search),
    // More than 40 records in an order that is not stored may need more files than a Worker can read.
    pagination: '{ limits: [20, 100], default: 20 }',
    features: point && featuresOf(point, shown, shown.map(typeOf)),
    map: point && amount && sourceOf({ value: amount.name }),
  };
  return Object.entries(properties).flatMap(([one, code]) =>
    code ? [[one, `${one}: ${code},`.replace(/^/gm, '  ')]] : [],
  );
}

/** The source of the definition of an API with one collection. */
export function definitionSource(collection: NewCollection): string {
  const { name, title, origin, guess } = collection;
  const description = `The records of ${origin}. They have no description yet.`;
  const properties = guessedProperties(collection);
  const hasDecimals = guess.fields.some(({ type }) => type === DECIMAL_TEXT);
  const constant = isConstantName(name) ? name : 'collection';
  const described = properties.map(
    ([one, code]) => (one in COMMENTS ? `  // ${COMMENTS[one]}\n` : '') + code,
  );
  return `\
// node_modules/staticrest/docs/define.md describes every property.
${hasDecimals ? IMPORT.replace('{', '{ decimal,') : IMPORT}

const ${constant} = defineCollection({
  // The first page is /api/${name}.json, and the records are in content/${name}/.
  name: '${name}',
  title: ${quoted(title)},
  description: ${quoted(description)},
${described.join('\n')}
});

export default defineApi({
  // The web page and search engines show these texts: complete them.
  name: ${quoted(title)},
  description: ${quoted(description)},
  // Where the data come from. Add their licence, if any, such as licence: 'CC0-1.0'.
  sources: [{ name: ${quoted(origin)}, data: 'all records' }],
  // On hosts with code, an unknown parameter is an error. Without this line, it is ignored.
  unknownParameters: 'refuse',
  collections: [${constant}],
});
`;
}

/** The source of a module that exports the collection: the definition of the API, without what is about the API. */
export const moduleSource = (collection: NewCollection): string =>
  definitionSource(collection)
    .replace(' defineApi,', '')
    .replace(/^(const (\w+) = .*\n)export default .*/ms, '$1export default $2;\n');

/** An object of texts, booleans and such objects. */
function sourceOf(object: object): string {
  const entries = Object.entries(object).map(([name, value]) => property(name, codeOf(value)));
  return inBrackets('{ ', entries, ' }');
}

const codeOf = (value: unknown): string =>
  isObject(value) ? sourceOf(value) : typeof value === 'string' ? quoted(value) : String(value);

const list = (texts: readonly string[]): string => inBrackets('[', texts.map(quoted), ']');

function featuresOf(
  [latitude, longitude]: readonly [GuessedField, GuessedField],
  shown: readonly GuessedField[],
  types: readonly string[],
): string {
  const isMissing = ({ name, type }: GuessedField) =>
    type === TEXT ? `!${access(name)}` : `${access(name)} == null`;
  const degreesOf = ({ name, type }: GuessedField) =>
    type === TEXT ? `Number(${access(name)})` : access(name);
  const values = shown.map(({ name }) => property(name, access(name)));
  const lines = [
    `if (${isMissing(latitude)} || ${isMissing(longitude)}) return null;`,
    inBrackets('const properties = { ', values, ' };'),
    `return { latitude: ${degreesOf(latitude)}, longitude: ${degreesOf(longitude)}, properties };`,
  ];
  const schema = `${inBrackets('properties: z.object({ ', types, ' })')},`;
  return block('{', [schema, block('feature(record) {', lines, '},')], '}');
}
