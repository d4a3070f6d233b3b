import { printParseErrorCode, visit } from 'jsonc-parser';
import {
  assertDepth,
  type ContentFormat,
  DUPLICATE_FIELD,
  MAX_DEPTH,
  type ParseError,
  PROTO_FIELD,
  type RangeOf,
  reportRangeErrors,
  TEXT_START,
  type TextRange,
} from './format.ts';
import { changedNumber, isChangedNumber } from './number.ts';

/**
 * JSON by `JSON.parse`. A second parser finds what it does not report: where an error is, which fields
 * are given twice, and which numbers have changed. It is slow, so it reads only a text that may have such
 * an error.
 */
export const json: ContentFormat = {
  maxBytes: 100e6,
  canWrap: true,
  parse: reportRangeErrors((text) => {
    if (text.trim() === '') return { value: undefined, errors: [] };
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      const [first = notJson((error as Error).message)] = findErrors(text);
      return { value, errors: [first] };
    }
    // Of fields with the same name in one object, JSON.parse keeps only the last one.
    const isSound = countFields(value) === countNames(text) && !TINY_NUMBER.test(text);
    return { value, errors: isSound && !text.includes(ZEROS) ? [] : findErrors(text) };
  }),
  locator(text) {
    const range = { offset: text.search(/\S/), length: text.trim().length };
    return rangesIn(text, { name: range, value: range });
  },
};

/** Locates what is in a value, by the path from there. */
function rangesIn(text: string, found: Child): RangeOf {
  let children: Children | undefined;
  /** The next value to locate is mostly in the same item or field. */
  let last: { readonly child: Child; readonly rangeOf: RangeOf } | undefined;
  return ([step, ...path], part) => {
    if (step === undefined) return found[part];
    children ??= childrenAt(text, found.value.offset);
    const child = children.get(step);
    if (!child) return found.value;
    if (last?.child !== child) last = { child, rangeOf: rangesIn(text, child) };
    return last.rangeOf(path, part);
  };
}

/** An item of a list, which has no name of its own, or a field of an object. */
type Child = Readonly<Record<'name' | 'value', TextRange>>;

/** By position in the list, or by name. */
type Children = ReadonlyMap<string | number, Child>;

/**
 * The tokens of JSON: a text with the colon after it if it is a name; a bracket; another value.
 * Escapes are skipped in a way that needs no stack, which a text of megabytes would exhaust.
 */
const TOKEN = /("(?:[^"\\]*|.*?(?<!\\)(?:\\\\)*)")(\s*:)?|[{}[\]]|[^\s,:{}[\]"]+/gs;

/** How the nesting changes after a token. */
const NESTING: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };

/** Finds what is in the value at an offset of a text without errors. */
function childrenAt(text: string, start: number): Children {
  const children = new Map<string | number, Child>();
  if (NESTING[text.charAt(start)] !== 1) return children;
  const tokens = new RegExp(TOKEN);
  tokens.lastIndex = start + 1;
  let [key, name]: [string?, TextRange?] = [];
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const { 0: token, 1: string = '', 2: colon, index: offset } = match;
    const change = NESTING[token];
    if (change === -1) break;
    if (colon !== undefined) {
      [key, name] = [JSON.parse(string), { offset, length: string.length }];
      continue;
    }
    if (change === 1) skipToEnd(text, tokens);
    const value = { offset, length: tokens.lastIndex - offset };
    children.set(key ?? children.size, { name: name ?? value, value });
  }
  return children;
}

/** Skips the rest of the list or object that the last token begins. */
function skipToEnd(text: string, tokens: RegExp): void {
  let depth = 1;
  while (depth > 0) {
    if (!tokens.test(text)) throw new SyntaxError('A bracket is not closed.');
    depth += NESTING[text.charAt(tokens.lastIndex - 1)] ?? 0;
  }
}

/** How many names of fields are in a text. */
function countNames(text: string): number {
  let count = 0;
  const tokens = new RegExp(TOKEN);
  // Without the match, which takes twice as long to make.
  while (tokens.test(text)) if (text[tokens.lastIndex - 1] === ':') count++;
  return count;
}

/** A text with a number that becomes 0 contains one of these. */
const [TINY_NUMBER, ZEROS] = [/\de-\d{3,}[\s,\]}]/i, '0'.repeat(200)];

/**
 * How many fields a value has, with those of all values in it; NaN where it is nested too deeply, has a
 * field `__proto__`, or a number that may have changed.
 */
function countFields(value: unknown, depth = 1): number {
  if (typeof value === 'number') return Math.abs(value) < 2 ** 53 ? 0 : Number.NaN;
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > MAX_DEPTH || Object.hasOwn(value, '__proto__')) return Number.NaN;
  const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
  let count = children === value ? 0 : children.length;
  // Most values are texts, and calls take time.
  for (const child of children)
    if (typeof child !== 'string') count += countFields(child, depth + 1);
  return count;
}

/** Finds the first syntax error of a text, or each name and number that can't be used. */
function findErrors(text: string): ParseError[] {
  let syntaxError: ParseError | undefined;
  const errors: ParseError[] = [];
  /** The names of the fields so far in each object or list around the position. */
  const parents: Set<string>[] = [];
  const open = (offset: number, length: number) =>
    assertDepth(parents.push(new Set()), { offset, length });
  const close = () => void parents.pop();
  visit(
    text,
    {
      onObjectBegin: open,
      onObjectEnd: close,
      onArrayBegin: open,
      onArrayEnd: close,
      onObjectProperty(name, offset, length) {
        const fields = parents.at(-1);
        if (name === '__proto__') errors.push({ ...PROTO_FIELD, offset, length });
        else if (fields?.has(name)) errors.push({ ...DUPLICATE_FIELD, offset, length });
        fields?.add(name);
      },
      onLiteralValue(value, offset, length) {
        const written = text.slice(offset, offset + length);
        if (typeof value === 'number' && isChangedNumber(written))
          errors.push({ ...changedNumber(written), offset, length });
      },
      onError(code, offset, length) {
        if (syntaxError) return;
        // A name such as `CommaExpected`.
        const name = printParseErrorCode(code);
        const message = name.replace(/\B[A-Z]/g, ' $&').toLowerCase();
        const help = name === 'EndOfFileExpected' ? { help: ONE_VALUE } : {};
        syntaxError = { ...notJson(message, { offset, length }), ...help };
      },
    },
    { disallowComments: true },
  );
  return syntaxError ? [syntaxError] : errors;
}

const ONE_VALUE =
  'Write one value, such as a list `[ … ]`. If each line is a record, rename the file: its name must end with .jsonl.';

const notJson = (message: string, range = TEXT_START): ParseError => ({
  code: 'syntax',
  message: `This is not JSON: ${message}.`,
  help: 'Fix the JSON: use double quotes, and remove comments, trailing commas and leading zeros.',
  ...range,
});
