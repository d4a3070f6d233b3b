import type { IncomingMessage } from 'node:http';
import { type Address, hrefOf } from '../core/address.ts';
import { type Reply, reply } from '../core/reply.ts';
import type { DataSite } from '../core/site.ts';
import { barTo } from './post-guard.ts';
import { jsonReply } from './serve/json.ts';

/** Adds records to a site. */
export interface Creator {
  /** The collections that take any. */
  readonly collections: readonly string[];
  /**
   * Adds the record of a request's body. It may be called again before it is done.
   * @returns the record's key once it is served, or a status and a body that say why it never will be
   */
  create(collection: string, body: Uint8Array): Promise<Created>;
}
export type Created = { readonly key: string } | { readonly status: number; readonly body: object };

/** The largest body that is read, in bytes. */
const MAX_BODY = 2 ** 20;

/** Has the record of a request created; returns its address, or the reply that refuses it. */
export async function post(
  creator: Creator,
  collection: string,
  request: IncomingMessage,
): Promise<Reply | Extract<Address, { kind: 'item' }>> {
  const bar = barTo(request);
  if (bar) return jsonReply(bar.status, { detail: bar.detail });
  const body = await readBody(request).catch(() => CUT_OFF);
  if (body === CUT_OFF) return jsonReply(400, { detail: 'The body ended too early.' });
  if (body === TOO_LARGE) return tooLarge();
  const made = await creator.create(collection, body);
  return 'key' in made
    ? { kind: 'item', collection, key: made.key }
    : jsonReply(made.status, made.body);
}

/** The reply to a POST: the record that it added, or the refusal. */
export async function createdReply(
  site: DataSite,
  posted: Awaited<ReturnType<typeof post>>,
): Promise<Reply> {
  if ('status' in posted) return posted;
  const address = posted;
  const made = await reply(site, { status: 201, address }, { method: 'POST' });
  // Another program may have put another site there meanwhile.
  if (made.status !== 201) return made;
  const Location = hrefOf(site.grid.base, address);
  return { ...made, headers: { ...made.headers, 'Cache-Control': 'no-store', Location } };
}

/** The rest of the body is not waited for. */
function tooLarge(): Reply {
  const { headers, ...reply } = jsonReply(413, {
    detail: `The body is larger than ${MAX_BODY} bytes.`,
  });
  return { ...reply, headers: { ...headers, Connection: 'close' } };
}

const [CUT_OFF, TOO_LARGE] = ['cut off', 'too large'] as const;

async function readBody(request: IncomingMessage): Promise<Uint8Array | typeof TOO_LARGE> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of request) {
    length += piece.length;
    if (length > MAX_BODY) return TOO_LARGE;
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length);
}
