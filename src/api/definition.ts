import { z } from 'zod';
import { featuresName } from '../core/address.ts';
import { FIXED_PARAMETERS } from '../core/endpoint.ts';
import {
  bothDirections,
  DEFAULT_PREFIX,
  PAGINATION_STYLES,
  type Pagination,
} from '../core/grid.ts';
import { ORDERING_KINDS, type Sort } from '../core/ordering.ts';
import { UsageError } from '../util/problem.ts';
import { underscored } from '../util/text.ts';
import { definitionMistake, describeIssue, suggestion } from './definition-mistake.ts';
import { fieldTypes } from './field-types.ts';
import { FILTER_MATCHES, type FilterMatch, findFilterProblem } from './filter.ts';
import { isHttpUrl, NO_HTTP_URL } from './http-url.ts';
import { jsonMistake, transformMistake } from './json-mistake.ts';

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

/** The filters whose listings are pre-rendered, so that hosts that only follow rules answer them. */
const PRERENDER = z.strictObject({
  /** Names of filters: each value that occurs in a record is pre-rendered, and each combination. */
  filters: z.array(z.string()).min(1).readonly(),
  /** The values of `ordering`, in addition to the default order. */
  orderings: z.array(z.string()).readonly().optional(),
});

/** What the page's map of a collection shows. */
const MAP = z.strictObject({
  /** The number among the properties of its points that gives them their colours. */
  value: z.string().optional(),
  /**
   * The collection whose features have the positions of the records with the same keys. Absent: the
   * collection's own features.
   */
  features: z.string().optional(),
});

/** How the content files of a collection are read. */
const CONTENT = z.strictObject({
  /** The name of the list that holds the records, in JSON and YAML files that wrap it in an object. */
  from: z.string().optional(),
  /** What separates the cells of CSV files. Absent: `,`, and a tab in `.tsv` files. */
  delimiter: z.enum([',', ';', '\t']).optional(),
  /** The field that has the text of a Markdown file, after the other fields in its front matter. */
  body: z.string().optional(),
  /** The field that has the name of the record's file, without its folders and its extension. */
  fileName: z.string().optional(),
});

/** Where the page finds what fields mean: the keys of the records of a collection are the names of fields. */
const FIELDS_FROM = z.strictObject({
  collection: z.string(),
  /** The fields of those records with the label, the meaning and the group of a field. */
  label: z.string(),
  description: z.string().optional(),
  group: z.string().optional(),
});

const SOURCE = z.strictObject({
  name: z.string(),
  /** An absolute URL of http or https. */
  url: z.string().refine(isHttpUrl, NO_HTTP_URL).optional(),
  /** The data's licence: its name, or its name and the address of its text. */
  licence: z
    .union(
      [
        z.string(),
        z.strictObject({ name: z.string(), url: z.string().refine(isHttpUrl, NO_HTTP_URL) }),
      ],
      { error: 'must be a name, or { name, url }.' },
    )
    .optional(),
  /** The data that come from this source, as a phrase: `the names of the countries`. */
  data: z.string(),
});

/** A source of the published data. */
export type Source = Readonly<z.output<typeof SOURCE>>;

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
> {
  /** A segment of its paths, and the name of its folder in the content folder. */
  readonly name: string;
  /** The title of its list, in the page and in the response to `OPTIONS`. */
  readonly title: string;
  readonly description: string;
  /** The schema of a written record. Unknown fields are refused unless it is loose. */
  readonly schema: Schema;
  /** The field that identifies a record: a string or an integer that can be a file name. */
  readonly key: keyof z.output<Schema> & string;
  /** The source of a regular expression that all keys match. */
  readonly keyPattern?: string;
  /**
   * The published field that names a record for people, as the page shows it. Absent: `label`, `title`
   * or `name`, or else the first field.
   */
  readonly label?: FieldOf<NoInfer<Shown>>;
  /** The address of a live API that the command `pull` fetches the records from. */
  readonly source?: string;
  /** How its content files are read. */
  readonly content?: Readonly<z.output<typeof CONTENT>>;
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
  readonly orderings?: Readonly<Record<string, Sort<FieldOf<NoInfer<Shown>>>>>;
  /** The default order. Absent: by file path, then the order in the file. */
  readonly order?: Sort<FieldOf<NoInfer<Shown>>>;
  /**
   * The published field with the time of a record's last change: an ISO 8601 date, or a date with a
   * time. The page shows the newest one.
   */
  readonly updated?: FieldOf<NoInfer<Shown>>;
  /** The filters by the names of their parameters. */
  readonly filters?: Readonly<Record<string, FilterDefinition<Schema>>>;
  /** The published fields that the parameter `search` looks in. */
  readonly search?: readonly string[];
  /** What is pre-rendered in addition to the pages of all records. Absent: no filter. */
  readonly prerender?: Readonly<z.output<typeof PRERENDER>>;
  /** Absent: the list is not paginated. */
  readonly pagination?: Pagination;
  /** False if records have no addresses of their own, such as `/api/peaks/1/`. */
  readonly items?: boolean;
  /** False if `downloads/` has no files of it. */
  readonly downloads?: boolean;
  /** The collection whose records explain the fields of this one. Absent: only their schema does. */
  readonly fieldsFrom?: Readonly<z.output<typeof FIELDS_FROM>>;
  /** Absent: its records have no position on a map. */
  readonly features?: Features<Schema, Properties>;
  /** Absent: the page has a map if there are `features`, with all points in one colour. */
  readonly map?: Readonly<z.output<typeof MAP>>;
  /** How a POST creates a record. Absent: POST is not allowed. */
  readonly create?: Creation<Schema, Given>;
}

