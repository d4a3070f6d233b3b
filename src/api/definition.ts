import type { z } from 'zod';
import type { Pagination } from '../core/grid.ts';
import type { Sort } from '../core/ordering.ts';
import { UsageError } from '../util/problem.ts';
import { describeIssue, issueMessage } from './issue.ts';
import { apiMistakes } from './mistakes.ts';
import {
  API,
  type API_DATA,
  type COLLECTION_DATA,
  type DATA_SOURCE,
  type FINDING,
  type FilterMatch,
  type SOURCE,
} from './schema.ts';

/** A problem of a record that its schema can't express. */
export type Finding = z.output<typeof FINDING>;

/** A published record; its fields are serialized in their order. */
export type Published = Readonly<Record<string, unknown>>;

/**
 * What callbacks of a definition can use in addition to the record.
 * `Schema` is the schema of a record of their own collection.
 */
export interface Context<Schema extends z.ZodObject = z.ZodObject> {
  /**
   * The file below the content folder: `books/novels/emma.yaml`.
   * @example file.split('/')
   */
  readonly file: string;
  /**
   * The collection that is being defined.
   * @example find(self, parent)
   */
  readonly self: Collection<Schema>;
  /**
   * The record with this key or alias as in the content, or `undefined`. Only `check` of a private record finds
   * private ones.
   * @example find(ranges, 'alps')?.name
   */
  find<S extends z.ZodObject>(
    collection: Collection<S>,
    key: string | number | null | undefined,
  ): z.output<S> | undefined;
  /**
   * All published records, as in the content.
   * @example all(peaks).length
   */
  all<S extends z.ZodObject>(collection: Collection<S>): z.output<S>[];
  /**
   * The published records with these values in their fields, or in lists there; or those for which a function
   * returns true.
   * @example where(books, { author: id })
   */
  where<S extends z.ZodObject>(
    collection: Collection<S>,
    wanted: FieldValues<z.output<S>> | ((record: z.output<S>) => unknown),
  ): z.output<S>[];
  /**
   * The absolute address of a published record by its key or alias. Throws if there is none.
   * @example link(books, 'emma')
   */
  link(collection: Collection, key: string | number): string;
}

/** Values of some fields of a record; of a list, that of an element. */
type FieldValues<Fields> = { readonly [Name in keyof Fields]?: ElementOf<Fields[Name]> };
type ElementOf<Value> = Value extends readonly (infer Element)[] ? Element : Value;

/** What finds the records that others are made of. They can’t be changed. */
export type RecordSources = Pick<Context, 'all' | 'find' | 'where'>;

/** Values that a new record takes from the moment of its creation. */
export interface CreationContext {
  /**
   * Returns a new random UUID, version 4.
   * @example uuid()
   */
  uuid(): string;
  /**
   * The current time in UTC, with six decimals.
   * @example now === '2025-03-15T13:52:41.614269Z'
   */
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
  /**
   * The schema of the body. Other fields are errors unless it is loose.
   * @example schema: z.object({ name: z.string() })
   */
  readonly schema: Given;
  /**
   * Returns the record to write. `uuid()` is a new UUID, `now` the time.
   * @example record: (body, { uuid }) => ({ id: uuid(), ...body })
   */
  record(given: z.output<Given>, context: CreationContext): z.input<Schema>;
  /**
   * Returns the path of the file in the collection’s folder, as segments, without extension.
   * @example file: ({ name }) => ['new', name]
   */
  file(record: z.input<Schema>): readonly string[];
}

/** A record as a point on a map, in degrees of WGS 84. */
export interface Feature<Properties = Published> {
  /** In degrees, from -180 to 180. */
  readonly longitude: number;
  /** In degrees, from -90 to 90. */
  readonly latitude: number;
  /** What the point has in addition to its position. */
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
  /**
   * The schema of a point’s properties.
   * @example properties: z.object({ name: z.string() })
   */
  readonly properties: Properties;
  /**
   * Returns `{ longitude, latitude, properties }` in degrees of WGS 84, or `null`.
   * @example feature: ({ longitude, latitude, name }) => ({ longitude, latitude, properties: { name } })
   */
  feature(
    record: z.output<Schema>,
    context: Context<NoInfer<Schema>>,
  ): Feature<z.input<Properties>> | null;
  /**
   * Returns a number, which is not published. The map shows labels of higher ones first. Default: as listed.
   * @example rank: ({ population }) => population
   */
  rank?(record: z.output<Schema>, context: Context<NoInfer<Schema>>): number;
}

