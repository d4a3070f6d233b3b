import type { Delimiter } from '../api/schema.ts';
import { formatCount } from '../util/text.ts';
import { type Cells, type CsvForm, locateRows, rowsOf } from './csv-rows.ts';
import { findDelimiter } from './delimiter.ts';
import {
  type ContentFormat,
  type ConverterOf,
  DUPLICATE_FIELD,
  type ParseError,
  PROTO_FIELD,
  syntaxProblem,
  type Unlocated,
} from './format.ts';

/**
 * CSV: the first row has the names of the fields, every other row the texts of a record. Rows without
 * any text are ignored. https://www.rfc-editor.org/rfc/rfc4180
 */
const csvFormat = (defaultDelimiter: Delimiter): ContentFormat => ({
  maxBytes: 100e6,
  parse: (text, { delimiter = defaultDelimiter, quote, converterOf } = {}) =>
    readRows(text, { delimiter, quote }, converterOf),
  locator(text, { delimiter = defaultDelimiter, quote } = {}) {
    const rangeOf = locateRows(text, { delimiter, quote });
    const [names = []] = rowsOf(text, { delimiter, quote });
    const columns = new Map(names.map((name, column) => [name.trim(), column]));
    return ([record, name], part) => {
      if (record === undefined) return { offset: 0, length: text.length };
      if (name === undefined) return rangeOf(Number(record) + 1);
      const column = columns.get(String(name));
      // Of a column that is missing, all records miss the same.
      const isInHeader = part === 'name' || column === undefined;
      return rangeOf(isInHeader ? 0 : Number(record) + 1, column);
    };
  },
});

export const csv = csvFormat(',');
export const tsv = csvFormat('\t');

function readRows(text: string, form: CsvForm, converterOf: ConverterOf = () => String) {
  const errors: ParseError[] = [];
  const rows = rowsOf(text, form, (offset) => errors.push({ ...WRONG_QUOTE, offset, length: 1 }));
  const names = rows.next().value?.map((cell) => cell.trim()) ?? [];
  const wrongCells = headerErrors(names, text);
  const converters = names.map(converterOf);
  const recordOf = (cells: Cells, index: number): Record<string, unknown> => {
    const error = rowError(cells, names);
    if (error) wrongCells.push({ row: index + 1, ...error });
    const values = names.map((name, at) => [name, converters[at]?.(cells[at] ?? '')] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  };
  const value =
    names.length > 0 && wrongCells.length === 0 ? Array.from(rows, recordOf) : undefined;
  return { value, errors: [...located(wrongCells, text, form), ...errors] };
}

/** An error of a row, or of a cell in it. */
type CellError = Unlocated & { readonly row: number; readonly column?: number };

function located(errors: readonly CellError[], text: string, form: CsvForm): ParseError[] {
  if (errors.length === 0) return [];
  const rangeOf = locateRows(text, form);
  return errors.map(({ row, column, ...error }) => ({ ...error, ...rangeOf(row, column) }));
}

const WRONG_QUOTE = syntaxProblem(
  'CSV',
  'the cell that starts here has a quote that is not closed or not doubled',
  'Put the whole cell in quotes, and double each quote in it: `"a 5"" pipe"`. If quotes never enclose cells, write `content: { quote: false }` in the definition.',
);

function rowError(cells: Cells, names: Cells): Unlocated | undefined {
  if (cells.length !== names.length)
    return syntaxProblem(
      'CSV',
      `this row has ${formatCount(cells.length, 'cell')} instead of ${names.length}`,
      LENGTH_HELP,
    );
  const isHeader = cells.every((cell, column) => cell.trim() === names[column]);
  if (!isHeader || names.length === 1) return undefined;
  return syntaxProblem('CSV', 'this row repeats the names of the fields', 'Remove the row.');
}

const LENGTH_HELP =
  'Give every row the same number of cells. Put a cell that contains the delimiter in quotes.';

function headerErrors(names: Cells, text: string): CellError[] {
  const wrongDelimiter = names.length === 1 && delimiterError(text);
  if (wrongDelimiter) return [{ row: 0, ...wrongDelimiter }];
  const unnamed = names.indexOf('');
  if (unnamed !== -1) return [{ row: 0, column: unnamed, ...NO_NAME }];
  const seen = new Set<string>();
  return names.flatMap((name, column) => {
    const error = seen.has(name) ? DUPLICATE_FIELD : name === '__proto__' && PROTO_FIELD;
    seen.add(name);
    return error ? { row: 0, column, ...error } : [];
  });
}

const NO_NAME = syntaxProblem(
  'CSV',
  'a column has no name',
  'Give each column a name, or remove those without.',
);

/** What is wrong if another delimiter splits a header that is one cell. */
function delimiterError(text: string): Unlocated | undefined {
  const found = findDelimiter(text)?.replace('\t', '\\t');
  if (found === undefined) return undefined;
  const [name, help] =
    found === ' '
      ? ['blanks', 'Replace the blanks by commas.']
      : [`\`${found}\``, `Write \`content: { delimiter: '${found}' }\` in the definition.`];
  return syntaxProblem('CSV', `its cells are separated by ${name}`, `${help} ${ONE_TEXT_HELP}`);
}

const ONE_TEXT_HELP = 'If each row is one text, put it in quotes.';
