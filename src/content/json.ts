import { printParseErrorCode, visit } from 'jsonc-parser';
import {
  type ContentFormat,
  DUPLICATE_FIELD,
  type FieldPath,
  MAX_DEPTH,
  type ParseError,
  reportDepth,
  requireDepth,
  requireLength,
  TEXT_START,
  type TextRange,
} from './format.ts';

/**
 * JSON by `JSON.parse`. A second parser finds what it does not report: where an error is, and which
 * fields are given twice. It is slow, so it reads only a text that has such an error.
 */
export const json: ContentFormat = {
  maxBytes: 100e6,
  parse: reportDepth((text) => {
    if (text.trim() === '') return { value: undefined, errors: [] };
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      const { syntaxError } = scan(text);
      return { value, errors: [syntaxError ?? notJson((error as Error).message)] };
    }
    // Of fields with the same name in one object, JSON.parse keeps only the last one.
    const isSound = countFields(value) === countNames(text);
    return { value, errors: isSound ? [] : scan(text).duplicates };
  }),
  locator(text) {
    const root = text.search(/\S|$/);
    /** The last value at each depth: the next one to locate is mostly beside it. */
    const levels: ValueRange[] = [];
    const valueAt = (start: number, depth: number): ValueRange => {
      const level = levels[depth];
      if (level?.start === start) return level;
      levels[depth] = readValue(text, start);
      return levels[depth];
    };
    const rangeOf = (path: FieldPath, part: 'value' | 'name'): TextRange => {
      let child: Child = { value: root };
      for (const [depth, step] of path.entries()) {
        const inner = valueAt(child.value, depth).children.get(step);
        if (!inner) return rangeOf(path.slice(0, depth), 'value');
        child = inner;
      }
      const { name, value } = child;
      return part === 'name' && name !== undefined
        ? { offset: name, length: endOfString(text, name) - name }
        : { offset: value, length: valueAt(value, path.length).end - value };
    };
    return rangeOf;
  },
};

/** Where a value starts, and the name of its field. */
interface Child {
  readonly name?: number | undefined;
  readonly value: number;
}

interface ValueRange {
  readonly start: number;
  readonly end: number;
  /** The values directly in an object or a list. */
  readonly children: ReadonlyMap<string | number, Child>;
}

/** Reads the value at an offset of a text without errors, in linear time. */
function readValue(text: string, start: number): ValueRange {
  const children = new Map<string | number, Child>();
  const isObject = text[start] === '{';
  if (!isObject && text[start] !== '[') return { start, end: endOfScalar(text, start), children };
  let depth = 0;
  /** Is the next token the name or the value of a child? */
  let isChild = false;
  let name: number | undefined;
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string;
    if (char <= ' ') continue;
    if (isChild && char !== ']' && char !== '}') {
      isChild = false;
      if (isObject && name === undefined) name = at;
      else {
        const step = name === undefined ? children.size : nameAt(text, name);
        children.set(step, { name, value: at });
        name = undefined;
      }
    }
    if (char === '"') at = endOfString(text, at) - 1;
    else if (char === '{' || char === '[') isChild = depth++ === 0;
    else if (char === '}' || char === ']') depth--;
    else if (depth === 1 && (char === ',' || char === ':')) isChild = true;
    if (depth === 0) return { start, end: at + 1, children };
  }
  return { start, end: text.length, children };
}

const nameAt = (text: string, start: number): string =>
  JSON.parse(text.slice(start, endOfString(text, start)));

function endOfScalar(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start);
  let end = start;
  while (end < text.length && !/[\s,\]}]/.test(text[end] as string)) end++;
  return end;
}

/** Skips from quote to quote, which is much faster than reading each character. */
function endOfString(text: string, start: number): number {
  let end = start;
  let backslashes: number;
  do {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
  } while (backslashes % 2 === 1);
  return end + 1;
}

/** How many strings of a text are names of fields. */
function countNames(text: string): number {
  let count = 0;
  let at = text.indexOf('"');
  while (at !== -1) {
    at = endOfString(text, at);
    while ((text[at] as string) <= ' ') at++;
    if (text[at] === ':') count++;
    at = text.indexOf('"', at);
  }
  return count;
}

/** How many fields a value has, with those of all values in it; NaN where it is nested too deeply. */
function countFields(value: unknown, depth = 1): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > MAX_DEPTH) return Number.NaN;
  const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
  requireLength(children.length);
  let count = children === value ? 0 : children.length;
  for (const child of children) count += countFields(child, depth + 1);
  return count;
}

/** Finds the first syntax error of a text, and each field whose name its object already has. */
function scan(text: string): { syntaxError: ParseError | undefined; duplicates: ParseError[] } {
  let syntaxError: ParseError | undefined;
  const duplicates: ParseError[] = [];
  /** The names of the fields so far in each object or list around the position. */
  const parents: Set<string>[] = [];
  const open = (offset: number, length: number) =>
    requireDepth(parents.push(new Set()), { offset, length });
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
        if (fields?.has(name)) duplicates.push({ ...DUPLICATE_FIELD, offset, length });
        fields?.add(name);
      },
      onError(code, offset, length) {
        if (syntaxError) return;
        // The code is a name such as `CommaExpected`.
        const message = printParseErrorCode(code)
          .replace(/\B[A-Z]/g, ' $&')
          .toLowerCase();
        syntaxError = notJson(message, { offset, length });
      },
    },
    { disallowComments: true },
  );
  return { syntaxError, duplicates };
}

const notJson = (message: string, range = TEXT_START): ParseError => ({
  code: 'syntax',
  message: `This is not JSON: ${message}.`,
  help: 'Fix the JSON: it needs double quotes, and allows no comments, no comma after the last value and no number that starts with 0.',
  ...range,
});
