import * as YAML from 'js-yaml';
import { MAX_DEPTH, type Unlocated } from './format.ts';
import { changedNumber, isChangedNumber } from './number.ts';

const NUMBER_TAGS = [YAML.intCoreTag, YAML.floatCoreTag];

/** Is a text without quotes a number? The package takes one that is too large for JavaScript for a text. */
const isNumber = (text: string): boolean =>
  /^[-+]?[.\d]/.test(text) &&
  (Math.abs(Number(text)) === Infinity ||
    NUMBER_TAGS.some((tag) => tag.resolve(text, false, tag.tagName) !== YAML.NOT_RESOLVED));

/** Why a text without quotes can't be published, if it is a number. `08901` is rather a code. */
export const numberProblem = (text: string): Unlocated | undefined =>
  isNumber(text) && (/^[-+]?0\d/.test(text) || isChangedNumber(text))
    ? changedNumber(text)
    : undefined;

/** Has a number an exponent, or another base than ten? */
const UNUSUAL = /^0[ox]|\de/i;

/**
 * Lines about the first numbers of a YAML text that a reader may take for codes, such as `1e3` and `0x1f`: as
 * they are written and as they are read. Texts in quotes, comments and names of fields are not among them.
 * @throws YAMLException for a text with an error
 */
export function unusualNumbers(text: string): string[] {
  const numbers = YAML.parseEvents(text, { maxDepth: MAX_DEPTH }).flatMap((event) => {
    if (event.type !== YAML.EVENT_ID.SCALAR || event.style !== YAML.SCALAR_STYLE.PLAIN) return [];
    const written = text.slice(event.valueStart, event.valueEnd);
    if (event.tagStart !== -1 || !UNUSUAL.test(written) || !isNumber(written)) return [];
    const isName = /^[ \t]*:(?:\s|$)/.test(text.slice(event.valueEnd, event.valueEnd + 9));
    return isName ? [] : `${written} is read as ${Number(written)}`;
  });
  return numbers.slice(0, 3);
}
