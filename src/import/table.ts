import type { Cells } from '../content/csv-rows.ts';
import { findDelimiter, firstRows } from '../content/delimiter.ts';
import { decode, FORMATS, formatOf } from '../content/file.ts';
import { UsageError } from '../util/problem.ts';
import { shortened } from '../util/text.ts';
import type { Data } from './data.ts';
import type { Source } from './decode.ts';
import { isHeaderless } from './header.ts';

/** A table of texts, as a project keeps it. */
export interface Table
  extends Pick<Data, 'content' | 'notes' | 'titles'>,
    Required<Pick<Data, 'header'>> {
  /** All rows below the header, if they differ from those of the file. */
  readonly rows?: readonly Cells[];
}

/**
 * Reads the structure of a CSV file: what separates its cells, and its columns.
 * @throws UsageError where the file has no header
 */
export function readTable({ from, file, bytes }: Source): Table {
  const usual = formatOf(file) === FORMATS['.tsv'] ? '\t' : ',';
  const text = decode(bytes);
  const delimiter = findDelimiter(text) ?? usual;
  const rows = firstRows(text, delimiter);
  if (isHeaderless(rows))
    throw new UsageError(
      `The first line of ${from} looks like a record: ${shortened(`${rows[0]?.join(' | ')}`)}. ` +
        'Add a line above it with the names of the fields.',
    );
  const content = delimiter === usual || delimiter === ' ' ? {} : { delimiter };
  return { header: rows[0]?.map((name) => name.trim()) ?? [], content, notes: [] };
}
