import { z } from 'zod';
import type { Match } from '../core/filter.ts';
import { PAGINATION_STYLES } from '../core/grid.ts';
import { ORDERING_KINDS } from '../core/ordering.ts';
import { DATE_FORMS, ENCODINGS, NUMBER_FORMS } from './forms.ts';

/*
 * What a definition can have: the types of its plain properties, and the checks of each property by itself.
 */

/** The index of the API has this path. */
export const RESERVED = ['index'];

/** Some hosts limit the length of a rule, and a rule may contain a name in several spellings. */
const MAX_NAME_LENGTH = 64;

/** Can a text be the name of a collection in a path, a file name and every host's rules without escaping? */
export const isCollectionName = (text: string): boolean =>
  /^[a-z][a-z0-9_]*(?:-[a-z0-9_]+)*$/.test(text) && text.length <= MAX_NAME_LENGTH;

/** @param characters what a name can have, in words */
const nameSchema = (isFit: (text: string) => boolean, characters: string) =>
  z
    .string()
    .refine(isFit, `must be up to ${MAX_NAME_LENGTH} ${characters}, beginning with a letter.`);

/** The name of a filter, or of an ordering. */
const PARAMETER = nameSchema(
  (text) => /^[A-Za-z]\w*$/.test(text) && text.length <= MAX_NAME_LENGTH,
  'ASCII letters, digits and _',
);

const FORMAT_NAME = nameSchema(
  (text) => isCollectionName(text) && !text.includes('-'),
  'lower-case letters, digits and _',
);

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

/** Like `z.strictObject`, which loses the docstrings of the shape in the declarations of the package. */
const strictObject: <S extends z.ZodRawShape>(shape: S) => z.ZodObject<S, z.core.$strict> =
  z.strictObject;

export const SOURCE = strictObject({
  /**
   * The name of the source.
   * @example name: 'OpenStreetMap'
   */
  name: z.string(),
  /**
   * Its absolute address.
   * @example url: 'https://www.openstreetmap.org/'
   */
  url: HTTP_URL.optional(),
  /**
   * A name, or `{ name, url }` with the address of the text.
   * @example licence: 'ODbL'
   */
  licence: z
    .union([z.string(), z.strictObject({ name: z.string(), url: HTTP_URL })], {
      error: 'must be a name, or { name, url }.',
    })
    .optional(),
  /**
   * What comes from it, as a phrase.
   * @example data: 'the heights'
   */
  data: z.string(),
}).readonly();

const NAMES = z.array(z.string()).readonly();