/** The names of an object's fields. */
type FieldOf<Shape extends z.ZodObject> = keyof z.output<Shape> & string;

/** True if an object schema accepts unknown fields, as loose ones do. */
export const isOpen = ({ def: { catchall } }: z.ZodObject): boolean =>
  catchall !== undefined && catchall._zod.def.type !== 'never';

/** The schema, made strict unless it accepts unknown fields. */
export const strictUnlessLoose = (schema: z.ZodObject): z.ZodObject =>
  isOpen(schema) ? schema : schema.strict();

/** All orders of a collection's records. */
export const sortsOf = ({ orderings = {}, order }: Collection): Sort[] =>
  Object.values(orderings).concat(order ?? []);

/** An API: the collections below one path, such as `/api/`. */
export interface Api {
  readonly name: string;
  readonly description: string;
  /** The version of the API, such as `1.0.0`. */
  readonly version: string;
  /** The icon of the page: an emoji, or one or two letters. Absent: the first letter of the name. */
  readonly icon?: string;
  /** The first segments of its paths, such as `v1` or `api/v2`. Absent: `api`. */
  readonly prefix?: string;
  /** Where its data comes from. */
  readonly sources?: readonly Source[];
  /** The accepted values of `format`; they all mean JSON. */
  readonly formats: readonly string[];
  /**
   * What code answers to a request with a parameter that its endpoint does not have: the same as without it,
   * or status 400. Absent: `ignore`. Hosts that follow rules always ignore it.
   */
  readonly unknownParameters?: (typeof UNKNOWN_PARAMETERS)[number];
  /** The name of the collection that the page opens with. Absent: the first one with records and pages. */
  readonly main?: string;
  readonly collections: readonly Collection[];
}

const UNKNOWN_PARAMETERS = ['ignore', 'refuse'] as const;

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

/**
 * Defines an API.
 * @throws UsageError where a name can't be part of a path, a file name or a host's rule, and where a
 * property is misspelt, has the wrong type or contradicts another
 */
export function defineApi(api: ApiInput): Api {
  const { issues = [] } = API.safeParse(api, { error: definitionMistake }).error ?? {};
  // A misspelt property may be what another issue misses.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  if (issue) throw new UsageError(describeIssue(api, issue));
  const { formats = ['json'], version = '1.0.0', collections } = api;
  assertPrefix(api.prefix);
  for (const format of formats) assertName(format, 'A format');
  if (duplicateIn(formats)) throw new UsageError('A format is listed twice.');
  const names = collections.flatMap(({ name, features }) =>
    features ? [name, featuresName(name)] : name,
  );
  const shared = duplicateIn(names.map(underscored));
  if (shared) {
    const same = names.filter((name) => underscored(name) === shared);
    throw new UsageError(
      `Two collections or features have the name ${[...new Set(same)].join(' or ')}. Choose names that differ in more than - and _.`,
    );
  }
  for (const collection of collections) {
    checkCollection(collection);
    checkMap(collection, collections);
  }
  assertKnownCollections(api);
  return { ...api, formats, version };
}

