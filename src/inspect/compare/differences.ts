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
  const records: readonly Fields[] = Array.isArray(results) ? results.map(Object) : [];
  const keyOf = (record: Fields) =>
    JSON.stringify(record[keyField] ?? Object.entries(record).sort());
  return {
    status,
    records,
    keys: records.map(keyOf),
    count: count ?? records.length,
    isList: Array.isArray(body),
    /** What is no listing, and what a page has besides its records and links. */
    rest: Array.isArray(results) ? others : body,
    links: [next, previous].map(queryOf),
    type: headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase(),
    allow: headers.get('Allow')?.split(/\W+/).sort(),
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
  const parameters = new URLSearchParams(String(link).split('?')[1]);
  parameters.sort();
  return link ? String(parameters) : null;
}

/** The differences between two answers, at most one of each kind. */
export function differencesBetween(live: Reading, own: Reading): Difference[] {
  const compare = (kind: Kind, part: (one: Reading, other: Reading) => unknown) =>
    differenceIn(kind, part(live, own), part(own, live));
  const statuses = compare('status', ({ status }) => status);
  // The texts of errors differ.
  if (statuses.length > 0 || live.status >= 400) return statuses;
  const counts = compare('count', ({ count, keys }) => ({ count, records: keys.length }));
  const shared = ({ keys, records }: Reading, other: Reading) =>
    records.flatMap((record, at) =>
      other.keys.includes(keys[at] ?? '') ? [[keys[at], record]] : [],
    );
  return [
    ...counts,
    // Pages of different lengths have different records.
    ...(counts.length > 0 ? [] : compare('order', ({ keys }) => keys)),
    ...compare('fields', (one, other) => {
      const { isList, rest } = one;
      return { isList, rest, record: Object.fromEntries(shared(one, other)) };
    }),
    ...compare('links', ({ links }) => links),
    ...compare('headers', ({ type, allow }) => ({ type, allow })),
  ];
}

/** A difference of a kind where two values are not equal, with the first parts of them that differ. */
function differenceIn(kind: Kind, live: unknown, own: unknown, path = ''): Difference[] {
  if (isDeepStrictEqual(live, own)) return [];
  const [a, b] = [Object(live), Object(own)];
  const isNested = a === live && b === own;
  const name = Object.keys({ ...a, ...b }).find((one) => !isDeepStrictEqual(a[one], b[one]));
  if (isNested && name) return differenceIn(kind, a[name], b[name], `${path}${name} `);
  const excerpt = (value: unknown) => `${path}${JSON.stringify(value)}`.slice(0, MAX_EXCERPT);
  return [{ kind, live: excerpt(live), own: excerpt(own) }];
}

/** In characters. */
const MAX_EXCERPT = 100;
