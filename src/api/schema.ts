import { z } from 'zod';
import type { Match } from '../core/filter.ts';
import { PAGINATION_STYLES } from '../core/grid.ts';
import { ORDERING_KINDS } from '../core/ordering.ts';

/*
 * What a definition can have: the types of its plain properties, and the checks of each property by itself. The
 * example of a property is shown where its value has the wrong type.
 */

/** The index of the API has this path. */
export const RESERVED = ['index'];

/** Some hosts limit the length of a rule, and a rule may contain a name in several spellings. */
const MAX_NAME_LENGTH = 64;

/** Can a text be the name of a collection in a path, a file name and every host's rules without escaping? */
export const isCollectionName = (text: string): boolean =>
  /^[a-z][a-z0-9_]*(?:-[a-z0-9_]+)*$/.test(text) && text.length <= MAX_NAME_LENGTH;

/** @param characters what a name can have in addition to letters, in words */
const nameSchema = (isFit: (text: string) => boolean, characters: string) =>
  z
    .string()
    .refine(
      isFit,
      `must be up to ${MAX_NAME_LENGTH} lower-case letters, ${characters}, beginning with a letter.`,
    );

/** The name of a parameter, or a value of one. */
const NAME = nameSchema((text) => isCollectionName(text) && !text.includes('-'), 'digits and _');

const isUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
const NOT_UNIQUE = 'must not contain one twice';

/** Paths of our own that a prefix would hide: hosts also send the pages without `.html`. */
const RESERVED_SEGMENTS = ['data', 'downloads', 'index', '404'];

/** Is a text one or more segments of a path that need no escaping in the rules of any host? */
const isPrefix = (text: string): boolean =>
  /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_-]*)*$/.test(text) &&
  // Apache finds the site's folder by the first segment.
  isUnique(text.split('/')) &&
  !RESERVED_SEGMENTS.includes(text.replace(/\/.*/, '')) &&
  text.length <= MAX_NAME_LENGTH;

const NO_PREFIX = `must be one or more different segments, such as v1 or api/v2: up to ${MAX_NAME_LENGTH} lower-case letters, digits, _ and -. The first must not be ${RESERVED_SEGMENTS.join(', ')}.`;

/** An emoji can be several code points. */
const EMOJI = String.raw`\p{RGI_Emoji}|\p{Extended_Pictographic}`;
const ICON = new RegExp(`^(?:${EMOJI}|[\\p{L}\\p{N}]{1,2})$`, 'v');

/** The characters of a URL outside percent-encoded ones. https://www.rfc-editor.org/rfc/rfc3986#section-2 */
const CHARACTERS = "(?:[\\w.~!$&'()*+,;=:@/?-]|%[\\dA-Fa-f]{2})*";

const ESCAPED = new RegExp(`^https?://[\\w.~:[\\]-]+(?:[/?]${CHARACTERS})?(?:#${CHARACTERS})?$`);

const NO_HTTP_URL =
  'must be an absolute URL with percent-encoded special characters, such as https://example.org/a%20b.zip';

/** An absolute URL of http or https as it is written in a document: all other characters are escaped. */
export const HTTP_URL = z
  .string()
  .refine((text) => ESCAPED.test(text) && URL.canParse(text), NO_HTTP_URL)
  .meta({ format: 'uri' });

export const SOURCE = z
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
  .meta({ example: "{ name: 'OpenStreetMap', data: 'the positions' }" })
  .readonly();

const NAMES = z.array(z.string()).readonly();

