import { PASSING_HEADERS } from '../../core/header.ts';
import type { Reply } from '../../core/reply.ts';

/** A reply that no file holds, for the moment only. */
export function jsonReply(status: number, value: object): Reply {
  const body = Buffer.from(`${JSON.stringify(value)}\n`);
  return { status, headers: { ...PASSING_HEADERS, 'Content-Length': String(body.length) }, body };
}