/** Checks the names of collections that the definition refers to. */
function assertKnownCollections({ main, collections }: ApiInput): void {
  const names = collections.map(({ name }) => name);
  const used = [
    ['main', main],
    ...collections.map(({ name, fieldsFrom }) => [`fieldsFrom of ${name}`, fieldsFrom?.collection]),
  ];
  for (const [property, name] of used) {
    if (name === undefined || names.includes(name)) continue;
    throw new UsageError(
      `The ${property} is ${JSON.stringify(name)}, which is no collection.${suggestion(name, names)} The collections are ${names.join(', ')}.`,
    );
  }
  for (const { name, fieldsFrom } of collections) {
    const { collection, ...uses } = fieldsFrom ?? {};
    const source = collections.find((one) => one.name === collection);
    const fields = Object.keys((source?.published ?? source?.schema)?.shape ?? {});
    for (const [use, field] of Object.entries(uses)) {
      if (field === undefined || fields.includes(field)) continue;
      throw new UsageError(
        `The collection ${name}: its fieldsFrom.${use} is ${field}, but ${collection} has no such field.${suggestion(field, fields)}`,
      );
    }
  }
}

/** An API as written; `defineApi` adds the defaults. */
type ApiInput = Omit<Api, 'formats' | 'version'> & Partial<Pick<Api, 'formats' | 'version'>>;

/** The first value that is in a list twice. */
const duplicateIn = <T>(values: readonly T[]): T | undefined =>
  values.find((value, index) => values.indexOf(value) !== index);

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

/** An emoji can be several code points. */
const EMOJI = String.raw`\p{RGI_Emoji}|\p{Extended_Pictographic}`;
const ICON = new RegExp(`^(?:${EMOJI}|[\\p{L}\\p{N}]{1,2})$`, 'v');

/** The types above as a schema, for definitions in plain JavaScript. */
const API = z.strictObject({
  name: z.string(),
  description: z.string(),
  version: z.string().optional(),
  icon: z.string().regex(ICON, 'must be an emoji, or one or two letters').optional(),
  prefix: z.string().optional(),
  sources: z.array(SOURCE).optional(),
  formats: z.array(z.string()).optional(),
  unknownParameters: z.enum(UNKNOWN_PARAMETERS).optional(),
  main: z.string().optional(),
  collections: z
    .array(
      z.strictObject({
        name: z.string(),
        title: z.string(),
        description: z.string(),
        schema: aSchema,
        key: z.string(),
        keyPattern: z.string().optional(),
        label: z.string().optional(),
        source: z.string().refine(isHttpUrl, NO_HTTP_URL).optional(),
        content: CONTENT.optional(),
        published: aSchema.optional(),
        publish: aFunction.optional(),
        isPublic: aFunction.optional(),
        check: aFunction.optional(),
        unique: aFunction.optional(),
        orderings: z.record(z.string(), aSort).optional(),
        order: aSort.optional(),
        updated: z.string().optional(),
        filters: z.record(z.string(), aFilter).optional(),
        search: z.array(z.string()).min(1).optional(),
        prerender: PRERENDER.optional(),
        pagination: z
          .strictObject({
            style: z.enum(PAGINATION_STYLES).optional(),
            limits: z.array(z.int().min(1)),
            default: z.number(),
            all: z.boolean().optional(),
          })
          .optional(),
        items: z.boolean().optional(),
        downloads: z.boolean().optional(),
        fieldsFrom: FIELDS_FROM.optional(),
        features: z
          .strictObject({ properties: aSchema, feature: aFunction, rank: aFunction.optional() })
          .optional(),
        map: MAP.optional(),
        create: z.strictObject({ schema: aSchema, record: aFunction, file: aFunction }).optional(),
      }),
    )
    .min(1),
});

/** Folders below `data/` that belong to no collection, and the name of the API root's OPTIONS body. */
export const RESERVED = ['index', 'options', 'errors'];

/** Can a text be part of a path, a query, a file name and every host's rules without escaping? */
export const isName = (text: string): boolean => /^[a-z][a-z0-9_]*$/.test(text);

/** Some hosts limit the length of a rule, and a rule may contain a name in several spellings. */
const MAX_NAME_LENGTH = 64;

/** As `isName`, with hyphens between its letters, digits and `_`. */
export const isCollectionName = (text: string): boolean => isName(text.replace(/-(?=[^-])/g, '_'));

function assertName(name: string, what: string, [isFit, characters] = NAME): void {
  if (isFit(name) && name.length <= MAX_NAME_LENGTH && !RESERVED.includes(name)) return;
  throw new UsageError(
    `${what} has the name ${JSON.stringify(name)}. Use up to ${MAX_NAME_LENGTH} lower-case letters, ` +
      `${characters}, beginning with a letter. These names are reserved: ${RESERVED.join(', ')}.`,
  );
}

