import { createHash } from 'node:crypto';
import { LIST_HEAD, LIST_TAIL, NEWLINE, SEPARATOR } from '../../core/envelope.ts';
import type { ManifestRow } from '../../site/manifest.ts';
import { type Column, columnsOf, type Parsed } from './columns.ts';
import { csvOf } from './csv.ts';
import type { Format } from './layout.ts';

/** The records of a collection, as bytes, each without a line end. */
export type Records = readonly Uint8Array[];

/** What a collection's table has: it takes a look at every record. */
export const tableOf = (records: Records): Column[] => columnsOf(parsed(records));

/** The bytes of records in each format, of which a table has these columns. */
export const RENDER = {
  csv: (records, columns) => Buffer.concat([...csvOf(parsed(records), columns.map(nameOf))]),
  json: (records) => lines(LIST_HEAD, records, SEPARATOR, LIST_TAIL),
  ndjson: (records) => lines('', records, '\n', records.length > 0 ? '\n' : ''),
} satisfies Record<Format, (records: Records, columns: readonly Column[]) => Uint8Array>;

const nameOf = ({ name }: Column): string => name;

/**
 * Is a table, of which we have the size and hash, the one that records make? They may be up to something:
 * none is made that would be larger.
 * @param lines the records, one a line, each of which ends
 */
export function isTableOf(lines: Buffer, table: Pick<ManifestRow, 'bytes' | 'sha256'>): boolean {
  try {
    const names = columnsOf(parsed(linesIn(lines)), table.bytes).map(nameOf);
    let rows = 1;
    for (const _ of linesIn(lines)) rows++;
    // Each cell takes a byte at least, the comma or the line end behind it.
    if (names.length * rows > table.bytes) return false;
    const hash = createHash('sha256');
    for (const piece of csvOf(parsed(linesIn(lines)), names)) hash.update(piece);
    return hash.digest('hex') === table.sha256;
  } catch {
    // They are no JSON, nested deeper than we can follow, or make no table.
    return false;
  }
}

function* linesIn(body: Buffer): Generator<Buffer> {
  let start = 0;
  for (let end = body.indexOf(NEWLINE); end !== -1; end = body.indexOf(NEWLINE, start)) {
    yield body.subarray(start, end);
    start = end + 1;
  }
}

function* parsed(records: Iterable<Uint8Array>): Generator<Parsed> {
  for (const record of records) yield JSON.parse(Buffer.from(record).toString());
}

/** Records with something before, between and after them. */
function lines(head: string, records: Records, separator: string, tail: string): Uint8Array {
  const between = Buffer.from(separator);
  const pieces: Uint8Array[] = [Buffer.from(head)];
  for (const [index, record] of records.entries()) {
    if (index > 0) pieces.push(between);
    pieces.push(record);
  }
  return Buffer.concat([...pieces, Buffer.from(tail)]);
}
