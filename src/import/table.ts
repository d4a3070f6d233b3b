import type { Delimiter } from '../api/schema.ts';
import { findConflict } from '../content/conflict.ts';
import { type Cells, rowsOf } from '../content/csv-rows.ts';
import { findDelimiter } from '../content/delimiter.ts';
import { decode, FORMATS, formatOf } from '../content/file.ts';
import { UsageError } from '../util/problem.ts';
import { formatCount, shortened } from '../util/text.ts';
import type { Source } from './decode.ts';
import { isFirstRowRecord, isHeaderless } from './header.ts';
import { fieldNames } from './name.ts';

/**
 * Reads the structure of a CSV file: what separates its cells, and its columns.
 * @returns in `rows` all rows below the header, if they differ from those of the file
 * @throws UsageError where the file has no header
 */
export function readTable({ from, file, bytes }: Source) {
  const usual = formatOf(file) === FORMATS['.tsv'] ? '\t' : ',';
  const notes: string[] = [];
  const plain = withoutFormulas(decode(bytes), notes);
  const text = withoutComments(withoutLastDelimiter(plain, notes), notes);
  const { rows: read, delimiter, literal } = readRows(text, usual);
  const content = { ...(delimiter !== usual && delimiter !== ' ' && { delimiter }), ...literal };
  // The content has an error.
  if (!read || delimiter === ' ' || findConflict(text)) return { header: [], content, notes };
  if (isHeaderless(read.slice(0, SAMPLE)))
    throw new UsageError(
      `The first line of ${from} looks like a record: ${shortened(`${read[0]?.join(' | ')}`)}. ` +
        'Add a line above it with the names of the fields.',
    );
  const isChanged = notes.length > 0;
  // A number with a decimal comma without quotes also makes rows longer.
  const canBeLonger = delimiter !== ',' || text.startsWith('"');
  const [columns = [], ...rows] = withNamedColumns(read, canBeLonger, notes);
  const header = fieldNames(columns);
  const titles = header.flatMap((name, at) => (name === columns[at] ? [] : [[name, columns[at]]]));
  if (titles[0]) notes.push(`${RENAMED} ${shortened(titles[0].join(': '), 80)}`);
  // Errors have the right places in the file as it is.
  const isWrong = !isChanged && rows.some(({ length }) => length !== header.length);
  const isConverted = notes.length > 0 && !isWrong;
  if (literal) notes.push(LITERAL);
  if (!isConverted) return { header, content, notes };
  return { header, rows, titles: Object.fromEntries(titles), content: {}, notes };
}

/** So many rows, or characters, tell what the first row is. */
const [SAMPLE, SAMPLE_LENGTH] = [1000, 100_000];

const RENAMED = 'Some columns were renamed; the page shows their old names. For example,';
const LITERAL = 'Quotes are read as a part of the texts, since some are within a text.';
const UNNAMED = 'Left out: columns without a name that are empty or count the records.';

/** Removes the `=` of cells such as `="007"`, by which spreadsheet programs keep texts. */
function withoutFormulas(text: string, notes: string[]): string {
  const formulas = /(?<=^|[,;\t|])="([^"\r\n]*)"(?=[,;\t|]|$)/gm;
  const [formula, value] = formulas.exec(text) ?? [];
  if (formula !== undefined) notes.push(`Formulas are texts: ${formula} is ${value}`);
  return text.replace(formulas, '"$1"');
}

/** Removes a delimiter that is at the end of every line, and nowhere else in the first one. */
function withoutLastDelimiter(text: string, notes: string[]): string {
  const [, names = '', last] = /^(?!sep=)([^\r\n]*?)([,;\t|])[\r\n]/i.exec(text) ?? [];
  const isElsewhere = !last || names.includes(last);
  if (isElsewhere || new RegExp(`[^${last}\r\n]$`, 'm').test(text)) return text;
  notes.push(`Left out: the ${JSON.stringify(last)} at the end of every line.`);
  return text.replace(new RegExp(`[${last}]$`, 'gm'), '');
}

