import { stringify } from 'csv-stringify/sync';
import { cellsOf, type Parsed } from './columns.ts';

/** How many cells are made at a time, unless a single row has more. */
const BATCH = 20_000;

/**
 * Records as CSV: a line of the columns' names and one for each record, ended by a line feed. RFC 4180
 *
 * What is null, or absent, is an empty cell; an empty text is `""`. That is how PostgreSQL, for one,
 * tells them apart: https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 * @param names the columns; without any there are no lines
 * @returns its bytes in pieces
 */
export function* csvOf(
  records: Iterable<Parsed>,
  names: readonly string[],
): Generator<Uint8Array, void> {
  if (names.length === 0) return;
  // A single empty cell would be an empty line, which readers leave out.
  const quoted = names.length === 1 ? { quoted_empty: true } : { quoted_match: [/^$/] };
  const lines = (rows: (string | null)[][]) => Buffer.from(stringify(rows, quoted));
  let rows: (string | null)[][] = [[...names]];
  for (const record of records) {
    const cells = cellsOf(record);
    rows.push(names.map((name) => textOf(cells.get(name)?.value)));
    if (rows.length * names.length < BATCH) continue;
    yield lines(rows);
    rows = [];
  }
  yield lines(rows);
}

/** A text as it is, anything else as JSON writes it; null where there is nothing. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
