import { isChangedNumber } from '../content/number.ts';

/** The names of fields with degrees. */
export const LATITUDE = /^lat(?:itude)?(?:_deg)?$/i;
export const LONGITUDE = /^(?:lon|lng|long|longitude)(?:_deg)?$/i;

/** A number as the definition reads it; `007` is a text. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i;

export const areNumbers = (texts: readonly string[]): boolean =>
  texts.every((text) => NUMBER.test(text));

/** A number that can have a decimal comma, separators of thousands, and a unit. */
const AMOUNT =
  /^(?:CHF|EUR|GBP|USD)?[-−\s\p{Sc}]*(?:\d{1,3}([.,'’\s])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?|\d+(?:[.,]\d+)?|[.,]\d+)\s?(?:[\p{Sc}%‰]|°\p{L}?)?(?:\s\p{L}{1,3})?$/u;

/** A date with the year after the day and the month, and possibly a time. */
const DATE =
  /^(?:(?:\d{1,2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)[-/. ,]{1,2}){2}(?:(?:1\d|20)\d\d|(?<=[/.])\d\d)(?:[ ,T]+\d.*)?$/iu;

const THOUSANDS = /^(?:0|-?[1-9]\d{0,2}(?:\.\d{3})*)$/;

/** What people write into a cell that has no value. */
const NO_VALUE = /^(?:n\/?a|null|none|unknown|[-–—?]+)$/i;

/**
 * Finds out whether texts stand for numbers or dates in a notation that no definition reads.
 * @param all all texts of a field, in CSV or in a format that has numbers
 * @returns what the notation is, as a sentence
 */
export function notationOf(name: string, all: readonly string[], isCsv: boolean) {
  const texts = all.filter((text) => !NO_VALUE.test(text));
  const firstOf = (every: RegExp, some: RegExp) =>
    texts.every((text) => every.test(text)) && texts.find((text) => some.test(text));
  if (areNumbers(texts)) {
    const changed = isCsv && texts.find(isChangedNumber);
    if (changed) return `JavaScript can’t hold the number ${changed}.`;
    const isAngle = LATITUDE.test(name) || LONGITUDE.test(name);
    const dotted = isCsv && !isAngle && firstOf(THOUSANDS, /\./);
    if (dotted) return `${dotted} can mean thousands. ${DECIMAL_HELP}`;
    const noValue = isCsv && texts.length > 0 && all.find((text) => NO_VALUE.test(text));
    return noValue && `${noValue} is not a number. If it means no value, leave the cell empty.`;
  }
  const amount = firstOf(AMOUNT, /[^\d.-]|\..*\.|^-?\.|\.$/);
  if (amount) return `${amount} is not written as a number, such as 1234.5.`;
  const date = firstOf(DATE, DATE);
  return date && `${date} is not written as a date, such as 2024-12-31.`;
}

const DECIMAL_HELP = 'If the dot is a decimal point, change z.string() to z.number() in api.mjs.';
