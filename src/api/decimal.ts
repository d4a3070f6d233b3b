import { z } from 'zod';

/** As databases write decimals: no exponent, no `+`, no further zeros at the start, digits on both sides of a point. */
const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Decimals of so many digits are different as numbers of JavaScript, too, if they are not too small. */
const [MAX_DIGITS, MAX_DECIMALS] = [15, 100];

/** True for a decimal that is compared exactly by its number. @param text in the form of a decimal */
function isExact(text: string): boolean {
  const [significant = ''] = /[1-9].*/.exec(text.replace(/[-.]/g, '')) ?? [];
  return significant.length <= MAX_DIGITS && text.replace(/^[^.]*\.?/, '').length <= MAX_DECIMALS;
}

/** True for a text that `decimal()` accepts. */
export const isDecimal = (text: string): boolean => DECIMAL.test(text) && isExact(text);

/**
 * The schema of a decimal number as text, such as `"9.50"`. It is published as it is written. Orderings of the kind
 * `number`, filters and facets compare it by its value.
 */
export const decimal = (): z.ZodCustomStringFormat<'decimal'> =>
  z
    .stringFormat('decimal', DECIMAL, { abort: true })
    .refine(
      isExact,
      `must have at most ${MAX_DIGITS} significant digits and ${MAX_DECIMALS} decimals: JavaScript can’t tell more apart`,
    );