/** The names of collections, and of what is named in a query. */
const COLLECTION_NAME = [isCollectionName, 'digits, _ and single hyphens between them'] as const;
const NAME: readonly [(text: string) => boolean, string] = [isName, 'digits and _'];

/** Paths of our own that a prefix would hide: hosts also send the pages without `.html`. */
const RESERVED_SEGMENTS = ['data', 'downloads', 'index', '404'];

/** @throws UsageError unless it is one or more segments of a path that need no escaping in the rules of any host */
function assertPrefix(prefix = DEFAULT_PREFIX): void {
  const trimmed = prefix.replace(/^\/+|\/+$/g, '');
  const segments = trimmed.split('/');
  const isFit =
    segments.every((segment) => /^[a-z0-9][a-z0-9_-]*$/.test(segment)) &&
    // Apache finds the site's folder by the first segment.
    !duplicateIn(segments) &&
    !RESERVED_SEGMENTS.includes(segments[0] ?? '') &&
    trimmed.length <= MAX_NAME_LENGTH;
  if (isFit && prefix === trimmed) return;
  throw new UsageError(
    `The prefix is ${JSON.stringify(prefix)}. ${
      isFit
        ? `Leave out the slash: write ${trimmed}.`
        : `Use one or more different segments, such as v1 or api/v2: up to ${MAX_NAME_LENGTH} lower-case letters, digits, _ and -. The first must not be ${RESERVED_SEGMENTS.join(', ')}.`
    }`,
  );
}

/** Returns a function that throws an error of a collection unless a condition is true. */
const assertionOf =
  ({ name }: Collection) =>
  (isTrue: boolean, otherwise: string): void => {
    if (!isTrue) throw new UsageError(`The collection ${name}: ${otherwise}`);
  };

/** Checks what does not concern the fields of published records. */
function checkWritten(collection: Collection): void {
  const { schema, key, content = {}, create, pagination } = collection;
  const assertThat = assertionOf(collection);
  for (const [property, field] of schemaFields(collection)) {
    const help = suggestion(field, Object.keys(schema.shape));
    const otherwise = `its ${property}, ${field}, is not a field of its schema.${help}`;
    assertThat(field in schema.shape, otherwise);
  }
  const keyMistake = mistakeOfKey(collection);
  assertThat(!keyMistake, `its key, ${key}, ${keyMistake}`);
  const isNamedTwice = content.fileName !== undefined && create !== undefined;
  assertThat(!isNamedTwice, 'it can’t have both content.fileName and create.');
  assertThat(sendsCreated(collection), 'it can’t have both create and items: false.');
  const arePaired = !collection.published === !collection.publish;
  assertThat(arePaired, 'it must have both published and publish, or neither.');
  for (const [property, mistake] of jsonMistakes(collection)) {
    assertThat(!mistake, `its ${property} ${mistake}`);
  }
  const pageMistake = pagination && mistakeOfPagination(pagination);
  assertThat(!pageMistake, `its ${pageMistake}`);
}

function checkCollection(collection: Collection): void {
  const { name, schema, published = schema, orderings = {}, prerender } = collection;
  const { filters = {}, updated } = collection;
  const assertThat = assertionOf(collection);
  assertName(name, 'A collection', COLLECTION_NAME);
  assertPattern(collection);
  checkWritten(collection);
  for (const ordering of Object.keys(orderings)) assertName(ordering, 'An ordering');
  const typesAt = fieldTypes(published);
  const assertType = (use: string, field: string, fitting: readonly string[]) => {
    const types = typesAt([field]);
    const help = suggestion(field, Object.keys(published.shape));
    assertThat(types !== undefined, `${use}, but its records have no such field.${help}`);
    const unfit = types?.filter((type) => !fitting.includes(type) && type !== 'null') ?? [];
    assertThat(
      unfit.length === 0,
      `${use}, whose type can be ${unfit.join(' or ')}. It must be ${fitting.join(' or ')}.`,
    );
  };
  const { label } = collection;
  if (label !== undefined) {
    assertType(`its label is the field ${label}`, label, [...TEXT, ...NUMERIC]);
  }
  for (const [one, { field, kind }] of namedSorts(collection)) {
    const use = `its ordering ${one} sorts by the field ${field} (kind ${kind})`;
    assertType(use, field, KIND_TYPES[kind]);
  }
  if (updated !== undefined) assertType(`its updated is the field ${updated}`, updated, TEXT);
  for (const parameter of Object.keys(filters)) {
    assertName(parameter, 'A filter');
    const isTaken =
      FIXED_PARAMETERS.includes(parameter) || (parameter === 'search' && collection.search);
    assertThat(!isTaken, `its filter ${parameter} has the name of another parameter.`);
  }
  const problem = findFilterProblem(collection);
  assertThat(problem === undefined, problem ?? '');
  const assertKnownNames = (
    what: string,
    names: readonly string[] = [],
    known: readonly string[],
  ) => {
    const unknown = names.find((name) => !known.includes(name));
    assertThat(!unknown, `its prerender.${what}s contain the unknown ${what} ${unknown}.`);
  };
  assertKnownNames('filter', prerender?.filters, Object.keys(filters));
  assertKnownNames('ordering', prerender?.orderings, bothDirections(Object.keys(orderings)));
}

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

