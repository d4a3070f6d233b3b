import { z } from 'zod';
import { featuresName } from '../core/address.ts';
import { FIXED_PARAMETERS } from '../core/endpoint.ts';
import { findKeyFilter, MATCHES } from '../core/filter.ts';
import { keyFields } from '../core/key.ts';
import type { OrderingKind } from '../core/ordering.ts';
import { suggestion } from '../util/suggestion.ts';
import { inWords, underscored } from '../util/text.ts';
import { fieldTypes } from './field-types.ts';
import { comparedTypes, filtersOf, prerenderedOrderings } from './filter.ts';
import type { API, COLLECTION } from './schema.ts';

type Api = z.output<typeof API>;
type Collection = z.output<typeof COLLECTION>;

/** What is wrong between the properties of an API, as sentences. */
export function* apiMistakes(api: Api): Generator<string> {
  const { main, collections } = api;
  const paths = collections
    .flatMap(({ name, features }) => (features ? [name, featuresName(name)] : name))
    .map(underscored);
  const shared = paths.find((path, index) => paths.indexOf(path) !== index);
  if (shared !== undefined)
    yield `Two collections or features have the name ${shared}. Choose names that differ in more than - and _.`;
  yield* unknownNames('The main', main, namesOf(collections));
  for (const collection of collections)
    for (const mistake of collectionMistakes(collection, api))
      yield `The collection ${collection.name}: ${mistake}`;
}

const namesOf = (collections: readonly Collection[]) => collections.map(({ name }) => name);

/** What is wrong between the properties of a collection, as sentences that follow its name. */
function* collectionMistakes(collection: Collection, api: Api): Generator<string> {
  const { schema, published, features, keyPattern = '', key, single } = collection;
  if (keyFields(key ?? []).length === 0 && !single)
    return yield "key: is missing or undefined. It must be text, such as 'id'.";
  yield* nameMistakes(collection, api);
  try {
    new RegExp(keyPattern);
  } catch (error) {
    yield `keyPattern: ${(error as Error).message}.`;
  }
  yield* exclusions(collection);
  yield* contradictions(collection, api);
  yield* jsonMistakes(published ? 'published' : 'schema', published ?? schema);
  if (features) yield* jsonMistakes('features.properties', features.properties);
  yield* fieldMistakes(collection, api);
  yield* referenceMistakes(collection, api);
}

/** The names of fields, collections and parameters that do not exist. */
function* nameMistakes(collection: Collection, { formats, collections }: Api) {
  const { schema, content = {}, fieldsFrom, map, prerender = {}, filters = {} } = collection;
  const fields = Object.keys(schema.shape);
  yield* listedMistakes(collection);
  yield* unknownNames('its content.body', content.body, fields);
  yield* unknownNames('its content.fileName', content.fileName, fields);
  yield* unknownNames('its map.features', map?.features, namesOf(collections));
  yield* unknownNames('one of its prerender.filters', prerender.filters, Object.keys(filters));
  const orderings = prerenderedOrderings(collection);
  yield* unknownNames('one of its prerender.orderings', prerender.orderings, orderings);
  yield* unknownNames('one of its prerender.formats', prerender.formats, formats);
  const { collection: source, ...uses } = fieldsFrom ?? {};
  yield* unknownNames('its fieldsFrom.collection', source, namesOf(collections));
  const other = collections.find(({ name }) => name === source);
  if (!other) return;
  const otherFields = Object.keys((other.published ?? other.schema).shape);
  for (const [use, field] of Object.entries(uses))
    yield* unknownNames(`its fieldsFrom.${use}`, field, otherFields);
}

function* unknownNames(
  property: string,
  names: string | readonly string[] = [],
  known: readonly string[],
): Generator<string> {
  for (const name of [names].flat())
    if (!known.includes(name))
      yield `${property} is ${JSON.stringify(name)}, which does not exist.${suggestion(name, known, 'Possible:')}`;
}

/** The names in `listed` that do not exist, and those that it lacks. */
function* listedMistakes(collection: Collection): Generator<string> {
  const { listed, schema, published = schema, key = [], label, columns = [] } = collection;
  if (!listed) return;
  const fields = Object.keys(published.shape);
  yield* unknownNames('one of its listed', listed, fields);
  const needed = new Set([...keyFields(key), ...(label === undefined ? [] : [label]), ...columns]);
  for (const field of needed)
    if (fields.includes(field) && !listed.includes(field))
      yield `its listed lacks ${field}. Listings need the key, the label and the columns.`;
}