/**
 * A parameter that selects the records whose field matches its value. Absent properties follow from the name of the
 * parameter, as in Django: `price__gte` compares the field `price` by `min`.
 */
interface FilterDefinition<Schema extends z.ZodObject = z.ZodObject> {
  /**
   * A published field, or one of an object. Default: the filter’s name without an end such as `__gte`.
   * @example field: 'country.code'
   */
  readonly field?: string;
  /**
   * How to compare. Default: by the end of the name, or `equals`.
   * @example match: 'contains'
   */
  readonly match?: FilterMatch;
  /**
   * Returns the text that the page shows for a record’s value.
   * @example label: ({ country }) => country.name
   */
  label?(record: z.output<Schema>, context: Context<NoInfer<Schema>>): string | undefined;
}

/** A source of the published data. */
export type Source = z.output<typeof SOURCE>;

/** What `pull` fetches the records of a collection from, and how they are read. */
export type DataSource = z.output<typeof DATA_SOURCE>;

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
  /**
   * The schema of a record in the content. Other fields are errors unless it is loose.
   * @example schema: z.object({ id: z.int() })
   */
  readonly schema: Schema;
  /**
   * The field that identifies a record, or a list of fields. Never optional or null. Not with `single`.
   * @example key: 'id'
   */
  readonly key: KeyOf<FieldOf<Schema>>;
  /**
   * Returns the records, made of published records of others as in their content, in place of a folder.
   * Of collections with `records`, it finds those before it.
   * @example records: ({ all }) => all(peaks).map(({ range }) => ({ range }))
   */
  records?(sources: RecordSources): Iterable<z.input<NoInfer<Schema>>>;
  /**
   * Returns other keys of a record, which lead to it, too.
   * @example aliases: ({ formerName }) => [formerName]
   */
  aliases?(record: z.output<Schema>): readonly (string | number | null | undefined)[];
  /**
   * The published field that names a record. Default: `label`, `title` or `name`, else the first.
   * @example label: 'name'
   */
  readonly label?: FieldOf<NoInfer<Shown>>;
  /**
   * The schema of a published record; required with `publish`.
   * @example published: z.object({ id: z.int() })
   */
  readonly published?: Shown;
  /**
   * Returns the published record, its fields in the order of answers.
   * @example publish: ({ id }) => ({ id })
   */
  publish?(record: z.output<Schema>, context: Context<NoInfer<Schema>>): z.input<Shown>;
  /**
   * The published fields that listings have. The address of a record has all.
   * @example listed: ['id', 'name']
   */
  readonly listed?: readonly FieldOf<NoInfer<Shown>>[];
  /**
   * Whether a record is published. Default: all are.
   * @example isPublic: ({ closed }) => !closed
   */
  isPublic?(record: z.output<Schema>, context: Context<NoInfer<Schema>>): boolean;
  /**
   * Returns the problems of a record that matches the schema, each `{ code, path, message, help }`. `code`:
   * `bad-value`, `missing-field`, `reference` or `path`.
   * @example check: ({ to }, { find }) => (find(ranges, to) ? [] : [problem])
   */
  check?(record: z.output<Schema>, context: Context<NoInfer<Schema>>): Iterable<Finding>;
  /**
   * Returns values, by name, that must differ in each record.
   * @example unique: ({ name }) => ({ name })
   */
  unique?(published: z.input<Shown>): Readonly<Record<string, string>>;
  /**
   * The values of `ordering`; also reversed: `-elevation`. Named as `filters`.
   * @example orderings: { elevation: { field: 'elevation', kind: 'number' } }
   */
  readonly orderings?: Readonly<Record<string, Ordering<PathOf<NoInfer<Shown>>>>>;
  /**
   * The order without `ordering`. Default: by file path, then as in the file.
   * @example order: { field: 'name', kind: 'text' }
   */
  readonly order?: Sort<PathOf<NoInfer<Shown>>>;
  /**
   * The published field with the date or time of a record’s last change.
   * @example updated: 'updated_at'
   */
  readonly updated?: FieldOf<NoInfer<Shown>>;
  /**
   * The published fields with keys or aliases of another collection, whose records must be published.
   * @example references: { 'country.code': 'countries' }
   */
  readonly references?: Readonly<Partial<Record<PathOf<NoInfer<Shown>>, string>>>;
  /**
   * The parameters that select records: letters of either case, digits, `_`.
   * @example filters: { price__gte: {}, tag: { field: 'tags' } }
   */
  readonly filters?: Readonly<Record<string, FilterDefinition<Schema>>>;
  /**
   * The page sizes. Default: no pages.
   * @example pagination: { limits: [20, 100], default: 20 }
   */
  readonly pagination?: Pagination;
  /**
   * Points on the map, and in GeoJSON at `/api/<name>_geojson/`.
   * @example features: { properties, feature }
   */
  readonly features?: Features<Schema, Properties>;
  /**
   * How POST makes a record under `dev`.
   * @example create: { schema, record, file }
   */
  readonly create?: Creation<Schema, Given>;
}