/** What can separate the cells of a CSV file. */
export const DELIMITERS = [',', ';', '\t', '|', '~', '^', ':'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** A form of all fields, or of some by their names. */
const formsOf = <T extends readonly string[]>(forms: T) =>
  z.union([z.enum(forms), z.record(z.string(), z.enum(forms))]).optional();

export const DATA_SOURCE = strictObject({
  /**
   * The address.
   * @example url: 'https://example.org/peaks.csv'
   */
  url: HTTP_URL,
  /**
   * `'list'`: a list of an API without pages is whole.
   * @example count: 'list'
   */
  count: z.literal('list').optional(),
  /**
   * Where this list is in a JSON object; `.` for the object itself.
   * @example list: 'data.peaks'
   */
  list: z.string().optional(),
  /**
   * How numbers are written as text: `1,234.5` or `1.234,5`, also by field.
   * @example numbers: '1.234,5'
   */
  numbers: formsOf(NUMBER_FORMS),
  /**
   * How dates are written: `day.month`, `day/month` or `month/day`, also by field.
   * @example dates: { day: 'month/day' }
   */
  dates: formsOf(DATE_FORMS),
  /**
   * The signs next to the numbers of fields.
   * @example signs: { share: '%' }
   */
  signs: z.record(z.string(), z.string()).optional(),
  /**
   * The encoding: `windows-1252`. Default: UTF-8 or UTF-16.
   * @example encoding: 'windows-1252'
   */
  encoding: z.enum(ENCODINGS).optional(),
}).readonly();

const NO_SOURCE =
  "must be an address, such as 'https://example.org/peaks.csv', or { url, count, list, numbers, dates, signs, encoding }.";

/** The properties of a collection that are plain data. */
export const COLLECTION_DATA = {
  /**
   * The name in paths, and of the folder: up to 64 lower-case letters, digits, `_` and `-`.
   * @example name: 'bike-shops'
   */
  name: nameSchema(
    (text) => isCollectionName(text) && !RESERVED.includes(text),
    `lower-case letters, digits, _ and single hyphens between them, and not ${RESERVED}`,
  ),
  /**
   * The title of the listing.
   * @example title: 'Bike Shops'
   */
  title: z.string(),
  /**
   * The title on the page. Default: the name in words.
   * @example heading: 'Shops'
   */
  heading: z.string().optional(),
  /**
   * What the records are, in a sentence.
   * @example description: 'All shops.'
   */
  description: z.string(),
  /**
   * A regular expression for whole keys. Default: any key.
   * @example keyPattern: '[A-Z]{2}'
   */
  keyPattern: z.string().optional(),
  /**
   * The address from which `pull` fetches the records, or `{ url, … }` with how to read them.
   * @example source: 'https://example.org/api/peaks/'
   */
  source: z.union([HTTP_URL, DATA_SOURCE], { error: NO_SOURCE }).optional(),
  /**
   * A build with fewer published records stops. Default: 1 with `source`, else 0.
   * @example atLeast: 2000
   */
  atLeast: z.int().min(0).optional(),
  /**
   * `true`: a build may replace all records by others, such as those of another week.
   * @example rolling: true
   */
  rolling: z.boolean().optional(),
  /**
   * How to read the files.
   * @example content: { delimiter: ';' }
   */
  content: strictObject({
    /**
     * The list in a JSON or YAML file that is an object. Default: its only list of objects.
     * @example from: 'peaks'
     */
    from: z.string().optional(),
    /**
     * What separates CSV cells: one of `,;|~^:` or a tab. Default: a comma; in `.tsv`, a tab.
     * @example delimiter: ';'
     */
    delimiter: z.enum(DELIMITERS).optional(),
    /**
     * `false`: quotes in CSV are part of the text; no cell contains a delimiter or line break.
     * @example quote: false
     */
    quote: z.literal(false).optional(),
    /**
     * The field for the text of Markdown files; required if there are any.
     * @example body: 'text'
     */
    body: z.string().optional(),
    /**
     * The field for the file’s name without folders and extension; one record per file. Not with `create`.
     * @example fileName: 'name'
     */
    fileName: z.string().optional(),
  })
    .readonly()
    .optional(),
  /**
   * The first columns on the page and in CSV: published fields. Default: as in the schema.
   * @example columns: ['name', 'elevation']
   */
  columns: NAMES.refine(isUnique, NOT_UNIQUE).optional(),
  /**
   * The published fields that `search` looks in: texts, or lists of texts.
   * @example search: ['name', 'range']
   */
  search: z.array(z.string()).min(1).readonly().optional(),
  /**
   * What has pages on hosts with rules, in addition to all records.
   * @example prerender: { filters: ['range'] }
   */
  prerender: strictObject({
    /**
     * Filters (`equals`, `contains` or `isnull`): each value, and each combination that occurs, has pages.
     * @example filters: ['country', 'state']
     */
    filters: z.array(z.string()).min(1).readonly().optional(),
    /**
     * `false`: each of these filters by itself, no combinations.
     * @example combine: false
     */
    combine: z.boolean().optional(),
    /**
     * The values of `ordering` with these filters. Default: only the default order.
     * @example orderings: ['-elevation']
     */
    orderings: NAMES.optional(),
    /**
     * The values of `format` with pages of their own, whose links keep it.
     * @example formats: ['api']
     */
    formats: NAMES.optional(),
  })
    .readonly()
    .optional(),
  /**
   * `false`: records have no addresses, such as `/api/peaks/1/`. Not with `create`.
   * @example items: false
   */
  items: z.boolean().optional(),
  /**
   * `true`: the one record, without a key, is at the address of the collection: `/api/meta/`.
   * @example single: true
   */
  single: z.boolean().optional(),
  /**
   * `false`: no files in `downloads/`.
   * @example downloads: false
   */
  downloads: z.boolean().optional(),
  /**
   * The collection whose keys are names of fields, and which of its fields explain them. Optional:
   * `description`, `group`.
   * @example fieldsFrom: { collection: 'scores', label: 'title', group: 'category' }
   */
  fieldsFrom: strictObject({
    /**
     * The name of the collection whose records explain the fields.
     * @example collection: 'scores'
     */
    collection: z.string(),
    /**
     * The field of its records with the label of a field.
     * @example label: 'title'
     */
    label: z.string(),
    /**
     * The field with the meaning of a field.
     * @example description: 'meaning'
     */
    description: z.string().optional(),
    /**
     * The field with the group of a field.
     * @example group: 'category'
     */
    group: z.string().optional(),
  })
    .readonly()
    .optional(),
  /**
   * `value`: the number that colours the points of the map. `features`: the collection with the points of the
   * same keys.
   * @example map: { value: 'score' }
   */
  map: strictObject({
    /**
     * The number among the properties of the points that colours them. Default: one colour.
     * @example value: 'score'
     */
    value: z.string().optional(),
    /**
     * The collection with the points of the records with the same keys. Default: this one.
     * @example features: 'towns'
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
  isnull: 'isnull',
} as const satisfies Record<string, Match>;

export type FilterMatch = (typeof FILTER_MATCHES)[keyof typeof FILTER_MATCHES];

const NO_KEY = 'must be one field, or a list of two or more different fields.';

const NOT_A_LIMIT = 'default is not among its limits. Add it to the limits, or choose one of them.';

const sort = {
  field: z.string(),
  kind: z.enum(ORDERING_KINDS),
  descending: z.boolean().optional(),
};

const anOrdering = z.strictObject({ ...sort, printed: z.boolean().optional() });

const aFilter = z.strictObject({
  field: z.string().optional(),
  match: z.enum(FILTER_MATCHES).optional(),
  label: aFunction.optional(),
});

/** A collection, for definitions in plain JavaScript. */
export const COLLECTION = z.strictObject({
  ...COLLECTION_DATA,
  schema: aSchema,
  key: z
    .union(
      [
        z.string(),
        // `defineApi` gives a single collection an empty list.
        z.array(z.string()).refine((names) => names.length !== 1 && isUnique(names), NO_KEY),
      ],
      { error: NO_KEY },
    )
    .optional(),
  records: aFunction.optional(),
  aliases: aFunction.optional(),
  listed: NAMES.refine(isUnique, NOT_UNIQUE).optional(),
  label: z.string().optional(),
  published: aSchema.optional(),
  publish: aFunction.optional(),
  isPublic: aFunction.optional(),
  check: aFunction.optional(),
  unique: aFunction.optional(),
  orderings: z.record(PARAMETER, anOrdering).optional(),
  order: z.strictObject(sort).optional(),
  updated: z.string().optional(),
  references: z.record(z.string(), z.string()).optional(),
  filters: z.record(PARAMETER, aFilter).optional(),
  pagination: z
    .strictObject({
      style: z.enum(PAGINATION_STYLES).optional(),
      limits: z.array(z.int().min(1)).refine(isUnique, NOT_UNIQUE),
      default: z.number(),
      all: z.boolean().optional(),
    })
    .refine((page) => page.limits.includes(page.default), NOT_A_LIMIT)
    .optional(),
  features: z
    .strictObject({ properties: aSchema, feature: aFunction, rank: aFunction.optional() })
    .optional(),
  create: z.strictObject({ schema: aSchema, record: aFunction, file: aFunction }).optional(),
});

/** The properties of an API that are plain data. */
export const API_DATA = {
  /**
   * The name of the API.
   * @example name: 'Peaks'
   */
  name: z.string(),
  /**
   * What the API is about, in a sentence.
   * @example description: 'High mountains.'
   */
  description: z.string(),
  /**
   * The version of the API. Default: `1.0.0`.
   * @example version: '2.1.0'
   */
  version: z.string().default('1.0.0'),
  /**
   * An emoji, or one or two letters. Default: the first letter of the name.
   * @example icon: '⛰️'
   */
  icon: z.string().regex(ICON, 'must be an emoji, or one or two letters').optional(),
  /**
   * The first segments of paths. Default: `api`.
   * @example prefix: 'api/v2'
   */
  prefix: z.string().refine(isPrefix, NO_PREFIX).optional(),
  /**
   * Where the data comes from.
   * @example sources: [{ name: 'Survey', data: 'the heights' }]
   */
  sources: z.array(SOURCE).readonly().optional(),
  /**
   * The values of `format`, which all mean JSON. Default: `json`.
   * @example formats: ['json', 'api']
   */
  formats: z.array(FORMAT_NAME).refine(isUnique, NOT_UNIQUE).readonly().default(['json']),
  /**
   * `'refuse'`: hosts with rules or code answer 400 to an unknown parameter. Default: `'ignore'`.
   * @example unknownParameters: 'refuse'
   */
  unknownParameters: z.enum(['ignore', 'refuse']).optional(),
  /**
   * The collection that the page opens with. Default: the first with records and pages.
   * @example main: 'peaks'
   */
  main: z.string().optional(),
};

/** An API, for definitions in plain JavaScript. */
export const API = z.strictObject({
  ...API_DATA,
  collections: z.array(COLLECTION).min(1),
});
