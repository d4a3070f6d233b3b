/*
 * client.js answers every request of the API from the store of a site, on any host: from a browser,
 * also from a page of another origin, from Node 20.19 or later, Deno and Bun. In memory it keeps up to
 * 16 MiB of the files that it has read, in decoded form.
 *
 *   import { connect } from "./client.js";
 *   const api = await connect('https://example.org/cities/');
 *   const page = await api.get('/api/cities/?search=port&limit=37');
 */

/**
 * Opens a site.
 * @param site the absolute address of the site's folder, also a `file:` URL; absent: the folder of client.js
 * @throws an Error that names the address, if no site is there
 */
export declare function connect(site?: string | URL, options?: ReadOptions): Promise<Api>;

/** The API of a site. Each answer has the records of one build, also while the site is replaced. */
export interface Api {
  /**
   * Gets the body of an answer, parsed. A missing slash at the end of the path is added.
   * @param path a path and a query such as `/api/cities/?limit=5`, without the path of the site's own
   * address; or the address in a `next` or `previous`
   * @throws ApiError for an answer that is an error; TypeError for an address elsewhere; an Error if the
   * site can't be read; the signal's reason
   */
  get<Body = unknown>(path: string | URL, options?: ReadOptions): Promise<Body>;
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
   * equal values of a filter; null if there are no such filters. Elements of a list are JSON, each on a line
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
  constructor(status: number, detail: string);
}
