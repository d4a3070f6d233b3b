import {
  type Filters,
  type FilterTerm,
  type FilterValues,
  isRange,
  rangeMatcher,
  termsOf,
  textMatcher,
  wantedTexts,
} from './filter.ts';
import type { Reading } from './reading.ts';
import { type ColumnPiece, decodeNumbers, decodeTexts, decodeValues } from './store.ts';

/**
 * The rows of a collection that match every filter that has a value: 1 for each that does, else 0.
 * @param count the number of records
 * @returns null if no filter has a value, so that all rows match
 */
export async function matchingRows(
  reading: Reading,
  filters: Filters,
  values: FilterValues,
  count: number,
): Promise<Uint8Array | null> {
  let all: Uint8Array | null = null;
  for (const term of termsOf(filters, values)) {
    const found = new Uint8Array(count);
    for (const field of term.fields) await markMatches(reading, field, term, found);
    if (all) for (let row = 0; row < count; row++) all[row] = (all[row] ?? 0) & (found[row] ?? 0);
    all ??= found;
  }
  return all;
}

/** Sets the marks of the rows whose value of a field matches. */
async function markMatches(
  reading: Reading,
  field: string,
  term: FilterTerm,
  marks: Uint8Array,
): Promise<void> {
  const { values, caseless = [], exact = [], numbers = [] } = reading.stored.columns[field] ?? {};
  /** Marks the rows of each piece. */
  const mark = async <T>(
    pieces: readonly ColumnPiece[],
    decode: (body: Uint8Array) => T,
    markPiece: (piece: T, own: Uint8Array) => void,
  ) => {
    let first = 0;
    for (const [name, rows] of pieces) {
      markPiece(await reading.part(name, decode), marks.subarray(first, first + rows));
      first += rows;
    }
  };
  if (isRange(term.match)) {
    const matches = rangeMatcher(term);
    return mark(numbers, decodeNumbers, (piece, own) => markNumbers(piece, matches, own));
  }
  if (values) {
    const matches = textMatcher(term);
    return mark(values, decodeValues, (piece, own) => markCodes(piece, matches, own));
  }
  const isExact = term.match === 'equals' || term.match === 'in';
  return mark(isExact ? exact : caseless, decodeTexts, (piece, own) => {
    for (const part of isExact ? wantedParts(term) : term.terms.map(lowerCased)) {
      markTexts(piece, part, own);
    }
  });
}

/** Parts of a column of texts that are whole values. */
const wantedParts = (term: FilterTerm): string[] =>
  // Between two U+0000, it is the whole text of a row.
  wantedTexts(term).map((text) => (term.isList ? text : `\0${text}\0`));

const lowerCased = (text: string): string => text.toLowerCase();

/** Sets the marks of the rows whose number matches. */
function markNumbers(
  numbers: Float64Array,
  matches: (value: number) => boolean,
  marks: Uint8Array,
): void {
  for (let row = 0; row < numbers.length; row++) if (matches(numbers[row] ?? NaN)) marks[row] = 1;
}

/** Sets the marks of the rows whose value matches. */
function markCodes(
  { values, codes }: ReturnType<typeof decodeValues>,
  matchesText: (text: string) => boolean,
  marks: Uint8Array,
): void {
  const found = [false, ...values.map(matchesText)];
  for (let row = 0; row < codes.length; row++) if (found[codes[row] ?? 0]) marks[row] = 1;
}

/** Sets the marks of the rows that contain a text. */
function markTexts(
  { text, starts }: ReturnType<typeof decodeTexts>,
  part: string,
  marks: Uint8Array,
): void {
  let row = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, starts[row])) {
    while ((starts[row + 1] ?? Number.POSITIVE_INFINITY) <= at) row++;
    marks[row++] = 1;
  }
}
