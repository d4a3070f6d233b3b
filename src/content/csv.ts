import { CsvError, parse } from 'csv-parse/sync';
import { formatCount } from '../util/text.ts';
import {
  type ContentFormat,
  type ConverterOf,
  DUPLICATE_FIELD,
  type ParseError,
  reportDepth,
  requireLength,
  type TextRange,
  type Unlocated,
} from './format.ts';

/**
 * CSV: the first row has the names of the fields, every other row the texts of a record. Rows without
 * any text are ignored. https://www.rfc-editor.org/rfc/rfc4180
 */
const csvFormat = (defaultDelimiter: string): ContentFormat => ({
  maxBytes: 100e6,
  parse: reportDepth((text, { delimiter = defaultDelimiter, converterOf } = {}) => {
    const records: unknown[] = [];
    const errors: CellError[] = [];
    let columns: readonly Column[] | undefined;
    for (const row of rowsOf(text, delimiter)) {
      if ('error' in row) return { value: undefined, errors: [row.error] };
      if (columns) {
        requireLength(records.push(recordOf(columns, row)));
        if (row.length !== columns.length)
          errors.push({ row: records.length, error: wrongLength(row, columns, delimiter) });
      } else columns = columnsOf(row, converterOf);
    }
    if (columns === undefined) return { value: undefined, errors: [] };
    const wrongHeader = headerErrors(columns, delimiter);
    const found = wrongHeader.length > 0 ? wrongHeader : errors;
    return { value: records, errors: located(found, text, delimiter) };
  }),
  locator(text, { delimiter = defaultDelimiter } = {}) {
    const { cellsOf, rangeOf } = locateRows(text, delimiter);
    const columns = new Map(cellsOf(0).map(({ value }, column) => [value.trim(), column]));
    return ([record, name], part) => {
      if (record === undefined) return { offset: 0, length: text.length };
      if (name === undefined) return rangeOf(Number(record) + 1);
      const column = columns.get(String(name));
      // Of a column that is missing, all records miss the same.
      if (column === undefined) return rangeOf(0);
      const row = part === 'name' ? 0 : Number(record) + 1;
      return cellsOf(row)[column] ?? rangeOf(row);
    };
  },
});

export const csv = csvFormat(',');
export const tsv = csvFormat('\t');

const OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
};

/** About how much of a text the parser gets at once: it needs several times as much memory. */
const SLICE_LENGTH = 64_000;

/** Divides a text between rows. */
function* slicesOf(text: string): Iterable<readonly [start: number, end: number]> {
  let start = 0;
  for (const row of rowStarts(text)) {
    if (row - start < SLICE_LENGTH) continue;
    yield [start, row];
    start = row;
  }
  if (start < text.length) yield [start, text.length];
}

/** Where rows start, with those that are empty. Correct up to the first misplaced quote. */
function* rowStarts(text: string): Iterable<number> {
  const tokens = /"[^"]*"?|\r\n?|\n/g;
  if (text.length > 0) yield 0;
  while (tokens.test(text)) {
    const { lastIndex } = tokens;
    if (lastIndex < text.length && text[lastIndex - 1] !== '"') yield lastIndex;
  }
}