/** The properties that a collection can’t have together with the first one. */
const EXCLUDED = [
  ['records', 'content', 'source', 'create'],
  // A new record is answered with its address.
  ['create', 'items: false'],
  ['listed', 'items: false'],
  ['aliases', 'items: false'],
  ['single', 'key', 'keyPattern', 'pagination', 'order', 'orderings', 'filters', 'search'],
  ['single', 'prerender', 'listed', 'aliases', 'create', 'source'],
];

function* exclusions(collection: Collection): Generator<string> {
  const { key = [], items } = collection;
  const given = { ...collection, key: keyFields(key)[0], 'items: false': items === false };
  const has = (property = '') => Boolean(Object(given)[property]);
  for (const [one, ...others] of EXCLUDED)
    for (const other of others)
      if (has(one) && has(other)) yield `it can’t have both ${one} and ${other}.`;
}

/** The properties that exclude each other, or need each other. */
function* contradictions(collection: Collection, { collections }: Api): Generator<string> {
  const { name, schema, key = [], published, publish, content, create, features, map } = collection;
  for (const field of keyFields(key))
    if ([undefined, null].some((none) => schema.shape[field]?.safeParse(none).success))
      yield `its key, ${field}, must not be optional or null.`;
  if (!published !== !publish) yield 'it must have both published and publish, or neither.';
  if (content?.fileName !== undefined && create)
    yield 'it can’t have both content.fileName and create.';
  const { features: from = name } = map ?? {};
  if (from !== name && features) yield 'it can’t have both features and map.features.';
  if (map && !collections.some((one) => one.name === from && one.features))
    yield 'its map needs features, or map.features with the name of a collection that has them.';
}

/** The fields of a published object that have a type that JSON does not have, or an unknown type. */
function* jsonMistakes(property: string, { shape }: z.ZodObject): Generator<string> {
  for (const [name, field] of Object.entries<z.core.$ZodType>(shape)) {
    try {
      z.toJSONSchema(field);
    } catch (error) {
      yield `the field ${name} of its ${property}: ${(error as Error).message}. ${JSON_TYPES}`;
    }
  }
}

const JSON_TYPES =
  'Use types of JSON, such as z.string(), z.iso.date() for a day, z.iso.datetime() for a time or z.any(). Declare the type after a transformation, such as .pipe(z.number()), or add `published` and `publish`.';

/** The types that the values of a field can have for some use. */
const DATES = ['date', 'date-time'];
const TEXT = ['string', 'uuid', ...DATES];
const TEXT_OR_DECIMAL = [...TEXT, 'decimal'];
const KEY = [...TEXT_OR_DECIMAL, 'number'];
const SHOWN = [...KEY, 'boolean'];
const ANY = [...SHOWN, 'array', 'object'];
const NUMERIC = ['number', 'decimal', 'boolean'];

/** The types that each kind of ordering can sort. */
const SORTED: Readonly<Record<OrderingKind, readonly string[]>> = {
  code: TEXT,
  caseless: TEXT,
  text: TEXT,
  number: NUMERIC,
  time: DATES,
};

/** The types that matches of filters can compare, by the form of a column that they read. */
const COMPARED = {
  exact: SHOWN,
  caseless: TEXT_OR_DECIMAL,
  folded: TEXT_OR_DECIMAL,
  numbers: ['number', 'decimal', ...DATES],
  nulls: ANY,
} as const;

/** The matches that can be prerendered. */
const PRERENDERED: readonly string[] = ['equals', 'contains', 'isnull'];

