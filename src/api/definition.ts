import { z } from 'zod';
import { featuresName } from '../core/address.ts';
import { FIXED_PARAMETERS } from '../core/endpoint.ts';
import { bothDirections, PAGINATION_STYLES, type Pagination } from '../core/grid.ts';
import { ORDERING_KINDS, type Sort } from '../core/ordering.ts';
import { UsageError } from '../util/problem.ts';
import { suggestion } from '../util/suggestion.ts';
import { underscored } from '../util/text.ts';
import { definitionMistake, describeIssues } from './definition-mistake.ts';
import { fieldTypes } from './field-types.ts';
import { FILTER_MATCHES, type FilterMatch, filterMistakes } from './filter.ts';
import { isHttpUrl, NO_HTTP_URL } from './http-url.ts';
import { jsonMistakes, transformMistakes } from './json-mistake.ts';

/** A problem of a record that its schema can't express. */
export interface Finding {
  readonly code: 'bad-value' | 'missing-field' | 'reference' | 'path';
  /** Where in the record, such as `['subdivisions', 0, 'code']`; empty for the whole record. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly help: string;
}

/** A published record; its fields are serialized in their order. */
export type Published = Readonly<Record<string, unknown>>;

/**
 * What callbacks of a definition can use in addition to the record.
 * `Schema` is the schema of a record of their own collection.
 */
export interface Context<Schema extends z.ZodObject = z.ZodObject> {
  /** The file's path below the content folder, such as `neighborhoods/US/CA/davis.yaml`. */
  readonly file: string;
  /** Is the record the only one in its file? */
  readonly isSingleRecord: boolean;
  /** The callback's own collection, which a definition can't name while it is defined. */
  readonly self: Collection<Schema>;
  /**
   * The valid record with a key, as it is in the content; undefined where there is none. In `check`, it may be
   * private; elsewhere only a published record is found.
   */
  find<S extends z.ZodObject>(
    collection: Collection<S>,
    key: string | number | null | undefined,
  ): z.output<S> | undefined;
  /** The published records of a collection, as they are in the content. */
  all<S extends z.ZodObject>(collection: Collection<S>): z.output<S>[];
  /** The published records of a collection for which the predicate returns true. */
  where<S extends z.ZodObject>(
    collection: Collection<S>,
    predicate: (record: z.output<S>) => unknown,
  ): z.output<S>[];
  /**
   * The absolute address of a published record on the site that is built.
   * @throws if there is no such record
   */
  link(collection: Collection, key: string | number): string;
}

/** Values that a new record takes from the moment of its creation. */
export interface CreationContext {
  /** Returns a new random UUID, version 4. */
  uuid(): string;
  /** The current time in UTC with six decimals: `2025-03-15T13:52:41.614269Z`. */
  readonly now: string;
}

/**
 * How a POST makes a record and its file.
 * `Schema` is the schema of a written record, `Given` that of the request body.
 */
export interface Creation<
  Schema extends z.ZodObject = z.ZodObject,
  Given extends z.ZodObject = z.ZodObject,
> {
  /** The schema of the body. Unknown fields are refused unless it is loose. */
  readonly schema: Given;
  /** Returns the record to write. Its fields are written in that order, without undefined ones. */
  record(given: z.output<Given>, context: CreationContext): z.input<Schema>;
  /** Returns the path segments of the file below the collection's folder, without an extension. */
  file(record: z.input<Schema>): readonly string[];
}

/** A record as a point on a map, in degrees of WGS 84. */
export interface Feature<Properties = Published> {
  readonly longitude: number;
  readonly latitude: number;
  readonly properties: Properties;
}

/**
 * How records are points on a map: `/api/<name>_geojson/` is a GeoJSON FeatureCollection of them.
 * https://www.rfc-editor.org/rfc/rfc7946
 */
export interface Features<
  Schema extends z.ZodObject = z.ZodObject,
  Properties extends z.ZodObject = z.ZodObject,
> {
  /** The schema of the properties of a point. */
  readonly properties: Properties;
  /** Returns the point of a record, or null. */
  feature(
    record: z.output<Schema>,
    context: Context<NoInfer<Schema>>,
  ): Feature<z.input<Properties>> | null;
  /**
   * Returns a number, such as a population: the page's map shows the labels of records with higher
   * numbers first. The number is not published. Absent: the first features of the list come first.
   */
  rank?(record: z.output<Schema>, context: Context<NoInfer<Schema>>): number;
}

/**
 * A parameter that selects the records whose field matches its value. Absent properties follow from the name of the
 * parameter, as in Django: `price__gte` compares the field `price` by `min`.
 */
interface FilterDefinition<Schema extends z.ZodObject = z.ZodObject> {
  /**
   * A published field, such as `label`; one of an object in a record as `country.code`. Absent: the name of the
   * parameter, without its end.
   */
  readonly field?: string;
  /**
   * `equals`: the field has the value. `in`: it has one of several values. `contains`: it contains the value; case is
   * ignored. `min`, `max`, `above` and `below` compare numbers, dates and times. Absent: by the end of the name, such
   * as `__in`, or `equals`.
   */
  readonly match?: FilterMatch;
  /**
   * Returns the text that the page shows for a value of a record, such as the name of a country for its
   * code. It is called for public records only.
   */
  label?(record: z.output<Schema>, context: Context<NoInfer<Schema>>): string | undefined;
}

/** The index of the API has this path. */
export const RESERVED = ['index'];

/** Can a text be part of a path, a query, a file name and every host's rules without escaping? */
const isName = (text: string): boolean => /^[a-z][a-z0-9_]*$/.test(text);

/** As `isName`, with hyphens between its letters, digits and `_`. */
export const isCollectionName = (text: string): boolean => isName(text.replace(/-(?=[^-])/g, '_'));

/** Some hosts limit the length of a rule, and a rule may contain a name in several spellings. */
const MAX_NAME_LENGTH = 64;

/** The schema of a name. The parameters are the condition for its characters, and what it says in words. */
function nameSchema(isFit: (text: string) => boolean, characters: string) {
  const rule = `must be up to ${MAX_NAME_LENGTH} lower-case letters, ${characters}, beginning with a letter.`;
  return z.string().refine((text) => isFit(text) && text.length <= MAX_NAME_LENGTH, rule);
}

const NAME = nameSchema(isName, 'digits and _');

/** Paths of our own that a prefix would hide: hosts also send the pages without `.html`. */
const RESERVED_SEGMENTS = ['data', 'downloads', 'index', '404'];

/** Is a text one or more segments of a path that need no escaping in the rules of any host? */
function isPrefix(text: string): boolean {
  const segments = text.split('/');
  return (
    segments.every((segment) => /^[a-z0-9][a-z0-9_-]*$/.test(segment)) &&
    // Apache finds the site's folder by the first segment.
    isUnique(segments) &&
    !RESERVED_SEGMENTS.includes(segments[0] ?? '') &&
    text.length <= MAX_NAME_LENGTH
  );
}

const NO_PREFIX = `must be one or more different segments, such as v1 or api/v2: up to ${MAX_NAME_LENGTH} lower-case letters, digits, _ and -. The first must not be ${RESERVED_SEGMENTS.join(', ')}.`;

const isUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

/** An emoji can be several code points. */
const EMOJI = String.raw`\p{RGI_Emoji}|\p{Extended_Pictographic}`;
const ICON = new RegExp(`^(?:${EMOJI}|[\\p{L}\\p{N}]{1,2})$`, 'v');

const HTTP_URL = z.string().refine(isHttpUrl, NO_HTTP_URL);

const SOURCE = z
  .strictObject({
    name: z.string(),
    /** An absolute URL of http or https. */
    url: HTTP_URL.optional(),
    /** The data's licence: its name, or its name and the address of its text. */
    licence: z
      .union([z.string(), z.strictObject({ name: z.string(), url: HTTP_URL })], {
        error: 'must be a name, or { name, url }.',
      })
      .optional(),
    /** The data that come from this source, as a phrase: `the names of the countries`. */
    data: z.string(),
  })
  .readonly();

/** A source of the published data. */
export type Source = z.output<typeof SOURCE>;

/** The properties of a collection that are plain data. */
const COLLECTION_DATA = {
  /** A segment of its paths, and the name of its folder in the content folder. */
  name: nameSchema(
    (text) => isCollectionName(text) && !RESERVED.includes(text),
    `digits, _ and single hyphens between them, and not ${RESERVED}`,
  ),
  /** The title of its list, in the page and in the response to `OPTIONS`. */
  title: z.string(),
  description: z.string(),
  /** The source of a regular expression that all keys match. */
  keyPattern: z.string().optional(),
  /** The address of a live API that the command `pull` fetches the records from. */
  source: HTTP_URL.optional(),
  /** How its content files are read. */
  content: z
    .strictObject({
      /** The name of the list that holds the records, in JSON and YAML files that wrap it in an object. */
      from: z.string().optional(),
      /** What separates the cells of CSV files. Absent: `,`, and a tab in `.tsv` files. */
      delimiter: z.enum([',', ';', '\t']).optional(),
      /** The field that has the text of a Markdown file, after the other fields in its front matter. */
      body: z.string().optional(),
      /** The field that has the name of the record's file, without its folders and its extension. */
      fileName: z.string().optional(),
    })
    .readonly()
    .optional(),
  /** The published fields that the parameter `search` looks in. */
  search: z.array(z.string()).min(1).readonly().optional(),
  /** What is prerendered in addition to the pages of all records. Absent: no filter. */
  prerender: z
    .strictObject({
      /** Names of filters: each value that occurs in a record is prerendered, and each combination. */
      filters: z.array(z.string()).min(1).readonly().optional(),
      /** The values of `ordering`, in addition to the default order. */
      orderings: z.array(z.string()).readonly().optional(),
      /** The values of `format` that have pages of their own, without a filter: their links keep it on every host. */
      formats: z.array(z.string()).readonly().optional(),
    })
    .readonly()
    .optional(),
  /** False if records have no addresses of their own, such as `/api/peaks/1/`. */
  items: z.boolean().optional(),
  /** False if `downloads/` has no files of it. */
  downloads: z.boolean().optional(),
  /**
   * Where the page finds what fields mean: the keys of the records of a collection are the names of fields.
   * Absent: only their schema explains them.
   */
  fieldsFrom: z
    .strictObject({
      collection: z.string(),
      /** The fields of those records with the label, the meaning and the group of a field. */
      label: z.string(),
      description: z.string().optional(),
      group: z.string().optional(),
    })
    .readonly()
    .optional(),
  /**
   * What the page's map shows. Absent: the page has a map if there are `features`, with all points in one
   * colour.
   */
  map: z
    .strictObject({
      /** The number among the properties of its points that gives them their colours. */
      value: z.string().optional(),
      /**
       * The collection whose features have the positions of the records with the same keys. Absent: the
       * collection's own features.
       */
      features: z.string().optional(),
    })
    .readonly()
    .optional(),
};

/**
 * A collection of records, such as `neighborhoods`.
 * `Schema` is the schema of a written record, `Shown` that of a published record, `Given` that of the
 * body of a POST, `Properties` that of a record's properties on a map.
 *
 * Descriptions (`describe`) and titles (`meta`) of these schemas appear in the API's description.
 */
export interface Collection<
  Schema extends z.ZodObject = z.ZodObject,
  Shown extends z.ZodObject = z.ZodObject,
  Given extends z.ZodObject = z.ZodObject,
  Properties extends z.ZodObject = z.ZodObject,
> extends Readonly<z.output<z.ZodObject<typeof COLLECTION_DATA>>> {
  /** The schema of a written record. Unknown fields are refused unless it is loose. */
  readonly schema: Schema;
  /** The field that identifies a record: a string or an integer that can be a file name. */
  readonly key: keyof z.output<Schema> & string;
  /**
   * The published field that names a record for people, as the page shows it. Absent: `label`, `title`
   * or `name`, or else the first field.
   */
  readonly label?: FieldOf<NoInfer<Shown>>;
  /** The schema of a published record. Absent: that of a written record. */
  readonly published?: Shown;
  /** Returns the published record, with its fields in order; present if `published` is. */
  publish?(record: z.output<Schema>, context: Context<NoInfer<Schema>>): z.input<Shown>;
  /** Is the record published? Absent: all records are. */
  isPublic?(record: z.output<Schema>, context: Context<NoInfer<Schema>>): boolean;
  /** Returns the problems of a record that matches its schema. */
  check?(record: z.output<Schema>, context: Context<NoInfer<Schema>>): Iterable<Finding>;
  /** Returns values that no two records may share, each under its name in errors. */
  unique?(published: z.input<Shown>): Readonly<Record<string, string>>;
  /** The values of `ordering`, without the `-` that reverses one. */
  readonly orderings?: Readonly<Record<string, Ordering<PathOf<NoInfer<Shown>>>>>;
  /** The default order. Absent: by file path, then the order in the file. */
  readonly order?: Sort<PathOf<NoInfer<Shown>>>;
  /**
   * The published field with the time of a record's last change: an ISO 8601 date, or a date with a
   * time. The page shows the newest one.
   */
  readonly updated?: FieldOf<NoInfer<Shown>>;
  /** The filters by the names of their parameters. */
  readonly filters?: Readonly<Record<string, FilterDefinition<Schema>>>;
  /** Absent: the list is not paginated. */
  readonly pagination?: Pagination;
  /** Absent: its records have no position on a map. */
  readonly features?: Features<Schema, Properties>;
  /** How a POST creates a record. Absent: POST is not allowed. */
  readonly create?: Creation<Schema, Given>;
}

/** The names of an object's fields. */
type FieldOf<Shape extends z.ZodObject> = keyof z.output<Shape> & string;

/** These names, and those of fields of objects in the fields, such as `country.name`. */
type PathOf<Shape extends z.ZodObject> = FieldOf<Shape> | `${FieldOf<Shape>}.${string}`;

/** A value of `ordering`. */
interface Ordering<Field extends string = string> extends Sort<Field> {
  /** False if only code answers it: the site has neither pages nor chunks in this order. */
  readonly printed?: boolean;
}

/** True if an object schema accepts unknown fields, as loose ones do. */
export const isOpen = ({ def: { catchall } }: z.ZodObject): boolean =>
  catchall !== undefined && catchall._zod.def.type !== 'never';

/** The schema, made strict unless it accepts unknown fields. */
export const strictUnlessLoose = (schema: z.ZodObject): z.ZodObject =>
  isOpen(schema) ? schema : schema.strict();

/** All orders of a collection's records. */
export const sortsOf = ({ orderings = {}, order }: Collection): Sort[] =>
  Object.values<Sort>(orderings).concat(order ?? []);

/** The values of `ordering` that have pages. */
export const printedOrderings = ({ orderings = {} }: Collection): string[] =>
  bothDirections(Object.keys(orderings).filter((name) => orderings[name]?.printed !== false));

/** The properties of an API that are plain data. */
const API_DATA = {
  name: z.string(),
  description: z.string(),
  /** The version of the API. */
  version: z.string().default('1.0.0'),
  /** The icon of the page: an emoji, or one or two letters. Absent: the first letter of the name. */
  icon: z.string().regex(ICON, 'must be an emoji, or one or two letters').optional(),
  /** The first segments of its paths, such as `v1` or `api/v2`. Absent: `api`. */
  prefix: z.string().refine(isPrefix, NO_PREFIX).optional(),
  /** Where its data comes from. */
  sources: z.array(SOURCE).readonly().optional(),
  /** The accepted values of `format`; they all mean JSON. */
  formats: z
    .array(NAME)
    .refine(isUnique, 'must not contain one twice')
    .readonly()
    .default(['json']),
  /**
   * What code answers to a request with a parameter that its endpoint does not have: the same as without it,
   * or status 400. Absent: `ignore`. Hosts with rules always ignore it.
   */
  unknownParameters: z.enum(['ignore', 'refuse']).optional(),
  /** The name of the collection that the page opens with. Absent: the first one with records and pages. */
  main: z.string().optional(),
};

/** An API: the collections below one path, such as `/api/`. */
export interface Api extends Readonly<z.output<z.ZodObject<typeof API_DATA>>> {
  readonly collections: readonly Collection[];
}

/** An API as written; `defineApi` adds the defaults. */
interface ApiInput
  extends Readonly<z.input<z.ZodObject<typeof API_DATA>>>,
    Pick<Api, 'collections'> {}

/** The names of a definition that is found without `--api`, next to the content folder. */
export const DEFINITION_FILES = ['api.mjs', 'api.js', 'api.ts'];

/** Returns a collection as it is, with its types; `defineApi` checks it. */
export const defineCollection = <
  S extends z.ZodObject,
  P extends z.ZodObject = S,
  G extends z.ZodObject = z.ZodObject,
  F extends z.ZodObject = z.ZodObject,
>(
  collection: Collection<S, P, G, F>,
): Collection<S, P> => collection;

const aFunction = z.custom((value) => typeof value === 'function', 'must be a function.');
// Not by `instanceof`: it may be made by another copy of zod.
const aSchema = z.custom(
  (value) => Object(value).shape && Object(value).strict && Object(value)._zod,
  'must be a z.object of zod 4, such as z.object({ id: z.int(), name: z.string() }).',
);
const aSort = z.strictObject({
  field: z.string(),
  kind: z.enum(ORDERING_KINDS),
  descending: z.boolean().optional(),
});
const aFilter = z.strictObject({
  field: z.string().optional(),
  match: z.enum(FILTER_MATCHES).optional(),
  label: aFunction.optional(),
});

/** A collection, for definitions in plain JavaScript. */
export const COLLECTION = z.strictObject({
  ...COLLECTION_DATA,
  schema: aSchema,
  key: z.string(),
  label: z.string().optional(),
  published: aSchema.optional(),
  publish: aFunction.optional(),
  isPublic: aFunction.optional(),
  check: aFunction.optional(),
  unique: aFunction.optional(),
  orderings: z.record(NAME, aSort.extend({ printed: z.boolean().optional() })).optional(),
  order: aSort.optional(),
  updated: z.string().optional(),
  filters: z.record(NAME, aFilter).optional(),
  pagination: z
    .strictObject({
      style: z.enum(PAGINATION_STYLES).optional(),
      limits: z.array(z.int().min(1)).refine(isUnique, 'must not contain one twice'),
      default: z.number(),
      all: z.boolean().optional(),
    })
    .refine((page) => page.limits.includes(page.default), 'default is not among its limits.')
    .optional(),
  features: z
    .strictObject({ properties: aSchema, feature: aFunction, rank: aFunction.optional() })
    .optional(),
  create: z.strictObject({ schema: aSchema, record: aFunction, file: aFunction }).optional(),
});

const API = z.strictObject({ ...API_DATA, collections: z.array(COLLECTION).min(1) });

/**
 * Defines an API.
 * @throws UsageError where a name can't be part of a path, a file name or a host's rule, and where a
 * property is misspelt, has the wrong type or contradicts another
 */
export function defineApi(input: ApiInput): Api {
  const { data, error } = API.safeParse(input, { error: definitionMistake });
  if (error) throw new UsageError(describeIssues(input, error.issues));
  const api = { ...data, collections: input.collections };
  const [mistake] = apiMistakes(api);
  if (mistake !== undefined) throw new UsageError(mistake);
  return api;
}

/** What is wrong between the properties of an API, as sentences. */
function* apiMistakes(api: Api): Generator<string> {
  const { main, collections } = api;
  const names = collections.map(({ name }) => name);
  const paths = collections.flatMap(({ name, features }) =>
    features ? [name, featuresName(name)] : name,
  );
  const shared = paths.map(underscored).find((path, index, all) => all.indexOf(path) !== index);
  if (shared !== undefined)
    yield `Two collections or features have the name ${shared}. Choose names that differ in more than - and _.`;
  yield* unknownName('The main', main, names);
  for (const one of collections)
    for (const mistake of collectionMistakes(one, api))
      yield `The collection ${one.name}: ${mistake}`;
}

/** What is wrong between the properties of a collection, as sentences that follow its name. */
function* collectionMistakes(collection: Collection, api: Api): Generator<string> {
  yield* writtenMistakes(collection);
  yield* schemaMistakes(collection);
  yield* publishedMistakes(collection);
  yield* filterMistakes(collection);
  yield* prerenderMistakes(collection, api);
  yield* fieldsFromMistakes(collection, api);
  yield* mapMistakes(collection, api);
}

function* writtenMistakes(collection: Collection): Generator<string> {
  const { schema, key, keyPattern = '', content = {}, create } = collection;
  const fields = Object.keys(schema.shape);
  yield* unknownName('its key', key, fields);
  yield* unknownName('its content.body', content.body, fields);
  yield* unknownName('its content.fileName', content.fileName, fields);
  try {
    new RegExp(keyPattern);
  } catch (error) {
    yield `keyPattern: ${(error as Error).message}.`;
  }
  if ([undefined, null].some((none) => schema.shape[key].safeParse(none).success))
    yield `its key, ${key}, must not be optional or null.`;
  yield* fieldCheck(schema)(`its key is the field ${key}`, [key], KEY_TYPES);
  if (content.fileName !== undefined && create)
    yield 'it can’t have both content.fileName and create.';
  // A new record is answered with its address.
  if (create && collection.items === false) yield 'it can’t have both create and items: false.';
}

function* schemaMistakes(collection: Collection): Generator<string> {
  const { schema, published, publish, features, create } = collection;
  if (!published !== !publish) yield 'it must have both published and publish, or neither.';
  yield* jsonMistakes('schema', schema, 'input');
  yield* jsonMistakes(published ? 'published' : 'schema', published ?? schema, 'output');
  if (!published) yield* transformMistakes(schema);
  yield* jsonMistakes('features.properties', features?.properties, 'output');
  yield* jsonMistakes('create.schema', create?.schema, 'input');
}

function* publishedMistakes(collection: Collection): Generator<string> {
  const { schema, published = schema, label, updated, order, orderings, filters } = collection;
  const checkField = fieldCheck(published);
  const labelTypes = [...TEXT, ...NUMERIC];
  if (label !== undefined)
    yield* checkField(`its label is the field ${label}`, [label], labelTypes);
  if (updated !== undefined)
    yield* checkField(`its updated is the field ${updated}`, [updated], TEXT);
  for (const [name, { field, kind }] of Object.entries<Sort>({
    ...orderings,
    ...(order && { 'by default': order }),
  })) {
    const use = `its ordering ${name} sorts by the field ${field} (kind ${kind})`;
    yield* checkField(use, field.split('.'), KIND_TYPES[kind]);
  }
  const taken = [...FIXED_PARAMETERS, ...(collection.search ? ['search'] : [])];
  for (const name of Object.keys(filters ?? {}))
    if (taken.includes(name)) yield `its filter ${name} has the name of another parameter.`;
}

function* prerenderMistakes(collection: Collection, { formats }: Api): Generator<string> {
  const { filters = {}, prerender = {} } = collection;
  const orderings = printedOrderings(collection);
  const prerendered = { filters: Object.keys(filters), orderings, formats };
  for (const [property, known] of Object.entries(prerendered))
    for (const name of prerender[property as keyof typeof prerendered] ?? [])
      yield* unknownName(`one of its prerender.${property}`, name, known);
}

function* fieldsFromMistakes({ fieldsFrom }: Collection, { collections }: Api): Generator<string> {
  if (!fieldsFrom) return;
  const { collection, ...uses } = fieldsFrom;
  const names = collections.map(({ name }) => name);
  yield* unknownName('its fieldsFrom.collection', collection, names);
  const source = collections.find(({ name }) => name === collection);
  const fields = Object.keys((source?.published ?? source?.schema)?.shape ?? {});
  for (const [use, field] of Object.entries(uses))
    yield* unknownName(`its fieldsFrom.${use}`, field, fields);
}

function* mapMistakes(
  { name, features, map }: Collection,
  { collections }: Api,
): Generator<string> {
  if (!map) return;
  const { features: from = name, value } = map;
  const names = collections.map((one) => one.name);
  yield* unknownName('its map.features', from, names);
  if (from !== name && features) yield 'it can’t have both features and map.features.';
  const properties = collections.find((one) => one.name === from)?.features?.properties;
  if (!properties)
    yield 'its map needs features, or map.features with the name of a collection that has them.';
  else if (value !== undefined)
    yield* fieldCheck(properties)(`its map.value is the property ${value}`, [value], NUMBERS);
}

/** What is wrong with a name that must be one of others, after the property that has it. */
function* unknownName(property: string, name: string | undefined, known: readonly string[]) {
  if (name === undefined || known.includes(name)) return;
  const help = suggestion(name, known) || ` Possible: ${known.join(', ') || 'none'}.`;
  yield `${property} is ${JSON.stringify(name)}, which does not exist.${help}`;
}

/** Returns a function that finds what is wrong with the use of a field, which must have some types. */
function fieldCheck(schema: z.ZodObject) {
  const typesAt = fieldTypes(schema);
  return function* (use: string, path: readonly string[], fitting: readonly string[]) {
    const types = typesAt(path);
    const unfit = types?.filter((type) => !fitting.includes(type) && type !== 'null') ?? [];
    const help = suggestion(path.join('.'), Object.keys(schema.shape));
    if (!types) yield `${use}, but its records have no such field.${help}`;
    if (unfit.length > 0)
      yield `${use}, whose type can be ${unfit.join(' or ')}. It must be ${fitting.join(' or ')}.`;
  };
}

const TEXT = ['string'];
const NUMBERS = ['number', 'integer'];
const NUMERIC = [...NUMBERS, 'boolean'];
const KEY_TYPES = [...TEXT, ...NUMBERS];

/** The JSON types that each kind of ordering can compare. */
const KIND_TYPES = { code: TEXT, caseless: TEXT, text: TEXT, number: NUMERIC };

/** Whose features the page's map of a collection shows, and the value of their colours; undefined: it has no map. */
export function mapOf(
  { name, features, map = {} }: Collection,
  collections: readonly Collection[],
): { readonly features: string; readonly value?: string } | undefined {
  const from = map.features ?? (features && name);
  if (from === undefined) return undefined;
  const other = from === name ? map : collections.find((one) => one.name === from)?.map;
  const value = map.value ?? other?.value;
  return { features: from, ...(value !== undefined && { value }) };
}
