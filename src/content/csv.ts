import { CsvError, parse } from 'csv-parse/sync';
import { formatCount } from '../util/text.ts';
import {
  type ContentFormat,
  type ConverterOf,
  DUPLICATE_FIELD,
  type ParseError,
  PROTO_FIELD,
  type TextRange,
  type Unlocated,
} from './format.ts';

/**
 * CSV: the first row has the names of the fields, every other row the texts of a record. Rows without
 * any text are ignored. https://www.rfc-editor.org/rfc/rfc4180
 */
const csvFormat = (defaultDelimiter: string): ContentFormat => ({
  maxBytes: 100e6,
  parse(written, { delimiter = defaultDelimiter, converterOf } = {}) {
    const text = withoutSeparator(written);
    try {
      return readRows(text, delimiter, converterOf);
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      return { value: undefined, errors: [quoteError(text, delimiter)] };
    }
  },
  locator(text, { delimiter = defaultDelimiter } = {}) {
    const { cellsOf, rangeOf } = locateRows(withoutSeparator(text), delimiter);
    const columns = new Map(cellsOf(0).map(({ value }, column) => [value.trim(), column]));
    return ([record, name], part) => {
      if (record === undefined) return { offset: 0, length: text.length };
      const row = Number(record) + 1;
      if (name === undefined) return rangeOf(row);
      const column = columns.get(String(name)) ?? -1;
      // Of a column that is missing, all records miss the same.
      return cellsOf(part === 'name' ? 0 : row)[column] ?? rangeOf(0);
    };
  },
});

export const csv = csvFormat(',');
export const tsv = csvFormat('\t');

/** Blanks a first line such as `sep=;`, which sets the delimiter in Excel. */
const withoutSeparator = (text: string): string => text.replace(/^sep=.(?=[\r\n])/i, '     ');

function readRows(text: string, delimiter: string, converterOf?: ConverterOf) {
  const records: unknown[] = [];
  const wrongRows: CellError[] = [];
  let columns: readonly Column[] | undefined;
  for (const row of rowsOf(text, delimiter)) {
    if (columns) {
      records.push(recordOf(columns, row));
      if (row.length !== columns.length)
        wrongRows.push({ row: records.length, ...wrongLength(row.length, columns.length) });
      continue;
    }
    const names = row.map((cell) => cell.trim());
    const wrongNames = headerErrors(names, delimiter);
    if (wrongNames.length > 0)
      return { value: undefined, errors: located(wrongNames, text, delimiter) };
    columns = names.map((name) => columnOf(name, converterOf));
  }
  return { value: columns && records, errors: located(wrongRows, text, delimiter) };
}

/** About how much of a text the parser gets at once: it needs several times as much memory. */
const SLICE_LENGTH = 64_000;

const OPTIONS = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true };

/**
 * The rows that are not blank.
 * @throws CsvError for a misplaced quote
 */
function* rowsOf(text: string, delimiter: string): Iterable<readonly string[]> {
  let start = 0;
  for (const end of rowEnds(text)) {
    if (end - start < SLICE_LENGTH && end < text.length) continue;
    for (const row of parse(text.slice(start, end), { ...OPTIONS, delimiter }))
      if (!isBlank(row)) yield row;
    start = end;
  }
}

/** Where rows end, with those that are empty. Correct up to the first misplaced quote. */
function* rowEnds(text: string): Iterable<number> {
  const tokens = /"[^"]*"?|\r\n?|\n/g;
  while (tokens.test(text)) if (text[tokens.lastIndex - 1] !== '"') yield tokens.lastIndex;
  yield text.length;
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

type Column = readonly [name: string, convert: (text: string) => unknown];

/** A column with more texts than this has few that are repeated often. */
const MAX_SHARED = 1000;

/** Equal texts are converted to the same value, which takes less memory than equal ones. */
function columnOf(name: string, converterOf: ConverterOf = () => (text) => text): Column {
  const convert = converterOf(name);
  const values = new Map<string, unknown>();
  const convertOnce = (text: string): unknown => {
    if (values.size === MAX_SHARED) return convert(text);
    if (!values.has(text)) values.set(text, convert(text));
    return values.get(text);
  };
  return [name, convertOnce];
}

