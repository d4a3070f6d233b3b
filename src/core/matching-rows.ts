import {
  type Filters,
  type FilterTerm,
  type FilterValues,
  MATCHES,
  numberMatcher,
  termsOf,
  textMatcher,
  wantedParts,
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
function markMatches(
  reading: Reading,
  field: string,
  term: FilterTerm,
  marks: Uint8Array,
): Promise<void> {
  const columns = reading.stored.columns[field] ?? {};
  /** Marks the rows of each piece. */
  const mark = async <T>(
    pieces: readonly ColumnPiece[] = [],
    decode: (body: Uint8Array) => T,
    markPiece: (piece: T, own: Uint8Array) => void,
  ) => {
    let first = 0;
    for (const [name, rows] of pieces) {
      markPiece(await reading.part(name, decode), marks.subarray(first, first + rows));
      first += rows;
    }
  };
  const { form } = MATCHES[term.match];
  if (form === 'numbers') {
    const matches = numberMatcher(term);
    return mark(columns.numbers, decodeNumbers, (piece, own) => markNumbers(piece, matches, own));
  }
  if (columns.values) {
    const matches = textMatcher(term);
    return mark(columns.values, decodeValues, ({ values, codes }, own) => {
      const found = [false, ...values.map(matches)];
      markNumbers(codes, (code) => found[code] ?? false, own);
    });
  }
  const parts = wantedParts(term);
  return mark(columns[form], decodeTexts, (piece, own) => {
    for (const part of parts) markTexts(piece, part, own);
  });
}

/** Sets the marks of the rows whose number matches. */
function markNumbers(
  numbers: ArrayLike<number>,
  matches: (value: number) => boolean,
  marks: Uint8Array,
): void {
  for (let row = 0; row < numbers.length; row++) if (matches(numbers[row] ?? NaN)) marks[row] = 1;
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
