/** A record as a client receives it. */
export type PublishedRecord = Readonly<Record<string, unknown>>;

/** The parameters of a request for a page; `next` and `previous` leave out those that are absent. */
export interface PageRequest {
  readonly [filter: string]: string | number | undefined;
  readonly format?: string;
  readonly ordering?: string;
  readonly limit: number | 'all';
  readonly offset: number;
}

/** Records as in a listing: one to a line. */
const linesOf = (records: readonly object[]) =>
  records
    .map((record) => JSON.stringify(record))
    .join(',\n')
    .replaceAll('\u2028', '\\u2028');

/** The text of a listing that is not paginated. */
export const listText = (records: readonly object[]): string => `[\n${linesOf(records)}\n]\n`;

/**
 * The text of a page. It shares no code with `src/`, so that a test can compare the two.
 * @param href the collection's address
 * @param records all records, in the requested order
 */
export function pageText(href: string, records: readonly object[], request: PageRequest): string {
  const { limit, offset } = request;
  const count = records.length;
  const size = limit === 'all' ? count : limit;
  const link = (to: number) => {
    const given = Object.entries({ ...request, offset: to }).filter(([, value]) => value !== '');
    const sorted = given.sort(([a], [b]) => (a < b ? -1 : 1));
    const query = new URLSearchParams(
      sorted.map(([name, value]): [string, string] => [name, String(value)]),
    );
    return JSON.stringify(`${href}?${query}`);
  };
  const next = limit !== 'all' && offset + size < count ? link(offset + size) : null;
  const previous = offset > 0 ? link(limit === 'all' ? 0 : Math.max(0, offset - size)) : null;
  const results = linesOf(records.slice(offset, offset + size));
  return `{"count":${count},"next":${next},"previous":${previous},"results":[\n${results}\n]}\n`;
}

/** The links of a page's text as the value of a `Link` header; empty for another text. */
export function linksIn(text: string): string {
  const [head] = /^\{"count":.*\n/.exec(text) ?? [];
  const { next, previous } = head ? JSON.parse(`${head}]}`) : {};
  return [next && `<${next}>; rel="next"`, previous && `<${previous}>; rel="prev"`]
    .filter(Boolean)
    .join(', ');
}
