import { TRUE_OR_FALSE } from '../content/convert.ts';
import { NO_VALUE, YEAR } from './field.ts';

const NUMBER = /^[-+]?\d*[.,]?\d+(?:e[-+]?\d+)?$/i;
const DATE = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?:[ T].*)?$/;

/** An e-mail address or a URL, which is no name. */
const ADDRESS = /^(?:[^\s@]+@[^\s@]+\.[^\s@]+|https?:\/\/\S+)$/i;

/** A column by its first cell, the texts below it, and their form; without a form, they are other texts or none. */
type Column = ReturnType<typeof readColumn>;

function readColumn(cell: string, rows: readonly (readonly string[])[], column: number) {
  const cells = rows.map((row) => row[column]?.trim() ?? '');
  const texts = cells.filter((text) => text !== '' && !NO_VALUE.test(text));
  const canTell = texts.length > 0 && !NO_VALUE.test(cell);
  const forms = canTell ? [NUMBER, DATE, TRUE_OR_FALSE, ADDRESS] : [];
  return { first: cell, texts, form: forms.find((form) => texts.every((text) => form.test(text))) };
}

/**
 * Does the first row of a table have the values of a record rather than names? Some columns have only numbers, dates,
 * booleans or addresses, and all cells of the first row fit their columns. Several whole numbers of one length, that
 * rise or with equal steps can be names, such as years, months and ages, and beside a text also other numbers that
 * rise, such as quantiles.
 */
export function isHeaderless([first = [], ...rows]: readonly (readonly string[])[]): boolean {
  const columns = first.map((cell, column) => readColumn(cell.trim(), rows, column));
  if (!columns.every(({ first, form }) => form?.test(first) ?? true)) return false;
  const has = (form: RegExp) => columns.some((column) => column.form === form);
  if (has(DATE)) return true;
  if (has(ADDRESS)) return !areOthersUnlike(columns);
  return has(NUMBER) && !canBeNames(columns);
}

/** What columns are often called. */
const COLUMN_NAME =
  /^(?:\w+[ _])?(?:id|key|code|name|title|label|type|date|time|year|lat|lon|city|country)$/i;

/** Is the first row of a table like those below it, so that the names of the columns must stand elsewhere? */
export function isFirstRowRecord(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = rows;
  if (others.length === 0) return first.some((cell) => /\d/.test(cell));
  const columns = first.map((cell, column) => readColumn(cell.trim(), others, column));
  const isAlike = (column: Column) => !isUnlike(column) && !COLUMN_NAME.test(column.first);
  return isHeaderless(rows) || columns.every(isAlike);
}

/** Can the numbers in the first row be names? Two that are equal can't. */
function canBeNames(columns: readonly Column[]): boolean {
  const numbers = columns.filter(({ form }) => form === NUMBER).map(({ first }) => first);
  const [number = '', ...others] = numbers;
  if (new Set(numbers).size < numbers.length) return false;
  const steps = others.map((text, at) => Number(text) - Number(numbers[at]));
  const doRise = steps.every((step) => step > 0);
  const hasTexts = columns.some(({ form }) => form === undefined);
  if (!numbers.every((text) => /^\d+$/.test(text))) return doRise && numbers.length > 2 && hasTexts;
  if (others.length > 0) {
    const areEven = steps.length > 1 && new Set(steps).size === 1;
    const areCodes = new Set(numbers.map(({ length }) => length)).size === 1;
    return doRise || areEven || areCodes;
  }
  // pandas calls a column without a name 0.
  const isOfPandas = number === '0' && columns.at(-1)?.first === number;
  return hasTexts && (YEAR.test(number) || isOfPandas || areOthersUnlike(columns));
}

/** Does no text of the other columns look like the cell above it? */
function areOthersUnlike(columns: readonly Column[]): boolean {
  const others = columns.filter(({ form, texts }) => form === undefined && texts.length > 0);
  return others.length > 0 && others.every(isUnlike);
}

const isUnlike = ({ first, texts }: Column): boolean =>
  !texts.some((text) => shapeOf(text) === shapeOf(first));

/** The kinds of characters of a text, each once where it is repeated: `Aa A0` for `Ann B12`. */
const shapeOf = (text: string): string =>
  text
    .replace(/\p{Lu}/gu, 'A')
    .replace(/\p{Ll}/gu, 'a')
    .replace(/\d/g, '0')
    .replace(/(.)\1+/gu, '$1');