/** Parses the rows that are not blank, up to the first error. */
function* rowsOf(
  text: string,
  delimiter: string,
): Iterable<readonly string[] | { readonly error: ParseError }> {
  for (const [start, end] of slicesOf(text)) {
    try {
      for (const row of parse(text.slice(start, end), { ...OPTIONS, delimiter }))
        if (!isBlank(row)) yield row;
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      yield { error: quoteError(error.code, text, start, delimiter) };
    }
  }
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

interface Column {
  readonly name: string;
  readonly convert: ReturnType<ConverterOf>;
}

const columnsOf = (header: readonly string[], converterOf?: ConverterOf): Column[] =>
  header.map((cell) => {
    const name = cell.trim();
    return { name, convert: sharingValues(converterOf?.(name) ?? ((text) => text)) };
  });

/** A column with more values than this has few that are repeated often. */
const MAX_SHARED = 1000;

/** Converts texts that are repeated to the same value, which takes less memory than equal ones. */
function sharingValues(convert: Column['convert']): Column['convert'] {
  const values = new Map<string, unknown>();
  return (text) => {
    if (values.size === MAX_SHARED) return convert(text);
    if (!values.has(text)) values.set(text, convert(text));
    return values.get(text);
  };
}

/** An assignment would not set a field whose name is `__proto__`. */
const recordOf = (columns: readonly Column[], row: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    columns
      .map(({ name, convert }, column) => [name, convert(row[column] ?? '')] as const)
      .filter(([, value]) => value !== undefined),
  );

/** An error of a row, or of a cell in it. */
interface CellError {
  readonly row: number;
  readonly column?: number;
  readonly error: Unlocated;
}

function located(errors: readonly CellError[], text: string, delimiter: string): ParseError[] {
  if (errors.length === 0) return [];
  const { cellsOf, rangeOf } = locateRows(text, delimiter);
  return errors.map(({ row, column, error }) => {
    const range = (column === undefined ? undefined : cellsOf(row)[column]) ?? rangeOf(row);
    return { ...error, offset: range.offset, length: range.length };
  });
}

interface Cell extends TextRange {
  readonly value: string;
}

/** Matches a cell, without and with its quotes, and what ends it. */
const cellPattern = (delimiter: string): RegExp =>
  new RegExp(`("([^"]*(?:""[^"]*)*)"|[^"\\r\\n${delimiter}]*)(${delimiter}|\\r\\n?|\\n|$)`, 'y');

/** Finds the rows that are not blank, the header first, and their cells. */
function locateRows(text: string, delimiter: string) {
  const pattern = cellPattern(delimiter);
  const starts = Array.from(rowStarts(text)).filter(
    (start) => !isBlank(cellsAt(start).map(({ value }) => value)),
  );
  const cellsOf = (row: number) => cellsAt(starts[row] ?? text.length);
  const rangeOf = (row: number): TextRange => {
    const { offset = 0, length = 0 } = cellsOf(row).at(-1) ?? {};
    const start = starts[row] ?? 0;
    return { offset: start, length: offset + length - start };
  };
  return { cellsOf, rangeOf };

  function cellsAt(start: number): Cell[] {
    const cells: Cell[] = [];
    pattern.lastIndex = start;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const { 1: source = '', 2: quoted, 3: end, index: offset } = match;
      const value = quoted?.replaceAll('""', '"') ?? source;
      cells.push({ offset, length: source.length, value });
      if (end !== delimiter) break;
    }
    return cells;
  }
}

/** @param start where the rows start that can't be parsed */
function quoteError(code: string, text: string, start: number, delimiter: string): ParseError {
  const pattern = cellPattern(delimiter);
  let offset = start;
  pattern.lastIndex = start;
  while (offset < text.length && pattern.test(text)) offset = pattern.lastIndex;
  const reason = QUOTE_REASONS[code] ?? code;
  return { ...notCsv(reason, QUOTE_HELP), offset, length: 1 };
}

const QUOTE_REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'the quote that opens here is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'the quote that opens here is closed within the cell',
  INVALID_OPENING_QUOTE: 'a quote is in a cell that does not begin with one',
};

const QUOTE_HELP =
  'Put quotes around the whole cell, and write each quote in it twice: `"a 5"" pipe"`.';

const notCsv = (reason: string, help: string): Unlocated => ({
  code: 'syntax',
  message: `This is not CSV: ${reason}.`,
  help,
});

const wrongLength = (
  { length }: readonly string[],
  columns: readonly Column[],
  delimiter: string,
): Unlocated =>
  notCsv(
    `this row has ${formatCount(length, 'cell')}, the first row ${columns.length}`,
    `Give each row a cell for each field, and put quotes around a cell that contains \`${delimiter}\`.`,
  );

const NO_NAME = notCsv(
  'this column has no name',
  'Write the name of its field into the first row, or remove the column.',
);

function headerErrors(columns: readonly Column[], delimiter: string): CellError[] {
  const [{ name: first } = { name: '' }] = columns;
  const other = [',', ';', '\t'].find((one) => one !== delimiter && first.includes(one));
  if (columns.length === 1 && other) return [{ row: 0, error: otherDelimiter(other) }];
  const seen = new Set<string>();
  return columns.flatMap(({ name }, column) => {
    const error = name === '' ? NO_NAME : seen.has(name) && DUPLICATE_FIELD;
    seen.add(name);
    return error ? { row: 0, column, error } : [];
  });
}

const otherDelimiter = (other: string): Unlocated => {
  const written = other === '\t' ? '\\t' : other;
  return notCsv(
    `the first row has a single cell, with \`${written}\` in it`,
    `If that separates the cells, write so in the definition: \`content: { delimiter: '${written}' }\`.`,
  );
};
