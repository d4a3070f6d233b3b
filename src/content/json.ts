import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import { requireDepth } from './depth.ts';
import type { Fault, Path, Range, Syntax } from './syntax.ts';

/**
 * JSON by `JSON.parse`, which reads tens of megabytes in a blink. What that does not tell (where an
 * error is, a field given twice) comes from a parser that does.
 */
export const json: Syntax = {
  parse(text) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      return { value: undefined, faults: syntaxFaults(text, error as Error) };
    }
    // To visit every token takes longer than to parse: it is done only where it finds something.
    return { value, faults: textsIn(value) === quotesIn(text) / 2 ? [] : fieldFaults(text) };
  },
  finder(text) {
    const root = parseTree(text);
    return (path, part) => rangeOf(root, path, part);
  },
};

/**
 * How many texts there are in a value, names of fields among them. `JSON.parse` drops a field that is
 * given again, and its name with it, so there are fewer than in its source. `__proto__` counts for none.
 */
function textsIn(value: unknown, depth = 0): number {
  requireDepth(depth);
  if (typeof value === 'string') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  let texts = 0;
  if (Array.isArray(value)) for (const one of value) texts += textsIn(one, depth + 1);
  else {
    for (const [name, one] of Object.entries(value)) {
      texts += (name === '__proto__' ? 0 : 1) + textsIn(one, depth + 1);
    }
  }
  return texts;
}

/** How many quotes open or close a text in valid JSON: those that no backslash escapes. */
function quotesIn(json: string): number {
  let quotes = 0;
  for (let at = json.indexOf('"'); at !== -1; at = json.indexOf('"', at + 1)) {
    let start = at;
    while (json[start - 1] === '\\') start--;
    if ((at - start) % 2 === 0) quotes++;
  }
  return quotes;
}

function syntaxFaults(text: string, thrown: Error): Fault[] {
  if (text.trim() === '') return [];
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors[0];
  const what = first ? words(printParseErrorCode(first.error)) : thrown.message;
  return [
    {
      code: 'syntax',
      offset: first?.offset ?? 0,
      length: first?.length ?? 1,
      message: `This is not JSON: ${what}.`,
      help: 'Mend it here; JSON has double quotes, no comments, no comma after the last value and no number with a zero before it.',
    },
  ];
}

/** `CommaExpected` as `comma expected`. */
const words = (code: string): string =>
  code.replace(/(?<=[a-z])[A-Z]/g, (capital) => ` ${capital}`).toLowerCase();

/** Fields that `JSON.parse` would take in silence: one given twice, and `__proto__`. */
function fieldFaults(text: string): Fault[] {
  const faults: Fault[] = [];
  const open: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty(name, offset, length) {
      const seen = open.at(-1);
      if (seen?.has(name)) faults.push({ ...repeatedField(name), offset, length });
      if (name === '__proto__') faults.push({ ...protoField, offset, length });
      seen?.add(name);
    },
  });
  return faults;
}

export const repeatedField = (name: string) =>
  ({
    code: 'duplicate-field',
    message: `The field \`${name}\` is given twice in one record.`,
    help: 'Keep the one that is right and remove the other.',
  }) as const;

export const protoField = {
  code: 'unknown-field',
  message: '`__proto__` can’t be the name of a field.',
  help: 'Remove it.',
} as const;

function rangeOf(root: Node | undefined, path: Path, part: 'value' | 'name'): Range {
  const node = root && findNodeAtLocation(root, [...path]);
  if (!node) return path.length > 0 ? rangeOf(root, path.slice(0, -1), 'value') : WHOLE;
  const name = part === 'name' && node.parent?.type === 'property' && node.parent.children?.[0];
  return name || node;
}

const WHOLE: Range = { offset: 0, length: 1 };
