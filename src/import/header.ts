import { TRUE_OR_FALSE } from '../content/convert.ts';
import { NO_VALUE } from './field.ts';

const NUMBER = /^[-+]?\d*[.,]?\d+(?:e[-+]?\d+)?$/i;
const DATE = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?:[ T].*)?$/;

/**
 * Does the first row of a table have the values of a record rather than names? Some columns have only numbers,
 * dates or booleans, and all cells of the first row fit their columns. Whole numbers of one length, that rise or
 * with equal steps can be names, such as years, months and ages, and beside a text also other numbers that rise, such
 * as quantiles.
 */
export function isHeaderless([first = [], ...rows]: readonly (readonly string[])[]): boolean {
  const types = first.map((name, column) => {
    const cells = rows.map((row) => row[column]?.trim() ?? '');
    const texts = cells.filter((text) => text !== '' && !NO_VALUE.test(text));
    if (texts.length === 0 || NO_VALUE.test(name.trim())) return undefined;
    return [NUMBER, DATE, TRUE_OR_FALSE].find((type) => texts.every((text) => type.test(text)));
  });
  const isFit = first.every((cell, column) => types[column]?.test(cell.trim()) ?? true);
  const numbers = first.filter((_, column) => types[column] === NUMBER);
  const steps = numbers.slice(1).map((text, at) => Number(text) - Number(numbers[at]));
  const doRise = steps.every((step) => step > 0);
  const areEven = steps.length > 1 && new Set(steps).size === 1;
  const areCodes = new Set(numbers.map((text) => text.trim().length)).size === 1;
  const canBeNames = numbers.every((text) => /^\s*\d+\s*$/.test(text))
    ? doRise || areEven || areCodes
    : doRise && numbers.length > 2 && types.includes(undefined);
  return isFit && (types.includes(DATE) || !canBeNames);
}
