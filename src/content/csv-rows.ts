import { CsvError, parse } from 'csv-parse/sync';
import type { FileOptions, TextRange } from './format.ts';

/** The texts of a row. */
export type Cells = readonly string[];

/** How the cells of a text are separated, and whether those in quotes can contain what separates them. */
export type CsvForm = Pick<FileOptions, 'quote'> & { readonly delimiter: string };

/** About how much of a text the parser gets at once: it needs several times as much memory. */
const SLICE_LENGTH = 64_000;

const OPTIONS = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true };

/** Blanks a first line such as `sep=;`, which sets the delimiter in Excel. */
const withoutSeparator = (text: string): string => text.replace(/^sep=.(?=[\r\n])/i, '     ');

/**
 * The rows that are not blank.
 * @param onWrongQuote gets where the cell of a misplaced quote begins, which ends the rows
 */
export function* rowsOf(written: string, form: CsvForm, onWrongQuote?: (offset: number) => void) {
  const text = withoutSeparator(written);
  let start = 0;
  for (const end of endsIn(text, { ...form, delimiter: '' })) {
    if (end - start < SLICE_LENGTH && end < text.length) continue;
    const slice = text.slice(start, end);
    let rows: readonly Cells[];
    try {
      rows = parseSlice(slice, form);
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      onWrongQuote?.(start + failedAt(slice, error));
      return;
    }
    for (const cells of rows) if (cells.some((cell) => cell.trim() !== '')) yield cells;
    start = end;
  }
}

/**
 * Parses rows. Blanks beside quotes are an error for the parser: then they are moved to the end of the quoted text,
 * as characters that content can't have, so that offsets stay the same.
 */
function parseSlice(text: string, form: CsvForm): readonly Cells[] {
  // A text without quotes needs no parser, which takes several times as long.
  if (!text.includes('"')) return text.split(/\r\n?|\n/).map((line) => line.split(form.delimiter));
  const options = { ...OPTIONS, ...form };
  try {
    return parse(text, options);
  } catch {
    const end = `[\\r\\n${form.delimiter}]`;
    const quoted = new RegExp(`(?<=^|${end}) *("[^"]*(?:""[^"]*)*)" *(?=$|${end})`, 'g');
    const moved = text.replace(quoted, (cell, inner) => `${inner.padEnd(cell.length - 1, '\0')}"`);
    const rows: readonly Cells[] = parse(moved, options);
    return rows.map((cells) => cells.map((cell) => cell.replaceAll('\0', '')));
  }
}

/** Where the cell begins at which the parser fails. Its `bytes` end with the cell before. */
function failedAt(text: string, { bytes, index }: CsvError): number {
  const { length } = Buffer.from(text).toString('utf8', 0, Number(bytes));
  return index === 0 ? length : length + 1;
}

/** Where rows end, also empty ones, or cells. Correct up to the first misplaced quote. */
function* endsIn(text: string, { delimiter, quote }: CsvForm): Iterable<number> {
  const quoted = quote === false ? '' : '"[^"]*"?|';
  const tokens = new RegExp(`${quoted}\\r\\n?|[\\n${delimiter}]`, 'g');
  while (tokens.test(text)) if (text[tokens.lastIndex - 1] !== '"') yield tokens.lastIndex;
  yield text.length;
}

/**
 * Returns a function that finds a row, or a cell in it. Row 0 is the header, and blank rows do not count.
 * @param text one that `rowsOf` reads without an error
 */
export function locateRows(written: string, form: CsvForm) {
  const text = withoutSeparator(written);
  const rows: (TextRange & { ends?: readonly number[] })[] = [];
  const content = new RegExp(`[^\\s${form.delimiter}]`);
  let offset = 0;
  for (const end of endsIn(text, { ...form, delimiter: '' })) {
    const row = text.slice(offset, end);
    // Parsing takes long. Two quotes before another one are not an empty cell.
    const texts = form.quote === false ? row : row.replace(/"\s*"(?!")/g, '');
    if (content.test(texts)) rows.push({ offset, length: row.length });
    offset = end;
  }
  return (row: number, column = Number.POSITIVE_INFINITY): TextRange => {
    const found = rows[row] ?? { offset: 0, length: text.length };
    const { offset, length } = found;
    const line = () => text.slice(offset, offset + length).replace(/[\r\n]+$/, '');
    found.ends ??= [0, ...endsIn(line() + form.delimiter, form)];
    const [start = 0, end = 0] = found.ends.slice(column, column + 2);
    return end > start ? { offset: offset + start, length: end - start - 1 } : { offset, length };
  };
}
