/*
 * The bytes of a listing. Records stand one to a line, so that `curl` shows them readably and a
 * slice of a listing is a cut at line ends.
 */

/** What stands between two records. */
export const SEPARATOR = ',\n';

/** What stands before the records of a page. `next` and `previous` are addresses or null. */
export function pageHead(count: number, next: string | null, previous: string | null): string {
  const links = `"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}`;
  return `{"count":${count},${links},"results":[\n`;
}

/** What stands after the records of a page. */
export const PAGE_TAIL = '\n]}\n';

/** What stands before and after the records of an unpaginated list. */
export const LIST_HEAD = '[\n';
export const LIST_TAIL = '\n]\n';
