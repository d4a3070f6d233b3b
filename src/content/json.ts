import { findNodeAtLocation, parseTree, printParseErrorCode, visit } from 'jsonc-parser';
import {
  type ContentFormat,
  DUPLICATE_FIELD,
  type FieldPath,
  type ParseError,
  reportDepth,
  requireDepth,
  TEXT_START,
  type TextRange,
} from './format.ts';

/**
 * JSON by `JSON.parse`. A second parser finds what it does not report: where an error is, and which
 * fields are given twice.
 */
export const json: ContentFormat = {
  parse: reportDepth((text) => {
    if (text.trim() === '') return { value: undefined, errors: [] };
    const { syntaxError, duplicates } = scan(text);
    try {
      return { value: JSON.parse(text), errors: duplicates };
    } catch (error) {
      return { value: undefined, errors: [syntaxError ?? notJson((error as Error).message)] };
    }
  }),
  locator(text) {
    const root = parseTree(text);
    const rangeOf = (path: FieldPath, part: 'value' | 'name'): TextRange => {
      const node = root && findNodeAtLocation(root, [...path]);
      if (!node) return path.length > 0 ? rangeOf(path.slice(0, -1), 'value') : TEXT_START;
      const name = part === 'name' && node.parent?.type === 'property' && node.parent.children?.[0];
      return name || node;
    };
    return rangeOf;
  },
};

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
        // The code is a name such as `CommaExpected`.
        const message = printParseErrorCode(code)
          .replace(/\B[A-Z]/g, ' $&')
          .toLowerCase();
        syntaxError ??= notJson(message, { offset, length });
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
