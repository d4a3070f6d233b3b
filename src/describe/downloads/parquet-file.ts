import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Steps } from '../../util/progress.ts';
import { json } from './column-type.ts';
import type { Row, TableColumn } from './table.ts';

/** How many rows are in a group, which a reader can skip. */
const GROUP = 10_000;

/**
 * Writes a table as a Parquet file, compressed with Snappy. Its bytes depend on the rows alone.
 * https://parquet.apache.org/docs/file-format/
 * @param rows the value of each column; null and undefined are null
 */
export function* writeParquet(
  columns: readonly TableColumn[],
  rows: Iterable<Row>,
): Steps<Uint8Array> {
  const bytes = new ByteWriter();
  const elements = columns.map(({ name, columnTypes: [type = json] }) => {
    return { name, repetition_type: 'OPTIONAL' as const, ...type.element };
  });
  const schema = [{ name: 'root', num_children: columns.length }, ...elements];
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: 'staticrest' });
  let group: Row[] = [];
  const writeGroup = () => {
    const columnData = columns.map((column, index) => columnOf(column, group, index));
    file.write({ columnData, rowGroupSize: GROUP });
    group = [];
  };
  let count = 0;
  for (const row of rows) {
    yield count++;
    if (group.push(row) === GROUP) writeGroup();
  }
  writeGroup();
  file.finish();
  return bytes.getBytes();
}

function columnOf({ name, columnTypes: [type = json] }: TableColumn, rows: Row[], index: number) {
  const { convert = (value) => value } = type;
  const data = rows.map(({ [index]: value }) => (value == null ? null : convert(value)));
  // The smallest and the largest JSON help no reader, and can be long.
  return { name, data, statistics: type.element !== json.element };
}