/** What can separate the cells of a CSV file. */
export const DELIMITERS = [',', ';', '\t', '|', '~', '^', ':'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The properties of a collection that are plain data. */
export const COLLECTION_DATA = {
  /** A segment of its paths, and the name of its folder in the content folder. */
  name: nameSchema(
    (text) => isCollectionName(text) && !RESERVED.includes(text),
    `digits, _ and single hyphens between them, and not ${RESERVED}`,
  ),
  /** The title of its list, in the page and in the response to `OPTIONS`. */
  title: z.string(),
  /** What the page calls it, such as `What the scores mean`. Absent: its name in words. */
  heading: z.string().optional(),
  description: z.string(),
  /** The source of a regular expression that all keys match. */
  keyPattern: z.string().meta({ example: "'[0-9]+'" }).optional(),
  /** The address of a live API that the command `pull` fetches the records from. */
  source: HTTP_URL.optional(),
  /** How its content files are read. */
  content: z
    .strictObject({
      /** The name of the list that holds the records, in JSON and YAML files that wrap it in an object. */
      from: z.string().optional(),
      /** What separates the cells of CSV files. Absent: `,`, and a tab in `.tsv` files. */
      delimiter: z.enum(DELIMITERS).optional(),
      /** False if quotes in CSV files are characters like any other, and no cell is in quotes. */
      quote: z.literal(false).optional(),
      /** The field that has the text of a Markdown file, after the other fields in its front matter. */
      body: z.string().optional(),
      /** The field that has the name of the record's file, without its folders and its extension. */
      fileName: z.string().optional(),
    })
    .meta({ example: "{ delimiter: ';' }" })
    .readonly()
    .optional(),
  /**
   * The order of published fields in tables: the page and CSV. Other fields follow. Absent: the order in the schema,
   * in which JavaScript puts names that are whole numbers, such as years, first.
   */
  columns: NAMES.refine(isUnique, NOT_UNIQUE).optional(),
  /** The published fields that the parameter `search` looks in. */
  search: z.array(z.string()).min(1).meta({ example: "['name']" }).readonly().optional(),
  /** What is prerendered in addition to the pages of all records. Absent: no filter. */
  prerender: z
    .strictObject({
      /** Names of filters: each value that occurs in a record is prerendered, and each combination. */
      filters: z.array(z.string()).min(1).readonly().optional(),
      /** The values of `ordering`, in addition to the default order. */
      orderings: NAMES.optional(),
      /** The values of `format` that have pages of their own, without a filter: their links keep it on every host. */
      formats: NAMES.optional(),
    })
    .meta({ example: "{ filters: ['country'] }" })
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

/** What `check` returns for each problem. */
export const FINDING = z
  .object({
    code: z.enum(['bad-value', 'missing-field', 'reference', 'path']),
    /** Where in the record, such as `['subdivisions', 0, 'code']`; empty for the whole record. */
    path: z.array(z.union([z.string(), z.number()])).readonly(),
    message: z.string(),
    help: z.string(),
  })
  .readonly();

const aFunction = z.custom((value) => typeof value === 'function', 'must be a function.');
// Not by `instanceof`: it may be made by another copy of zod.
const isOfZod4 = (value: unknown): boolean => Boolean(Object(value)._zod);
const aSchema = z.custom<z.ZodObject>(
  (value) =>
    isOfZod4(value) && Object(value).strict && Object.values(Object(value).shape).every(isOfZod4),
  "must be a z.object of zod 4, and so must its fields, such as z.object({ id: z.int(), name: z.string() }). Import z from 'staticrest'.",
);

/** How a filter of a definition compares a field with its value, by the end of the name of the parameter. */
export const FILTER_MATCHES = {
  exact: 'equals',
  in: 'in',
  icontains: 'contains',
  gte: 'min',
  lte: 'max',
  gt: 'above',
  lt: 'below',
} as const satisfies Record<string, Match>;

export type FilterMatch = (typeof FILTER_MATCHES)[keyof typeof FILTER_MATCHES];

const NO_KEY = 'must be one field, or a list of two or more different fields.';

const NOT_A_LIMIT = 'default is not among its limits. Add it to the limits, or choose one of them.';

const SORT = "{ field: 'name', kind: 'text' }";
const sort = {
  field: z.string(),
  kind: z.enum(ORDERING_KINDS),
  descending: z.boolean().optional(),
};

const anOrdering = z
  .strictObject({ ...sort, printed: z.boolean().optional() })
  .meta({ example: SORT });

const FILTER = "{ field: 'name', match: 'equals' }";
const aFilter = z
  .strictObject({
    field: z.string().optional(),
    match: z.enum(FILTER_MATCHES).optional(),
    label: aFunction.optional(),
  })
  .meta({ example: FILTER });

/** A collection, for definitions in plain JavaScript. */
export const COLLECTION = z
  .strictObject({
    ...COLLECTION_DATA,
    schema: aSchema,
    key: z.union([
      z.string().meta({ example: "'id'" }),
      z.array(z.string()).refine((names) => names.length > 1 && isUnique(names), NO_KEY),
    ]),
    label: z.string().optional(),
    published: aSchema.optional(),
    publish: aFunction.optional(),
    isPublic: aFunction.optional(),
    check: aFunction.optional(),
    unique: aFunction.optional(),
    orderings: z
      .record(NAME, anOrdering)
      .meta({ example: `{ name: ${SORT} }` })
      .optional(),
    order: z.strictObject(sort).meta({ example: SORT }).optional(),
    updated: z.string().optional(),
    references: z.record(z.string(), z.string()).optional(),
    filters: z
      .record(NAME, aFilter)
      .meta({ example: `{ name: ${FILTER} }` })
      .optional(),
    pagination: z
      .strictObject({
        style: z.enum(PAGINATION_STYLES).optional(),
        limits: z.array(z.int().min(1)).refine(isUnique, NOT_UNIQUE).meta({ example: '[20, 100]' }),
        default: z.number(),
        all: z.boolean().optional(),
      })
      .refine((page) => page.limits.includes(page.default), NOT_A_LIMIT)
      .meta({ example: '{ limits: [20, 100], default: 20 }' })
      .optional(),
    features: z
      .strictObject({ properties: aSchema, feature: aFunction, rank: aFunction.optional() })
      .optional(),
    create: z.strictObject({ schema: aSchema, record: aFunction, file: aFunction }).optional(),
  })
  .meta({ example: 'a result of defineCollection' });

/** The last sentence of descriptions until somebody writes them; a new project has it. */
export const NO_DESCRIPTION = 'They have no description yet.';

/** The properties of an API that are plain data. */
export const API_DATA = {
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
    .refine(isUnique, NOT_UNIQUE)
    .meta({ example: "['json']" })
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

/** An API, for definitions in plain JavaScript. */
export const API = z
  .strictObject({
    ...API_DATA,
    collections: z.array(COLLECTION).min(1).meta({ example: '[peaks]' }),
  })
  .meta({
    example: "{ name: 'Peaks', description: 'High mountains.', collections: [peaks] }",
  });