/** The fields that do not exist, or whose type does not fit their use. */
function* fieldMistakes(collection: Collection, { collections }: Api): Generator<string> {
  const { name, schema, published = schema, key = [], label, updated, order, map } = collection;
  for (const field of keyFields(key))
    yield* fieldCheck(schema)(`its key is the field ${field}`, [field], KEY);
  const checkField = fieldCheck(published);
  if (label !== undefined) yield* checkField(`its label is the field ${label}`, [label], SHOWN);
  for (const column of collection.columns ?? [])
    yield* checkField(`one of its columns is ${column}`, [column], ANY);
  if (updated !== undefined)
    yield* checkField(`its updated is the field ${updated}`, [updated], TEXT);
  const sorts = Object.entries({ ...collection.orderings, ...(order && { 'by default': order }) });
  for (const [ordering, { field, kind }] of sorts) {
    const use = `its ordering ${ordering} sorts by the field ${field} (kind ${kind})`;
    yield* checkField(use, field.split('.'), SORTED[kind]);
  }
  yield* takenNames(collection);
  yield* filterMistakes(collection, checkField);
  const points = collections.find((one) => one.name === (map?.features ?? name))?.features;
  const value = map?.value;
  const use = `its map.value is the property ${value}`;
  if (value !== undefined && points) yield* fieldCheck(points.properties)(use, [value], ['number']);
}

function* referenceMistakes({ references = {}, ...one }: Collection, { collections }: Api) {
  yield* unknownNames('one of its references', Object.values(references), namesOf(collections));
  for (const [field, name] of Object.entries(references)) {
    const use = `its reference to ${name} is the field ${field}`;
    yield* fieldCheck(one.published ?? one.schema)(use, field.split('.'), KEY, 'exact');
    const other = collections.find((another) => another.name === name);
    if (other?.single) yield `${use}, but ${name} has one record, without a key.`;
    if (other?.items === false && !findKeyFilter(filtersOf(other), other.key))
      yield `${use}, but the records of ${name} have no addresses. Remove items: false there, or add a filter by the key.`;
  }
}

/** The names of filters and orderings that are taken. */
function* takenNames({ filters = {}, orderings = {}, search }: Collection): Generator<string> {
  const others = [...FIXED_PARAMETERS, ...(search ? ['search'] : [])];
  yield* repeatedNames('filter', [...others, ...Object.keys(filters)]);
  yield* repeatedNames('ordering', Object.keys(orderings));
}

function* filterMistakes(collection: Collection, checkField: ReturnType<typeof fieldCheck>) {
  const { schema, published = schema, filters = {} } = collection;
  for (const [name, { fields, match }] of Object.entries(filtersOf(collection))) {
    const isField = name !== fields[0] && Object.hasOwn(published.shape, name);
    if (isField && filters[name] && !filters[name].field)
      yield `its filter ${name} can be by the field ${name}, or by ${fields[0]} (match ${match}). Set field and match.`;
    const subject = match === 'search' ? 'its search' : `its filter ${name} (match ${match})`;
    for (const field of fields) {
      const use = `${subject} looks in the field ${field}`;
      const { form } = MATCHES[match];
      yield* checkField(use, field.split('.'), COMPARED[form], form);
    }
    if (collection.prerender?.filters?.includes(name) && !PRERENDERED.includes(match))
      yield `its prerender.filters contain ${name} (match ${match}). Only ${inWords(PRERENDERED, 'and')} can be prerendered.`;
  }
}

/** The names that are equal to one before, apart from case: some file systems take both for the same. */
function* repeatedNames(kind: string, names: readonly string[]): Generator<string> {
  const seen = new Map<string, string>();
  for (const name of names) {
    const twin = seen.get(name.toLowerCase());
    seen.set(name.toLowerCase(), name);
    if (twin !== undefined)
      yield `its ${kind} ${name} has the name of another one, ${twin}; case makes no difference. Choose another name.`;
  }
}

/** Returns a function that finds what is wrong with the use of a field. */
function fieldCheck(schema: z.ZodObject) {
  const typesAt = fieldTypes(schema);
  return function* (
    use: string,
    path: readonly string[],
    fitting: readonly string[],
    form?: keyof typeof COMPARED,
  ): Generator<string> {
    const field = typesAt(path);
    if (!field) {
      const help = suggestion(path.join('.'), Object.keys(schema.shape), 'Possible:');
      return yield `${use}, but its records have no such field.${help}`;
    }
    const hasItems = form === 'exact' || form === 'folded';
    const types = hasItems ? comparedTypes(field) : field.types.filter((type) => type !== 'null');
    // Values of several types, or of unknown type, have no order.
    const isAmbiguous = form === 'numbers' && types.length !== 1;
    if (isAmbiguous || types.some((type) => !fitting.includes(type)))
      yield `${use}, whose type can be ${types.join(' or ') || 'anything'}. It must be ${fitting.join(' or ')}.`;
  };
}
