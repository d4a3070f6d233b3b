import type { IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from '../../src/server/listen.ts';

/** What an API answers: a body, which is JSON unless it is text or bytes. */
export interface LiveAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** False: the response does not end. */
  readonly ends?: boolean;
}

/** This many records. */
export const towns = (count: number, label = 'Town') =>
  Array.from({ length: count }, (_, id) => ({ id, label: `${label} ${id}` }));

/** The text of the content file with them. */
export const townLines = (count: number, label?: string) =>
  towns(count, label)
    .map((town) => `${JSON.stringify(town)}\n`)
    .join('');

/** A page of Django REST Framework, by limit and offset. */
export function offsetPage({ href, searchParams }: URL, count = 35) {
  const offset = Number(searchParams.get('offset') ?? 0);
  const next = new URL(href);
  next.searchParams.set('offset', `${offset + 10}`);
  const results = towns(count).slice(offset, offset + 10);
  return { count, next: offset + 10 < count ? next.href : null, previous: null, results };
}

/** Starts an API on this machine until the test has finished. */
export async function startLiveApi(answer: (url: URL) => LiveAnswer) {
  const requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  const { port, close } = await listen(
    ({ url: path = '', headers }, response) => {
      requests.push({ path, headers });
      const answered = answer(new URL(path, `http://${headers.host}`));
      const { status = 200, body = '', ends = true } = answered;
      const isText = typeof body === 'string' || body instanceof Buffer;
      response.writeHead(status, { 'Content-Type': 'application/json', ...answered.headers });
      response.write(isText ? body : JSON.stringify(body));
      if (ends) response.end();
    },
    0,
    '127.0.0.1',
  );
  onTestFinished(close);
  return { address: `http://127.0.0.1:${port}/`, requests };
}
