import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { parquetTypeOf } from './parquet-type.ts';
import type { Row, TableColumn } from './table.ts';

/** How many rows are in a group, which a reader can skip. */
const GROUP = 10_000;

/**
 * Writes a table as a Parquet file, compressed with Snappy. Its bytes depend on the rows alone.
 * https://parquet.apache.org/docs/file-format/
 */
export class ParquetFile {
  readonly #columns: readonly TableColumn[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #rows: Row[] = [];

  constructor(columns: readonly TableColumn[]) {
    this.#columns = columns;
    const elements = columns.map(({ name, parquetTypes }) => ({
      name,
      repetition_type: 'OPTIONAL' as const,
      ...parquetTypeOf(parquetTypes).element,
    }));
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [{ name: 'root', num_children: columns.length }, ...elements],
      createdBy: 'staticrest',
    });
  }

  /** @param row the value of each column; null and undefined are null */
  add(row: Row): void {
    this.#rows.push(row);
    if (this.#rows.length === GROUP) this.#writeGroup();
  }

  /** Ends the file, and returns all of it. */
  finish(): Uint8Array {
    this.#writeGroup();
    this.#writer.finish();
    return this.#bytes.getBytes();
  }

  #writeGroup(): void {
    const columnData = this.#columns.map(({ name, parquetTypes }, column) => {
      const { element, convert = (value) => value } = parquetTypeOf(parquetTypes);
      const data = this.#rows.map((row) => (row[column] == null ? null : convert(row[column])));
      // The smallest and the largest JSON help no reader, and can be long.
      return { name, data, statistics: element.converted_type !== 'JSON' };
    });
    this.#writer.write({ columnData, rowGroupSize: GROUP });
    this.#rows = [];
  }
}
