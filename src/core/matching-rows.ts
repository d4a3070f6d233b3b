import {
  type Filters,
  type FilterTerm,
  type FilterValues,
  termsOf,
  textMatcher,
} from './filter.ts';
import type { Reading } from './reading.ts';
import { decodeTexts, decodeValues } from './store.ts';

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
  wanted: FilterTerm,
  marks: Uint8Array,
): Promise<void> {
  const { values, caseless = [], exact = [] } = reading.stored.columns[field] ?? {};
  const { match, term } = wanted;
  // Between two U+0000, it is the whole value.
  const [texts, part] =
    match === 'equals' ? [exact, `\0${term}\0`] : [caseless, term.toLowerCase()];
  let first = 0;
  for (const [name, rows] of values ?? texts) {
    const own = marks.subarray(first, first + rows);
    if (values) markCodes(await reading.part(name, decodeValues), textMatcher(wanted), own);
    else markTexts(await reading.part(name, decodeTexts), part, own);
    first += rows;
  }
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
