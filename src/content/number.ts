import type { Unlocated } from './format.ts';

/**
 * True if JavaScript changes the value of a written number: a whole number that a double can't hold, and a
 * number that becomes infinite or 0. A decimal fraction is rounded to the nearest double, as in every JSON
 * reader.
 * @param text a number, as JSON, YAML or CSV writes it, in YAML also `0x1f`
 */
export function isChangedNumber(text: string): boolean {
  const number = Number(text);
  if (number !== 0 && Math.abs(number) < 2 ** 53) return false;
  if (!Number.isFinite(number)) return true;
  if (/^0[ox]/.test(text)) return BigInt(text) !== BigInt(number);
  const digits = digitsOf(text);
  if (number === 0) return digits !== '';
  // A number with more digits has a decimal fraction.
  const isWhole = digits.length <= BigInt(Math.abs(number)).toString().length;
  return isWhole && digits !== digitsOf(String(number));
}

/** The digits of a number without zeros at both ends. */
const digitsOf = (text: string): string =>
  text
    .replace(/e.*/i, '')
    .replace(/[-+.]/g, '')
    // Without the lookbehind, a long run of zeros would be searched from each of its digits.
    .replace(/^0+|(?<!0)0+$/g, '');

/** The problem of such a number. */
export const changedNumber = (text: string): Unlocated => ({
  code: 'bad-value',
  message: Number.isFinite(Number(text))
    ? `This number can’t be published unchanged: it would become ${Number(text)}.`
    : 'JSON can’t contain this number.',
  help: 'Put it in quotes to publish it as text, or change it.',
});