/** The names of an object's fields. */
type FieldOf<Shape extends z.ZodObject> = keyof z.output<Shape> & string;

/** One of these names, or several. */
type KeyOf<Field> = Field | readonly [Field, Field, ...Field[]];

/** These names, and those of fields of objects in the fields, such as `country.name`. */
type PathOf<Shape extends z.ZodObject> = FieldOf<Shape> | `${FieldOf<Shape>}.${string}`;

/** A value of `ordering`. */
interface Ordering<Field extends string = string> extends Sort<Field> {
  /**
   * `false`: no pages; only hosts with code answer it.
   * @example printed: false
   */
  readonly printed?: boolean;
}

/** An API: the collections below one path, such as `/api/`. */
export interface Api extends Readonly<z.output<z.ZodObject<typeof API_DATA>>> {
  /**
   * The collections, in the order of the page.
   * @example collections: [ranges, peaks]
   */
  readonly collections: readonly Collection[];
}

/** An API as written; `defineApi` adds the defaults. */
interface ApiInput
  extends Readonly<z.input<z.ZodObject<typeof API_DATA>>>,
    Pick<Api, 'collections'> {}

/** The names of a definition that is found without `--api`, next to the content folder. */
export const DEFINITION_FILES = ['api.mjs', 'api.js', 'api.ts'];

/** Returns a collection as it is, with its types; `defineApi` checks it. One with `single` has no key. */
export function defineCollection<S extends z.ZodObject, P extends z.ZodObject = S>(
  collection: Omit<Collection<S, P>, 'key'> & { readonly single: true },
): Collection<S, P>;
export function defineCollection<
  S extends z.ZodObject,
  P extends z.ZodObject = S,
  G extends z.ZodObject = z.ZodObject,
  F extends z.ZodObject = z.ZodObject,
>(collection: Collection<S, P, G, F>): Collection<S, P>;
export function defineCollection(collection: object): Collection {
  return collection as Collection;
}

/**
 * Defines an API.
 * @throws UsageError with a line for each name that can't be part of a path, a file name or a host's rule,
 * and for each property that is misspelt, has the wrong type or contradicts another
 */
export function defineApi(input: ApiInput): Api {
  const { data, error } = API.safeParse(input, { error: issueMessage });
  const mistakes = data
    ? [...apiMistakes(data)]
    : error.issues.map((issue) => describeIssue(input, issue));
  if (!data || mistakes.length > 0) throw new UsageError(mistakes.join('\n'));
  // The record of a single collection has no key, and no address but that of the collection.
  const collections = input.collections.map((one) =>
    one.single ? { ...one, key: [] as never, items: false } : one,
  );
  return { ...data, collections };
}
