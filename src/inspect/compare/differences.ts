import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../util/object.ts';
import type { Fields } from './requests.ts';

/** What one side answers. */
export type Answer = Pick<Response, 'status' | 'headers'> & { readonly text: string };

/** How two answers can differ. Where the status does, nothing else is compared. */
export const KINDS = ['status', 'count', 'order', 'fields', 'links', 'headers'] as const;
export type Kind = (typeof KINDS)[number];

/** A difference between two answers, with an excerpt of each. */
export type Difference = Readonly<Record<'live' | 'own', string>> & { readonly kind: Kind };

/** An answer in the form in which it is compared. */
export type Reading = ReturnType<typeof readAnswer>;

/**
 * Reads an answer.
 * @param relative replaces the address of an API at the start of a text
 * @param keyField the field with the key of a record; if it is absent, the whole record is the key
 */
export function readAnswer(answer: Answer, relative: (text: string) => string, keyField = '') {
  const { status, headers } = answer;
  const body = parse(answer.text, relative);
  const page: Fields = isObject(body) && Array.isArray(body.results) ? body : { results: body };
  const { results, count, next, previous, ...others } = page;
  const isListing = Array.isArray(results);
  const records: readonly Fields[] = isListing ? results.map(Object) : [];
  const keyOf = (record: Fields) =>
    JSON.stringify(record[keyField] ?? Object.entries(record).sort());
  return {
    status,
    records,
    keys: records.map(keyOf),
    count: count ?? records.length,
    isList: results === body && isListing,
    /** What is compared as it is. */
    rest: isListing ? others : body,
    links: { next: queryOf(next), previous: queryOf(previous) },
    type: headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase(),
    allow: (headers.get('Allow') ?? '').split(/\W+/).sort(),
    isRedirect: headers.has('Location'),
  };
}

/** Parses JSON; returns another text as it is. */
function parse(text: string, relative: (text: string) => string): unknown {
  try {
    return JSON.parse(text, (_, value) => (typeof value === 'string' ? relative(value) : value));
  } catch {
    return text;
  }
}

/** The parameters of a link, sorted by name; null if there is no link. */
function queryOf(link: unknown): string | null {
  if (typeof link !== 'string') return null;
  const parameters = new URLSearchParams(link.split('?')[1]);
  parameters.sort();
  return String(parameters);
}

/** The differences between two answers, at most one of each kind. */
export function differencesBetween(live: Reading, own: Reading): Difference[] {
  if (live.status !== own.status) return differenceIn('status', live.status, own.status);
  // The texts of errors differ.
  if (live.status >= 400) return [];
  const compare = (kind: Kind, part: (one: Reading, other: Reading) => unknown) =>
    differenceIn(kind, part(live, own), part(own, live));
  const counts = compare('count', ({ count, keys }) => ({ count, records: keys.length }));
  return [
    ...counts,
    // Pages of different lengths have different records.
    ...(counts.length > 0 ? [] : compare('order', ({ keys }) => keys)),
    ...compare('fields', ({ isList, rest, records, keys }, other) => {
      const shared = records.map((record, index) => [keys[index] ?? '', record] as const);
      const fields = shared.filter(([key]) => other.keys.includes(key));
      return { isList, rest, records: Object.fromEntries(fields) };
    }),
    ...compare('links', ({ links }) => links),
    ...compare('headers', ({ type, allow, isRedirect }) => ({ type, allow, isRedirect })),
  ];
}

/** A difference of a kind where two values are not equal, with the first parts of them that differ. */
function differenceIn(kind: Kind, live: unknown, own: unknown, path = ''): Difference[] {
  if (isDeepStrictEqual(live, own)) return [];
  const [a, b] = [Object(live), Object(own)];
  const isNested = a === live && b === own;
  const names = isNested ? Object.keys({ ...a, ...b }) : [];
  const name = names.find((one) => !isDeepStrictEqual(a[one], b[one]));
  if (name !== undefined) return differenceIn(kind, a[name], b[name], `${path}${name} `);
  const excerpt = (value: unknown) => `${path}${JSON.stringify(value)}`.slice(0, MAX_EXCERPT);
  return [{ kind, live: excerpt(live), own: excerpt(own) }];
}

/** In characters. */
const MAX_EXCERPT = 100;
