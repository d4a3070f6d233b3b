/** A record, as a client has it. */
export type Shown = Readonly<Record<string, unknown>>;

/** What a page is asked for with; what a request leaves out is left out here too. */
export interface Asked {
  readonly format?: string;
  readonly ordering?: string;
  readonly limit: number | 'all';
  readonly offset: number;
}

/**
 * A page's text, made in the plainest way of all records: what the contract says, spelt out once
 * more so that the code's own spelling is checked.
 * @param href the collection's address
 * @param records all of them, in the order that is asked for
 */
export function pageText(href: string, records: readonly Shown[], asked: Asked): string {
  const { limit, offset } = asked;
  const count = records.length;
  const size = limit === 'all' ? count : limit;
  const link = (to: number) => {
    const given = Object.entries({ ...asked, offset: to }).filter(([, value]) => value !== '');
    const sorted = given.sort(([a], [b]) => (a < b ? -1 : 1));
    return JSON.stringify(`${href}?${sorted.map((pair) => pair.join('=')).join('&')}`);
  };
  const next = limit !== 'all' && offset + size < count ? link(offset + size) : null;
  const previous = offset > 0 ? link(Math.max(0, offset - size)) : null;
  const lines = records.slice(offset, offset + size).map((record) => JSON.stringify(record));
  return `{"count":${count},"next":${next},"previous":${previous},"results":[\n${lines.join(',\n')}\n]}\n`;
}

/**
 * Records by a field's text, in plain JavaScript: for texts of ASCII. Null is last ascending and
 * first descending.
 * @param key the field that orders equal ones
 */
export function sortedBy(records: readonly Shown[], ordering: string, key: string): Shown[] {
  const sign = ordering.startsWith('-') ? -1 : 1;
  const field = ordering.replace(/^-/, '');
  return [...records].sort((a, b) => sign * compare(a[field], b[field]) || compare(a[key], b[key]));
}

function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return Number(String(a) > String(b)) - Number(String(a) < String(b));
}
