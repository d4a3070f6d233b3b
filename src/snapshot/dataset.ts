import { LIST_HEAD, LIST_TAIL, SEPARATOR } from '../envelope.ts';
import { type Column, columnsOf } from './columns.ts';
import { csvOf } from './csv.ts';
import type { Format } from './layout.ts';

/** The records of a collection, as bytes, each without a line end. */
export type Records = readonly Uint8Array[];

/** What a collection's table has: it takes a look at every record. */
export const tableOf = (records: Records): Column[] => columnsOf(parsed(records));

/** The bytes of records in each format. */
export const RENDER = {
  csv: (records) => {
    const values = [...parsed(records)];
    return csvOf(
      values,
      columnsOf(values).map(({ name }) => name),
    );
  },
  json: (records) => lines(LIST_HEAD, records, SEPARATOR, LIST_TAIL),
  ndjson: (records) => lines('', records, '\n', records.length > 0 ? '\n' : ''),
} satisfies Record<Format, (records: Records) => Uint8Array>;

function* parsed(records: Records): Generator<Readonly<Record<string, unknown>>> {
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
