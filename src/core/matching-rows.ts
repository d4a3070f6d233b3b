import type { Filters, FilterValues, Match } from './filter.ts';
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
  for (const { term, fields, match } of termsOf(filters, values)) {
    const found = new Uint8Array(count);
    for (const field of fields) await markMatches(reading, field, match, term, found);
    if (all) for (let row = 0; row < count; row++) all[row] = (all[row] ?? 0) & (found[row] ?? 0);
    all ??= found;
  }
  return all;
}

/** What a record must match: each term of a search by itself. */
const termsOf = (filters: Filters, values: FilterValues) =>
  Object.entries(filters).flatMap(([name, filter]) => {
    // A filter may be called `constructor`, which every object has.
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
    const terms = filter.match === 'search' ? value.split(/[\s,]+/) : [value];
    return terms.filter((term) => term !== '').map((term) => ({ ...filter, term }));
  });

/** Sets the marks of the rows whose value of a field matches. */
async function markMatches(
  reading: Reading,
  field: string,
  match: Match,
  term: string,
  marks: Uint8Array,
): Promise<void> {
  const { values, caseless = [], exact = [] } = reading.stored.columns[field] ?? {};
  const lower = term.toLowerCase();
  const matches = (value: string) =>
    match === 'equals' ? value === term : value.toLowerCase().includes(lower);
  // Between two U+0000, it is the whole value.
  const [texts, wanted] = match === 'equals' ? [exact, `\0${term}\0`] : [caseless, lower];
  let first = 0;
  for (const [part, rows] of values ?? texts) {
    const own = marks.subarray(first, first + rows);
    if (values) markCodes(await reading.part(part, decodeValues), matches, own);
    else markTexts(await reading.part(part, decodeTexts), wanted, own);
    first += rows;
  }
}

/** Sets the marks of the rows whose value matches. */
function markCodes(
  { values, codes }: ReturnType<typeof decodeValues>,
  matches: (value: string) => boolean,
  marks: Uint8Array,
): void {
  const found = [false, ...values.map(matches)];
  for (let row = 0; row < codes.length; row++) if (found[codes[row] ?? 0]) marks[row] = 1;
}

/** Sets the marks of the rows that contain a text. */
function markTexts(
  { text, starts }: ReturnType<typeof decodeTexts>,
  wanted: string,
  marks: Uint8Array,
): void {
  let row = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, starts[row])) {
    while ((starts[row + 1] ?? Number.POSITIVE_INFINITY) <= at) row++;
    marks[row++] = 1;
  }
}
