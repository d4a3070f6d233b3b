import type { z } from 'zod';
import type { Pagination } from '../core/grid.ts';
import type { Sort } from '../core/ordering.ts';
import { UsageError } from '../util/problem.ts';
import { definitionMistake, describeIssue } from './definition-mistake.ts';
import { apiMistakes } from './mistakes.ts';
import {
  API,
  type API_DATA,
  type COLLECTION_DATA,
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

/** A source of the published data. */
export type Source = z.output<typeof SOURCE>;

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
  /**
   * The field that identifies a record: a string or an integer that can be a file name. Or several fields, such as
   * `['country', 'year']`, whose values identify it, joined by `-`: `NO-2020`.
   */
  readonly key: KeyOf<FieldOf<Schema>>;
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
  /**
   * The published fields that hold the key of a record, or a list of keys, each with the name of its collection:
   * `{ 'country.code': 'countries' }`. The page links the values. Whether the records exist is for `check` to tell.
   */
  readonly references?: Readonly<Partial<Record<PathOf<NoInfer<Shown>>, string>>>;
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

/** One of these names, or several. */
type KeyOf<Field> = Field | readonly [Field, Field, ...Field[]];

/** These names, and those of fields of objects in the fields, such as `country.name`. */
type PathOf<Shape extends z.ZodObject> = FieldOf<Shape> | `${FieldOf<Shape>}.${string}`;

/** A value of `ordering`. */
interface Ordering<Field extends string = string> extends Sort<Field> {
  /** False if only code answers it: the site has neither pages nor chunks in this order. */
  readonly printed?: boolean;
}

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

/**
 * Defines an API.
 * @throws UsageError with a line for each name that can't be part of a path, a file name or a host's rule,
 * and for each property that is misspelt, has the wrong type or contradicts another
 */
export function defineApi(input: ApiInput): Api {
  const { data, error } = API.safeParse(input, { error: definitionMistake });
  const mistakes = data
    ? [...apiMistakes(data)]
    : error.issues.map((issue) => describeIssue(input, issue));
  if (!data || mistakes.length > 0) throw new UsageError(mistakes.join('\n'));
  return { ...data, collections: input.collections };
}
