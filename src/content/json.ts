import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import {
  assertDepth,
  type ContentFormat,
  DUPLICATE_FIELD,
  ILL_FORMED,
  type ParseError,
  PROTO_FIELD,
  reportRangeErrors,
  syntaxProblem,
  type TextRange,
  type Unlocated,
} from './format.ts';
import { changedNumber, isChangedNumber } from './number.ts';

/** Values by `JSON.parse`. Another parser locates errors, also those that `JSON.parse` accepts, such as a field given twice. */
export const json: ContentFormat = {
  maxBytes: 100e6,
  canWrap: true,
  parse: reportRangeErrors((text) => {
    const errors = findErrors(text);
    const isEmpty = errors.length > 0 || text.trim() === '';
    return { value: isEmpty ? undefined : JSON.parse(text), errors };
  }),
  locator(text) {
    const range = { offset: text.search(/\S/), length: text.trim().length };
    /** The children on the path to the last value: the next one is mostly in the same list and the same record. */
    const levels: { readonly offset: number; readonly children: Children }[] = [];
    return (path, part) => {
      let found: Child = { name: range, value: range };
      for (const [depth, step] of path.entries()) {
        const { offset } = found.value;
        if (levels[depth]?.offset !== offset)
          levels[depth] = { offset, children: childrenAt(text, offset) };
        const child = levels[depth].children.get(step);
        if (!child) return found.value;
        found = child;
      }
      return found[part];
    };
  },
};

/** An item of a list, which has no name of its own, or a field of an object. */
type Child = Readonly<Record<'name' | 'value', TextRange>>;
type Children = Map<string | number, Child>;

/** Locates what is in the value at an offset. The range of a list or an object is its first bracket. */
function childrenAt(text: string, start: number): Children {
  const children: Children = new Map();
  let name: TextRange | undefined;
  const add: JSONVisitor['onObjectBegin'] = (offset, length, _line, _column, pathOf) => {
    const [step] = pathOf();
    if (step === undefined) return true;
    const value = { offset: start + offset, length };
    children.set(step, { name: name ?? value, value });
    return false;
  };
  visit(text.slice(start), {
    onObjectBegin: add,
    onArrayBegin: add,
    // Without them, nothing after the first list or object is visited.
    onObjectEnd() {},
    onArrayEnd() {},
    onObjectProperty(_, offset, length) {
      name = { offset: start + offset, length };
    },
    onLiteralValue: (_, ...token) => void add(...token),
  });
  return children;
}

/** Finds the first syntax error of a text, or each name, text and number that can't be used. */
function findErrors(text: string): ParseError[] {
  let syntaxError: ParseError | undefined;
  const errors: ParseError[] = [];
  /** The names of the fields so far in each object or list around the position. */
  const parents: Set<string>[] = [];
  const open = (offset: number, length: number) =>
    assertDepth(parents.push(new Set()), { offset, length });
  const close = () => void parents.pop();
  const checkText = (value: string, offset: number, length: number) =>
    value.isWellFormed() || errors.push({ ...ILL_FORMED, offset, length });
  visit(
    text,
    {
      onObjectBegin: open,
      onObjectEnd: close,
      onArrayBegin: open,
      onArrayEnd: close,
      onObjectProperty(name, offset, length) {
        const names = parents.at(-1);
        if (name === '__proto__') errors.push({ ...PROTO_FIELD, offset, length });
        else if (names?.has(name)) errors.push({ ...DUPLICATE_FIELD, offset, length });
        checkText(name, offset, length);
        names?.add(name);
      },
      onLiteralValue(value, offset, length) {
        if (typeof value === 'string') checkText(value, offset, length);
        if (typeof value !== 'number') return;
        const written = text.slice(offset, offset + length);
        if (isChangedNumber(written)) errors.push({ ...changedNumber(written), offset, length });
      },
      onError(code, offset, length) {
        syntaxError ??= { ...notJson(code), offset, length };
      },
    },
    { disallowComments: true, allowEmptyContent: true },
  );
  return syntaxError ? [syntaxError] : errors;
}

function notJson(code: number): Unlocated {
  // A name such as `CommaExpected`.
  const name = printParseErrorCode(code);
  const reason = name.replace(/\B[A-Z]/g, ' $&').toLowerCase();
  return syntaxProblem('JSON', reason, name === 'EndOfFileExpected' ? ONE_VALUE : CORRECT_JSON);
}

const ONE_VALUE =
  'Write one value, such as a list `[ … ]`. If each line is a record, rename the file: its name must end with .jsonl.';

const CORRECT_JSON =
  'Fix the JSON: use double quotes, and remove comments, trailing commas and leading zeros.';
