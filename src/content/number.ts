import type { Unlocated } from './format.ts';

/**
 * True if JavaScript changes the value of a written number: a whole number that a double can't hold, and a
 * number that becomes infinite or 0. One with a fraction or an exponent is rounded to the nearest double, as in
 * every JSON reader.
 * @param text a number, as JSON, YAML or CSV writes it, in YAML also `0x1f`
 */
export function isChangedNumber(text: string): boolean {
  const number = Number(text);
  if (!Number.isFinite(number)) return true;
  if (number === 0) return /[1-9]/.test(text.replace(/e.*/i, ''));
  const isWhole = /^(?:[-+]?\d+|0[ox].+)$/.test(text);
  if (!isWhole || Number.isSafeInteger(number)) return false;
  // From 1e21 on, JavaScript writes an exponent.
  return Math.abs(number) >= 1e21 || BigInt(text) !== BigInt(String(number));
}

/** The problem of such a number. */
export const changedNumber = (text: string): Unlocated => ({
  code: 'bad-value',
  message: Number.isFinite(Number(text))
    ? `This number can’t be published unchanged: it would become ${Number(text)}.`
    : 'JSON can’t contain this number.',
  help: 'Put it in quotes to publish it as text, or change it.',
});
