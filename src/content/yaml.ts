import * as YAML from 'yaml';
import {
  type ContentFormat,
  duplicateField,
  type FieldPath,
  type ParseError,
  PROTO_FIELD,
  requireDepth,
  TEXT_START,
  type TextRange,
} from './format.ts';

/** YAML 1.2: `NO` is a string in it, and so is a date. */
export const yaml: ContentFormat = {
  parse(text) {
    const { document, second } = compose(text);
    const errors = errorsOf(document, text);
    if (second) errors.push({ ...SEVERAL_DOCUMENTS, ...rangeBetween(second.range) });
    if (errors.length > 0 || document.contents === null) return { value: undefined, errors };
    try {
      const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
      // Each alias may put the value it refers to one level deeper.
      if (text.includes('*')) requireShallow(value);
      return { value, errors };
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      return { value: undefined, errors: [tooManyAliases(document)] };
    }
  },
  locator(text) {
    const { document } = compose(text);
    return (path, part) => rangeOf(document, path, part);
  },
};

/** More than anyone writes by hand; a few lines of nested aliases expand to billions of values. */
const MAX_ALIASES = 10_000;

/** Always the core schema, also below a `%YAML 1.1` line, and no other tags such as `!!timestamp`. */
const OPTIONS = {
  schema: new YAML.Schema({ schema: 'core', resolveKnownTags: false }),
  stringKeys: true,
  prettyErrors: false,
};

/** Does what `parseDocument` does, but limits the depth. */
function compose(text: string) {
  const [document, second] = new YAML.Composer(OPTIONS).compose(tokensIn(text), true, text.length);
  if (!document) throw new Error('The YAML parser returned no document.');
  return { document, second };
}

/**
 * The parser is not recursive, but the composer is. Its depth is limited here because an exhausted
 * stack can't be caught reliably there: compiling a regular expression at that point ends the process.
 */
function* tokensIn(text: string): Generator<YAML.CST.Token> {
  const parser = new YAML.Parser();
  for (const lexeme of new YAML.Lexer().lex(text)) {
    yield* parser.next(lexeme);
    requireDepth(parser.stack.length);
  }
  yield* parser.end();
}

/** @throws RangeError for a value that is nested too deeply */
function requireShallow(value: unknown, depth = 0): void {
  requireDepth(depth);
  if (typeof value !== 'object' || value === null) return;
  for (const child of Object.values(value)) requireShallow(child, depth + 1);
}

function errorsOf(document: YAML.Document, text: string): ParseError[] {
  const errors = [...document.errors, ...document.warnings].map((error) => errorOf(error, text));
  // Walking every document would take time, and few contain either.
  if (/__proto__|\*/.test(text)) errors.push(...nodeErrors(document));
  return oneSyntaxErrorPerLine(errors, text);
}

function errorOf({ code, message, pos }: YAML.YAMLError, text: string): ParseError {
  const range = rangeBetween(pos);
  if (code === 'DUPLICATE_KEY') {
    const [key = '', , name = ''] = KEY_IN_TEXT.exec(text.slice(range.offset)) ?? [];
    return { ...duplicateField(name), offset: range.offset, length: key.length };
  }
  const help = 'Fix the YAML: quote text that contains special characters.';
  return { code: 'syntax', message: `This is not YAML: ${message}.`, help, ...range };
}

/** The name of a field as written, up to its colon; the second group is without quotes. */
const KEY_IN_TEXT = /^(["']?)(.*?)\1(?=\s*(?::|$))/m;

/** After a syntax error the parser often reports others in the same line, which it caused. */
function oneSyntaxErrorPerLine(errors: readonly ParseError[], text: string): ParseError[] {
  const lines = new Set<number>();
  return errors.filter(({ code, offset }) => {
    if (code !== 'syntax') return true;
    const line = text.lastIndexOf('\n', offset - 1);
    const isFirst = !lines.has(line);
    lines.add(line);
    return isFirst;
  });
}

/** Fields called `__proto__`, and aliases that refer to nothing before them or to their own parent. */
function nodeErrors(document: YAML.Document): ParseError[] {
  const errors: ParseError[] = [];
  const anchors = new Set<string>();
  YAML.visit(document, {
    Pair(_, { key }) {
      if (!YAML.isScalar(key) || key.value !== '__proto__') return;
      errors.push({ ...PROTO_FIELD, ...rangeFor(key) });
    },
    Value(_, { anchor }) {
      if (anchor) anchors.add(anchor);
    },
    Alias(_, alias, parents) {
      const { source } = alias;
      const isInside = parents.some((parent) => YAML.isNode(parent) && parent.anchor === source);
      if (anchors.has(source) && !isInside) return;
      const what = isInside
        ? 'stands inside the value it refers to'
        : `has no \`&${source}\` before it`;
      const message = `The alias \`*${source}\` ${what}.`;
      errors.push({ code: 'syntax', message, help: NO_ALIAS, ...rangeFor(alias) });
    },
  });
  return errors;
}

const NO_ALIAS = 'Write the value out instead, or quote the text if no alias is meant.';

/** Located at the first alias: no single one of them is too many. */
function tooManyAliases(document: YAML.Document): ParseError {
  let first: unknown;
  YAML.visit(document, {
    Alias(_, alias) {
      first ??= alias;
    },
  });
  const message = `Written out, the aliases of this file would be more than ${MAX_ALIASES} values.`;
  const help = 'Write values out instead of referring to them with `*`.';
  return { code: 'syntax', message, help, ...rangeFor(first) };
}

const SEVERAL_DOCUMENTS = {
  code: 'several-documents',
  message: 'This file contains a second document after `---` or `...`.',
  help: 'Put each record in a file of its own, or make one list of them with `- ` before each.',
} as const;

const rangeBetween = ([start, end]: readonly number[]): TextRange => ({
  offset: start as number,
  length: Math.max(1, (end as number) - (start as number)),
});

const rangeFor = (node: unknown): TextRange =>
  YAML.isNode(node) && node.range ? rangeBetween(node.range) : TEXT_START;

function rangeOf(document: YAML.Document, path: FieldPath, part: 'value' | 'name'): TextRange {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  if (part === 'name' && YAML.isMap(parent)) {
    const pair = parent.items.find(({ key }) => YAML.isScalar(key) && key.value === path.at(-1));
    if (pair) return rangeFor(pair.key);
  }
  if (YAML.isNode(node)) return rangeFor(node);
  return path.length > 0 ? rangeOf(document, path.slice(0, -1), 'value') : TEXT_START;
}
