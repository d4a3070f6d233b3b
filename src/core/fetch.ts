import type { Conditions, Reply } from './reply.ts';
import { type ApiRequest, splitTarget } from './resolve.ts';

/** The parts of a request of the Fetch standard that decide its answer. */
export const parseRequest = ({ method, url, headers }: Request): ApiRequest & Conditions => ({
  method,
  ...splitTarget(url.replace(/#.*/s, '')),
  ifNoneMatch: headers.get('If-None-Match'),
});

/** A reply as a response of the Fetch standard. */
export const toResponse = ({ body, ...init }: Reply): Response =>
  new Response(body as Uint8Array<ArrayBuffer> | null, init);
