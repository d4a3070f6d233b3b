import type { IncomingMessage } from 'node:http';
import type { FieldPath } from '../content/format.ts';
import { hrefAt } from '../core/endpoint.ts';
import { findCollection, type Grid } from '../core/grid.ts';
import { allowing } from '../core/header.ts';
import { type Reply, reply, uncachedReply } from '../core/reply.ts';
import { METHODS, segmentsOf } from '../core/resolve.ts';
import type { Problem } from '../util/problem.ts';
import { refusalOf } from './guard.ts';
import type { ServedSite } from './site-folder.ts';

/** Adds records to a site. */
export interface Creator {
  /** The collections that accept new records. */
  readonly collections: readonly string[];
  /**
   * Adds the record of a request's body. It can be called again before an earlier call has ended.
   * @returns the record's key, once the record is served
   * @throws PostRejection where the record can't be added
   */
  create(collection: string, body: Uint8Array): Promise<string>;
}

/** The methods of a collection that takes new records. */
const CREATING_METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS'];

/** The collection with a path, if it is one of some that take new records. */
export const creatingAt = (grid: Grid, path: string, names: readonly string[]) =>
  names.find((name) => segmentsOf(grid, path)?.join('/') === name);

/** The methods of a path of the API. @param names the collections that take new records */
export const methodsAt = (grid: Grid, path: string, names: readonly string[]) =>
  creatingAt(grid, path, names) === undefined ? METHODS : CREATING_METHODS;

/** The largest body that is read, in bytes. */
const MAX_BODY = 2 ** 20;

/**
 * Adds the record that a request posts.
 * @returns its address
 * @throws PostRejection where it can't be added
 */
export async function post(creator: Creator, collection: string, request: IncomingMessage) {
  const refusal = refusalOf(request);
  if (refusal) throw rejection(...refusal);
  const key = await creator.create(collection, await readBody(request));
  return { kind: 'record', collection, key } as const;
}

/** @throws PostRejection where the body is too large, or not whole */
async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_BODY) throw rejection(413, `The body is larger than ${MAX_BODY} bytes.`);
  }
  return Buffer.concat(chunks, length);
}

/** The reply to a POST that has added a record. */
export async function createdReply(
  site: ServedSite,
  record: Awaited<ReturnType<typeof post>>,
): Promise<Reply> {
  const composed = await reply(site, { kind: 'compose', address: record }, { method: 'GET' });
  const whole = takingPost(composed);
  // The record can be gone again.
  if (whole.status !== 200) return whole;
  const { grid } = site;
  const Location = hrefAt(grid, { ...record, collection: findCollection(grid, record) });
  const { ETag: _, ...headers } = whole.headers;
  return { ...whole, status: 201, headers: { ...headers, 'Cache-Control': 'no-store', Location } };
}

/** The reply to a POST that adds no record. */
export const rejectedReply = ({ status, body }: PostRejection): Reply =>
  takingPost(uncachedReply(status, body));

const takingPost = ({ headers, ...rest }: Reply): Reply => ({
  ...rest,
  headers: allowing(headers, CREATING_METHODS),
});

/** A POST that adds no record: the status and the JSON body of its answer. */
export class PostRejection extends Error {
  override readonly name = 'PostRejection';
  /**
   * @param body `{ detail }`, or lists of messages by field, as Django REST Framework sends them
   * @param cause private details that the answer must not contain
   */
  constructor(
    readonly status: number,
    readonly body: Readonly<Record<string, unknown>>,
    cause?: Error,
  ) {
    super(JSON.stringify(body), { cause });
  }
}

/** A rejection that concerns no field. */
export const rejection = (status: number, detail: string): PostRejection =>
  new PostRejection(status, { detail });

/** What Django REST Framework calls errors of the whole record. */
const WHOLE_RECORD = 'non_field_errors';

/** A rejection with every error under its top-level field; that of the whole record has an empty path. */
export function invalidFields(
  errors: readonly (Pick<Problem, 'message' | 'help'> & { readonly path: FieldPath })[],
): PostRejection {
  const fields = new Map<string, string[]>();
  for (const { path, message, help } of errors) {
    const field = String(path[0] ?? WHOLE_RECORD);
    fields.set(field, [...(fields.get(field) ?? []), `${message} ${help}`]);
  }
  return new PostRejection(400, Object.fromEntries(fields));
}