/** Removes comments above the header, which can be the last comment. A # that is a cell is a name. */
function withoutComments(text: string, notes: string[]): string {
  const [lines = ''] = /^(?:[ \t]*(?:#(?![\t,;|]).*)?(?:\r\n?|\n))*/.exec(text) ?? [];
  const below = text.slice(lines.length);
  const comments = lines.match(/#.*/g) ?? [];
  const last = comments.at(-1);
  // Where records begin with #, it does not mean a comment.
  if (!last || /^.+[\r\n]+[ \t]*#/.test(below)) return text;
  const delimiter = findDelimiter(below) ?? ',';
  const sample = `${last.slice(1)}\n${below.slice(0, SAMPLE_LENGTH)}`;
  const [names = [], ...rows] = /\w/.test(last) ? rowsOf(sample, { delimiter }) : [];
  const isHeader =
    areNames(names) && names.length === rows[0]?.length && isFirstRowRecord(rows.slice(0, SAMPLE));
  const count = formatCount(comments.length, 'line');
  const note = isHeader ? `The last of ${count} with # is the header` : `Left out: ${count} with #`;
  const header = isHeader ? `${last.slice(1)}\n` : '';
  notes.push(`${note}: ${shortened(last, 80)}`);
  return header + below;
}

/** Can these cells be names of columns: no sentence, and no number alone? */
const areNames = (cells: Cells): boolean =>
  cells.length > 1 &&
  cells.every((cell, at) => /\p{L}/u.test(cell) && !SENTENCE.test(at === 0 ? cell.trim() : cell));

/** A text with a mark or many words, or several words after a comma and a blank. */
const SENTENCE = /[:.!?](?:\s|$)|(?:\S+\s+){4}\S|^\s+\S+\s+\S/;

/**
 * Reads the rows as a definition will; without `rows` if there is a misplaced quote. Quotes are a part of the texts if
 * then all rows have the same length, and most cells with a quote do not look like one in quotes.
 */
function readRows(text: string, usual: Delimiter) {
  const delimiter = findDelimiter(text) ?? usual;
  let isWrong = false;
  const rows = [...rowsOf(text, { delimiter }, () => (isWrong = true))];
  if (!isWrong) return { delimiter, rows };
  const literal = { quote: false } as const;
  const other = findDelimiter(text, false) ?? usual;
  const others = [...rowsOf(text, { delimiter: other, ...literal })];
  const cells = others.flatMap((row) => row.filter((cell) => cell.includes('"')));
  const enclosed = cells.filter((cell) => /^"(?:.*"|[^"]*)$/s.test(cell.trim()));
  const areEqual = others.every(({ length }) => length === others[0]?.length);
  if (!areEqual || 2 * enclosed.length >= cells.length) return { delimiter };
  return { delimiter: other, literal, rows: others };
}

/**
 * Names the first column, and removes columns without a name that are empty or count the records.
 * @param notes gets what was decided
 */
function withNamedColumns(table: readonly Cells[], canBeLonger: boolean, notes: string[]) {
  const [given = [], ...rows] = table;
  const isEmpty = (at: number) => rows.every((row) => !row[at]?.trim());
  const isLonger = rows.every(({ length }) => length === given.length + 1);
  const hasRowNames = canBeLonger && isLonger && !isEmpty(given.length);
  const header = [...(hasRowNames ? [''] : []), ...given.map((name) => name.trim())];
  if (header[0] === 'Unnamed: 0') header[0] = '';
  const isCount = [0, 1].some((start) => rows.every(([cell], at) => cell === `${start + at}`));
  const longest = rows.reduce((a, b) => (b.length > a.length ? b : a), header);
  const isLeftOut = longest.map((_, at) => !header[at] && (isEmpty(at) || (isCount && at === 0)));
  if (isLeftOut.includes(true)) notes.push(UNNAMED);
  if (header[0] === '' && !isLeftOut[0]) {
    header[0] = header.some((one) => /^name$/i.test(one)) ? 'row_name' : 'name';
    notes.push(`The first column has no name: it is the field ${header[0]}.`);
  }
  return [header, ...rows].map((row) => row.filter((_, at) => !isLeftOut[at]));
}