function checkMap(collection: Collection, collections: readonly Collection[]): void {
  const { name, features, map } = collection;
  if (!map) return;
  const assertThat = assertionOf(collection);
  const from = map.features ?? name;
  const other = collections.find((one) => one.name === from);
  const help = suggestion(
    from,
    collections.map((one) => one.name),
  );
  assertThat(other !== undefined, `its map.features, ${from}, is not a collection.${help}`);
  const isOwn = from === name;
  assertThat(isOwn || !features, 'it can’t have both features and map.features.');
  const properties = other?.features?.properties;
  const otherwise = isOwn
    ? 'its map needs features, or map.features with the name of a collection that has them.'
    : `its map.features, ${from}, is a collection without features.`;
  assertThat(properties !== undefined, otherwise);
  if (!properties || map.value === undefined) return;
  const types = fieldTypes(properties)([map.value]) ?? [];
  assertThat(
    types.length > 0 && types.every((type) => ['number', 'integer', 'null'].includes(type)),
    `its map.value, ${map.value}, is not a number in features.properties${isOwn ? '' : ` of ${from}`}.${suggestion(map.value, Object.keys(properties.shape))}`,
  );
}

/** What is wrong with the page sizes, if anything. */
function mistakeOfPagination({ limits, default: size }: Pagination): string | undefined {
  if (duplicateIn(limits)) return 'limits contain a number twice.';
  return limits.includes(size) ? undefined : `default limit, ${size}, is not among its limits.`;
}

/** The fields of the schema that a collection names, after the properties that name them. */
const schemaFields = ({ key, content = {} }: Collection): [property: string, field: string][] => {
  const { body = key, fileName = key } = content;
  return Object.entries({ key, 'content.body': body, 'content.fileName': fileName });
};

function assertPattern({ name, keyPattern = '' }: Collection): void {
  try {
    new RegExp(keyPattern);
  } catch (error) {
    throw new UsageError(`The collection ${name}: keyPattern: ${(error as Error).message}.`);
  }
}

/** What is wrong with the type of the key, if anything. */
function mistakeOfKey({ key, schema }: Collection): string | undefined {
  const isOptional = [undefined, null].some((none) => schema.shape[key].safeParse(none).success);
  if (isOptional) return 'must not be optional or null.';
  const other = fieldTypes(schema)([key])?.find((type) => !KEY_TYPES.includes(type));
  return other && `must be text or a number, not ${other}.`;
}

/** What is wrong with the types of each schema of a collection, if anything. */
const jsonMistakes = ({ schema, published, features, create }: Collection) =>
  [
    ['schema', jsonMistake(schema, 'input')],
    published
      ? ['published', jsonMistake(published, 'output')]
      : ['schema', jsonMistake(schema, 'output') ?? transformMistake(schema)],
    ['features.properties', features && jsonMistake(features.properties, 'output')],
    ['create.schema', create && jsonMistake(create.schema, 'input')],
  ] as const;

/** A new record is answered with its address. */
const sendsCreated = ({ create, items }: Collection): boolean => !create || items !== false;

/** All orders of a collection's records, each with its name in messages. */
const namedSorts = ({ orderings = {}, order }: Collection): [name: string, Sort][] =>
  Object.entries<Sort>(orderings).concat(order ? [['by default', order]] : []);

const TEXT = ['string'];
const NUMERIC = ['number', 'integer', 'boolean'];
const KEY_TYPES = ['string', 'number', 'integer'];

/** The JSON types that each kind of ordering can compare. */
const KIND_TYPES = { code: TEXT, caseless: TEXT, text: TEXT, number: NUMERIC };
