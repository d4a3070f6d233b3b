import { DELIMITERS, type Delimiter } from '../api/schema.ts';
import { type CsvForm, rowsOf } from './csv-rows.ts';

/**
 * Finds what separates the cells of a CSV file. A definition can't name a blank. Where a usual delimiter splits
 * the header and most rows, rows of other lengths are rather a mistake than a reason to take `:` or a blank.
 */
export function findDelimiter(text: string, quote?: false): Delimiter | ' ' | undefined {
  // If two are as good, the comma is rather in a name or a number.
  const possible = [...DELIMITERS, ' ' as const].reverse();
  const all = possible.map((delimiter) => ({ delimiter, ...sharesOf(text, { delimiter, quote }) }));
  all.sort((a, b) => b.equal - a.equal);
  const best = (some: string, share: 'equal' | 'split', least = 0.5) =>
    all.find((one) => some.includes(one.delimiter) && one[share] >= least)?.delimiter;
  return (
    best('\t;,', 'equal') ??
    best('|~^', 'equal') ??
    best('\t;,', 'split') ??
    best(':', 'equal') ??
    best(' ', 'equal', 0.9)
  );
}

/** A sample of this many rows says enough about a file. */
const MAX_SAMPLE = 1000;

/** Of the first rows below the header, the share with as many cells, and with more than one; 0 if it has one. */
function sharesOf(text: string, form: CsvForm) {
  // Two words are rather a name than two cells, and several blanks separate two cells.
  const [least, isCell] = form.delimiter === ' ' ? [3, Boolean] : [2, () => true];
  const counts: number[] = [];
  for (const cells of rowsOf(text, form))
    if (counts.push(cells.filter(isCell).length) === MAX_SAMPLE) break;
  const [count = 0, ...others] = counts;
  if (count < least) return { equal: 0, split: 0 };
  const share = (isSo: (count: number) => boolean) =>
    others.length === 0 ? 1 : others.filter(isSo).length / others.length;
  return { equal: share((one) => one === count), split: share((one) => one >= least) };
}
