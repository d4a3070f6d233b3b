import { stringify } from 'csv-stringify/sync';
import { cellsOf } from './columns.ts';

/** How many rows are made at a time. */
const BATCH = 1000;

/**
 * Records as CSV: a line of the columns' names and one for each record, ended by a line feed. RFC 4180
 *
 * What is null, or absent, is an empty cell; an empty text is `""`. That is how PostgreSQL, for one,
 * tells them apart: https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 * @param names the columns
 */
export function csvOf(
  records: readonly Readonly<Record<string, unknown>>[],
  names: readonly string[],
): Uint8Array {
  // A single empty cell would be an empty line, which readers leave out.
  const quoted = names.length === 1 ? { quoted_empty: true } : { quoted_match: [/^$/] };
  const lines = (rows: (string | null)[][]) => Buffer.from(stringify(rows, quoted));
  const pieces = names.length > 0 ? [lines([[...names]])] : [];
  for (let at = 0; at < records.length; at += BATCH) {
    const rows = records.slice(at, at + BATCH).map((record) => {
      const cells = cellsOf(record);
      return names.map((name) => textOf(cells.get(name)));
    });
    pieces.push(lines(rows));
  }
  return Buffer.concat(pieces);
}

/** A text as it is, anything else as JSON writes it; null where there is nothing. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
