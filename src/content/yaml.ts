import * as YAML from 'yaml';
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

/** YAML 1.2: `NO` is a string in it, and so is a date. */
export const yaml: ContentFormat = {
  maxBytes: 50e6,
  parse: reportDepth((text) => {
    const { document, second } = compose(text);
    // Walking every document would take time, and few contain aliases.
    const aliases = text.includes('*') ? aliasesIn(document) : [];
    const errors = [
      ...[...document.errors, ...document.warnings].map(errorOf),
      ...aliases.filter(({ isValid }) => !isValid).map(invalidAlias),
    ].filter(isFirstOfLine(text));
    if (second) errors.push({ ...SEVERAL_DOCUMENTS, ...rangeBetween(second.range) });
    if (errors.length > 0 || document.contents === null) return { value: undefined, errors };
    // No single alias is one too many, or one too deep; the first one shows where they are.
    const firstAlias = rangeFor(aliases[0]?.node);
    try {
      const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
      // Each alias may put the value it refers to one level deeper.
      if (aliases.length > 0) requireShallow(value, firstAlias);
      return { value, errors };
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      return { value: undefined, errors: [{ ...TOO_MANY_ALIASES, ...firstAlias }] };
    }
  }),
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
    const { offset } = parser;
    yield* parser.next(lexeme);
    requireDepth(parser.stack.length, { offset, length: 1 });
  }
  yield* parser.end();
}

/** @throws RangeError for a value that is nested too deeply */
function requireShallow(value: unknown, range: TextRange, depth = 0): void {
  requireDepth(depth, range);
  if (typeof value !== 'object' || value === null) return;
  for (const child of Object.values(value)) requireShallow(child, range, depth + 1);
}

function errorOf({ code, message, pos }: YAML.YAMLError): ParseError {
  if (code === 'DUPLICATE_KEY') return { ...DUPLICATE_FIELD, ...rangeBetween(pos) };
  const help = 'Fix the YAML: quote text that contains special characters.';
  return { code: 'syntax', message: `This is not YAML: ${message}.`, help, ...rangeBetween(pos) };
}

/** After a syntax error the parser often reports others in the same line, which it caused. */
function isFirstOfLine(text: string): (error: ParseError) => boolean {
  const lines = new Set<number>();
  return ({ code, offset }) => {
    const { size } = lines;
    return code !== 'syntax' || lines.add(text.lastIndexOf('\n', offset - 1)).size > size;
  };
}

interface Alias {
  readonly node: YAML.Alias;
  /** Does it refer to a complete value before it? */
  readonly isValid: boolean;
}

function aliasesIn(document: YAML.Document): Alias[] {
  const aliases: Alias[] = [];
  const anchors = new Set<string>();
  YAML.visit(document, {
    Value(_, { anchor }) {
      if (anchor) anchors.add(anchor);
    },
    Alias(_, node, parents) {
      const isInside = parents.some(
        (parent) => YAML.isNode(parent) && parent.anchor === node.source,
      );
      aliases.push({ node, isValid: anchors.has(node.source) && !isInside });
    },
  });
  return aliases;
}

const invalidAlias = ({ node }: Alias): ParseError => ({
  code: 'syntax',
  message: `The alias \`*${node.source}\` does not come after the value of \`&${node.source}\`.`,
  help: 'Write the value out instead, or quote the text if no alias is meant.',
  ...rangeFor(node),
});

const TOO_MANY_ALIASES = {
  code: 'syntax',
  message: `Written out, the aliases of this file would be more than ${MAX_ALIASES} values.`,
  help: 'Write values out instead of referring to them with `*`.',
} as const;

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
  const parent = document.getIn(path.slice(0, -1), true);
  if (part === 'name' && YAML.isMap(parent)) {
    const pair = parent.items.find(({ key }) => YAML.isScalar(key) && key.value === path.at(-1));
    if (pair) return rangeFor(pair.key);
  }
  const node = document.getIn(path, true);
  if (YAML.isNode(node) || path.length === 0) return rangeFor(node);
  return rangeOf(document, path.slice(0, -1), 'value');
}
