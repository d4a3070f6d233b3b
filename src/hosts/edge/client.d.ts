/*
 * client.js answers every request of the API from the store of a site, on any host: from a browser,
 * also from a page of another origin, from Node 20.19 or later, Deno and Bun. In memory it keeps up to
 * 16 MiB of the files that it has read, in decoded form.
 *
 *   import { connect } from "./client.js";
 *   const api = await connect('https://example.org/cities/');
 *   const page = await api.get('/api/cities/?search=port&limit=37');
 *   const found = await api.list('cities', { search: 'port', limit: 37 });
 */

/**
 * Opens a site.
 * @param site the absolute address of the site's folder, also a `file:` URL; absent: the folder of client.js
 * @throws NetworkError if the site can't be read, or no site is there
 */
export declare function connect(site?: string | URL, options?: ReadOptions): Promise<Api>;

/** The API of a site. Each answer has the records of one build, also while the site is replaced. */
export interface Api {
  /**
   * When the site was last looked at for changes, which an answer does after a minute. Where the host can't be
   * reached, answers are made from what is loaded, and this time stays.
   */
  readonly updated: Date;
  /**
   * Gets the body of an answer, parsed. A missing slash at the end of the path is added. The type of a text whose
   * path is known is that of the answer, and a path that the API does not have is an error; any other text, such as
   * a `next`, has the type that is asked for.
   * @param path a path and a query such as `/api/cities/?limit=5`, without the path of the site's own
   * address; or the address in a `next` or `previous`
   * @throws ApiError for an answer that is an error; TypeError for an address elsewhere; NetworkError if the
   * site can't be read, after a second attempt; the signal's reason
   */
  get<Body = unknown, const Path extends string | URL = string | URL>(
    path: Path & Known<Path>,
    options?: ReadOptions,
  ): Promise<Result<Path, Body>>;
  /**
   * Gets a listing. A list is one parameter with commas between its values.
   * @throws as `get`; TypeError for a list that is empty, or has a value with a comma
   */
  list<Name extends keyof Collections>(
    name: Name,
    parameters?: Collections[Name]['parameters'],
    options?: ReadOptions,
  ): Promise<Collections[Name]['list']>;
  /**
   * Gets a whole answer: its status, headers and bytes. Errors and redirects are answers too.
   * @param path as for `get`
   * @throws as `get`, but no ApiError
   */
  response(path: string | URL, options?: RequestOptions): Promise<Response>;
  /**
   * Finds the file of the site with the body of an answer, which every host sends at its path.
   * @returns its path, relative to the site's folder; null if no file has it, so that it is composed from records
   * @throws as `response`
   */
  findFile(path: string | URL, options?: ReadOptions): Promise<string | null>;
  /**
   * Finds the records of a listing, on all its pages, or one record.
   * @returns for each place in the default order of the collection 1 if its record is among them, else 0; null if
   * they are all records
   * @throws as `response`, and a TypeError if the request is an error
   */
  rows(path: string | URL, options?: ReadOptions): Promise<Uint8Array | null>;
  /**
   * Reads the values of a field that filters compare, such as `country.code`, in the default order of the collection.
   * @returns the texts of the values, also of numbers, if few are different; else the numbers that ranges compare,
   * NaN where there is none: those of decimals, and microseconds from 1970 for times; without ranges, the texts that
   * equal values of a filter; null if there are no such filters. For fields of single values: the elements of a list
   * are one text, each as JSON on a line
   */
  column(
    collection: string,
    field: string,
    options?: ReadOptions,
  ): Promise<readonly (string | number | undefined)[] | null>;
}

export interface ReadOptions {
  /** Aborts reading the site. Calls without a signal share the files that they read at the same time. */
  readonly signal?: AbortSignal | undefined;
}

export interface RequestOptions extends ReadOptions {
  /** Default: `GET`. */
  readonly method?: string | undefined;
  /** `If-None-Match` is looked at, and no other header. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The body of a listing that has pages. */
export interface Page<Item = unknown> {
  /** How many records match the request. */
  readonly count: number;
  /** The addresses of the next and the previous page, which `get` accepts. */
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly Item[];
}

/** An answer that is an error. */
export declare class ApiError extends Error {
  /** The status of the answer, such as 404. */
  readonly status: number;
  /** What is wrong, as the answer says. */
  readonly detail: string;
  /** The parameter whose value is not supported; empty if the error is about something else. */
  readonly parameter: string;
  /** The supported values of the parameter, or the addresses of the collections. */
  readonly supported: readonly string[];
  constructor(status: number, body: Readonly<Record<string, unknown>>);
}

/** The site can't be read: the host can't be reached, answers with an error, or has no site there. */
export declare class NetworkError extends Error {
  /** The address that was asked for. */
  readonly address: string;
  /** The status of the response, if it was an error. */
  readonly status?: number | undefined;
  constructor(address: string, message: string, options?: { status?: number; cause?: unknown });
}

/** What requests for the collections get, by name; a site has the types of its own. */
export interface Collections {
  // biome-ignore lint/suspicious/noExplicitAny: any type can be expected of an API that is not known
  [name: string]: { list: any; record: any; parameters: Record<string, OneOrMore<Value>> };
}

/** The folder of the API in the site, and the address of the site. */
type Root = 'api';
type Base = string;

type Value = string | number | boolean | undefined;

/** A value, or several, which are sent with commas between them. */
type OneOrMore<T> = T | readonly T[];

/** The path of a request without its query. */
type Plain<Path> = Path extends `${infer Start}${'?' | '#'}${string}` ? Start : Path;

/** The body of the answer at a path; `never` if it is not known. */
type BodyAt<Path> =
  Plain<Path> extends `${'' | '/' | `${Base}/`}${Root}${infer Rest}` ? BodyBelow<Rest> : never;

type BodyBelow<Rest> = Rest extends '' | '/' | '/index.json'
  ? Readonly<Record<keyof Collections, string>>
  : Rest extends `/${infer Name}/${infer Rest}`
    ? Member<Name, KindBelow<Rest>>
    : Rest extends `/${infer Name}.json` | `/${infer Name}`
      ? Member<Name, 'list'>
      : never;

/** What is below the path of a collection; a text that is not known can be a key or a query. */
type KindBelow<Rest> = string extends Rest
  ? never
  : Rest extends '' | `${string}/${string}.json`
    ? 'list'
    : Rest extends `${string}/${infer More}`
      ? More extends ''
        ? 'record'
        : never
      : 'record';

type Member<Name, Kind extends 'list' | 'record'> = Name extends keyof Collections
  ? Collections[Name][Kind]
  : never;

type Result<Path, Body> = Path extends string
  ? [BodyAt<Path>] extends [never]
    ? Body
    : BodyAt<Path>
  : Body;

/** Refuses texts that are known in full, and are no paths of the API. */
type Known<Path> = [Wrong<Path>] extends [never]
  ? unknown
  : { readonly error: 'The API has no such path, or the site was built with another address.' };

type Wrong<Path> = Path extends string
  ? Record<never, 1> extends Record<Path, 1>
    ? never
    : [BodyAt<Path>] extends [never]
      ? Path
      : never
  : never;