const recordOf = (columns: readonly Column[], row: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    columns
      .map(([name, convert], column) => [name, convert(row[column] ?? '')] as const)
      .filter(([, value]) => value !== undefined),
  );

/** Finds the rows that are not blank, the one with the names first, and their cells. */
function locateRows(text: string, delimiter: string) {
  const pattern = cellPattern(delimiter);
  const starts = [0, ...rowEnds(text)].filter(
    (start) => !isBlank(cellsAt(start).map(({ value }) => value)),
  );
  /** The next cell to locate is mostly in the same row. */
  let last = { row: -1, cells: cellsAt(text.length) };
  const cellsOf = (row: number) => {
    if (row !== last.row) last = { row, cells: cellsAt(starts[row] ?? text.length) };
    return last.cells;
  };
  // A location ends with its line.
  const rangeOf = (row: number) => ({ offset: starts[row] ?? 0, length: text.length });
  return { cellsOf, rangeOf };

  function cellsAt(start: number) {
    const cells: (TextRange & { readonly value: string })[] = [];
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

/** Matches a cell, without and with its quotes, and what ends it. */
const cellPattern = (delimiter: string): RegExp =>
  new RegExp(`("([^"]*(?:""[^"]*)*)"|[^"\\r\\n${delimiter}]*)(${delimiter}|\\r\\n?|\\n|$)`, 'y');

/** An error of a row, or of a cell in it. */
interface CellError extends Unlocated {
  readonly row: number;
  readonly column?: number;
}

function located(errors: readonly CellError[], text: string, delimiter: string): ParseError[] {
  if (errors.length === 0) return [];
  const { cellsOf, rangeOf } = locateRows(text, delimiter);
  return errors.map(({ row, column = -1, ...error }) => {
    const { offset, length } = cellsOf(row)[column] ?? rangeOf(row);
    return { ...error, offset, length };
  });
}

const notCsv = (reason: string, help: string): Unlocated => ({
  code: 'syntax',
  message: `This is not CSV: ${reason}.`,
  help,
});

/** Locates the first cell whose quotes the parser refuses. */
function quoteError(text: string, delimiter: string): ParseError {
  const pattern = cellPattern(delimiter);
  let offset = 0;
  while (offset < text.length && pattern.test(text)) offset = pattern.lastIndex;
  return { ...WRONG_QUOTES, offset, length: 1 };
}

const WRONG_QUOTES = notCsv(
  'the cell that starts here has a quote that is not closed or not doubled',
  'Put the whole cell in quotes, and double each quote in it: `"a 5"" pipe"`.',
);

const wrongLength = (length: number, expected: number): Unlocated =>
  notCsv(`this row has ${formatCount(length, 'cell')} instead of ${expected}`, LENGTH_HELP);

const LENGTH_HELP =
  'Give every row the same number of cells. Put a cell that contains the delimiter in quotes.';

const NO_NAME_HELP = 'Add a name, or remove the column.';

function headerErrors(names: readonly string[], delimiter: string): CellError[] {
  const other = [',', ';', '\\t'].find((one) => names[0]?.includes(one.replace('\\t', '\t')));
  if (names.length === 1 && other && other !== delimiter) {
    const help = `If it separates cells, write \`content: { delimiter: '${other}' }\` in the definition.`;
    return [{ row: 0, ...notCsv(`the first row is one cell that contains \`${other}\``, help) }];
  }
  const unnamed = formatCount(names.filter((name) => name === '').length, 'column');
  /** What is wrong with the next column of each name. */
  const errors = new Map<string, Unlocated | null>([
    ['', notCsv(`${unnamed} without a name`, NO_NAME_HELP)],
    ['__proto__', PROTO_FIELD],
  ]);
  return names.flatMap((name, column) => {
    const error = errors.get(name);
    errors.set(name, name === '' ? null : DUPLICATE_FIELD);
    return error ? { row: 0, column, ...error } : [];
  });
}
