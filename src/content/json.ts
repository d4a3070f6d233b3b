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
    const root = nextToken(text, 0);
    /** The last object or list at each depth: the next value to locate is mostly in the same ones. */
    const levels: { readonly start: number; readonly children: Children }[] = [];
    const childrenOf = (start: number, depth: number): Children => {
      if (levels[depth]?.start === start) return levels[depth].children;
      const children = childrenAt(text, start);
      levels[depth] = { start, children };
      return children;
    };
    const rangeOf = (path: FieldPath, part: 'value' | 'name'): TextRange => {
      let [child, value] = [root, root];
      for (const [depth, step] of path.entries()) {
        const found = childrenOf(value, depth).get(step);
        if (found === undefined) return rangeOf(path.slice(0, depth), 'value');
        child = found;
        value = typeof step === 'number' ? found : valueOfField(text, found);
      }
      const offset = part === 'name' ? child : value;
      return { offset, length: endOfValue(text, offset) - offset };
    };
    return rangeOf;
  },
};

/** Where each item of a list starts, by its position, or each field of an object, by its name. */
type Children = ReadonlyMap<string | number, number>;

/** Finds what is in the value at an offset of a text without errors. */
function childrenAt(text: string, start: number): Children {
  const children = new Map<string | number, number>();
  const isObject = text[start] === '{';
  if (!isObject && text[start] !== '[') return children;
  let at = nextToken(text, start + 1);
  while (at < text.length && !isOneOf('}]', text[at])) {
    const name = isObject && JSON.parse(text.slice(at, endOfString(text, at)));
    children.set(isObject ? name : children.size, at);
    at = nextToken(text, endOfValue(text, isObject ? valueOfField(text, at) : at));
  }
  return children;
}

/** Where the value of the field starts whose name is at an offset. */
const valueOfField = (text: string, name: number): number =>
  nextToken(text, endOfString(text, name));

const isOneOf = (chars: string, char = ' '): boolean => chars.includes(char);

/** The offset of the next name, value or closing bracket. */
function nextToken(text: string, start: number): number {
  let at = start;
  while (at < text.length && isOneOf(' \t\r\n,:', text[at])) at++;
  return at;
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start);
  let at = start;
  let depth = 0;
  do {
    if (isOneOf('{[', text[at])) depth++;
    else if (isOneOf('}]', text[at])) depth--;
    at = text[at] === '"' ? endOfString(text, at) : at + 1;
  } while (at < text.length && (depth > 0 || !isOneOf(' \t\r\n,:{[}]"', text[at])));
  return at;
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
