import type { IncomingMessage } from 'node:http';
import type { Address } from '../core/address.ts';
import { hrefAt } from '../core/endpoint.ts';
import { findCollection } from '../core/grid.ts';
import { allowing } from '../core/header.ts';
import { isRendered } from '../core/listing.ts';
import { type Reply, reply, replyHeaders, replyWith, uncachedReply } from '../core/reply.ts';
import { CREATING_METHODS } from '../core/resolve.ts';
import { assertAllowedPost } from './guard.ts';
import { PostRejection, rejection } from './post-rejection.ts';
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

/** The largest body that is read, in bytes. */
const MAX_BODY = 2 ** 20;

/** What became of a POST: the address of its record, or why there is none. */
export type Posted = PostRejection | Extract<Address, { kind: 'item' }>;

/** Adds the record that a request posts. */
export async function post(
  creator: Creator,
  collection: string,
  request: IncomingMessage,
): Promise<Posted> {
  try {
    assertAllowedPost(request);
    const key = await creator.create(collection, await readBody(request));
    return { kind: 'item', collection, key };
  } catch (error) {
    if (error instanceof PostRejection) return error;
    throw error;
  }
}

async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_BODY) break;
    }
  } catch {
    throw rejection(400, 'The request ended before its body was complete.');
  }
  if (length > MAX_BODY) throw rejection(413, `The body is larger than ${MAX_BODY} bytes.`);
  return Buffer.concat(chunks, length);
}

/** The reply to a POST. */
export async function postReply(site: ServedSite, posted: Posted): Promise<Reply> {
  const { headers, ...rest } = await replyTo(site, posted);
  return { ...rest, headers: allowing(headers, CREATING_METHODS) };
}

const ANY_GET = { method: 'GET' };

async function replyTo(site: ServedSite, posted: Posted): Promise<Reply> {
  if (posted instanceof PostRejection) return uncachedReply(posted.status, posted.body);
  const { grid } = site;
  const kind = isRendered(grid, posted) ? 'file' : 'compose';
  const { body, ...whole } = await reply(site, { kind, status: 200, address: posted }, ANY_GET);
  // The record can be gone again.
  if (whole.status !== 200 || !body) return { body, ...whole };
  const Location = hrefAt(grid, { ...posted, collection: findCollection(grid, posted) });
  const headers = { ...replyHeaders(grid, posted), 'Cache-Control': 'no-store', Location };
  return replyWith(body, { status: 201, headers }, false);
}
