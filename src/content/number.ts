import type { Unlocated } from './format.ts';

/**
 * True if JavaScript changes the value of a written number: a whole number that a double can't hold, and a
 * number that becomes infinite or 0. A decimal fraction is rounded to the nearest double, as in every JSON
 * reader.
 * @param text a number, as JSON, YAML or CSV writes it
 */
export function isChangedNumber(text: string): boolean {
  const number = Number(text);
  if (number !== 0 && Math.abs(number) < 2 ** 53) return false;
  if (!Number.isFinite(number)) return true;
  const written = decimalOf(text);
  if (number === 0) return written.digits !== '';
  if (written.exponent < 0) return false;
  const held = decimalOf(String(number));
  return held.digits !== written.digits || held.exponent !== written.exponent;
}

/** The digits of a number without zeros at both ends, and the power of ten of the last one. */
function decimalOf(text: string) {
  const [, whole = '', fraction = '', power = '0'] =
    /^[-+]?(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  const significant = (whole + fraction).replace(/^0+/, '');
  // Without the lookbehind, a long run of zeros would be searched from each of its digits.
  const digits = significant.replace(/(?<!0)0+$/, '');
  return { digits, exponent: Number(power) - fraction.length + significant.length - digits.length };
}

/** The problem of such a number. */
export const changedNumber = (text: string): Unlocated => ({
  code: 'bad-value',
  message: `This number can’t be published unchanged: it would become ${JSON.stringify(Number(text))}.`,
  help: 'Put it in quotes to publish it as text, or round it.',
});
