import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  Lexer,
  Parser,
  Schema,
  visit,
  type YAMLError,
  YAMLParseError,
} from 'yaml';
import { requireDepth, requireShallow } from './depth.ts';
import { protoField, repeatedField } from './json.ts';
import type { Fault, Path, Range, Syntax } from './syntax.ts';

/** YAML 1.2: `NO` is a text there, and a date stays one too. */
export const yaml: Syntax = {
  parse(text) {
    const document = read(text);
    const faults = faultsOf(document, text);
    if (faults.length > 0 || document.contents === null) return { value: undefined, faults };
    try {
      const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
      // Each of many aliases may put what it means a level deeper.
      if (text.includes('*')) requireShallow(value);
      return { value, faults };
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      return { value: undefined, faults: [explosion(document)] };
    }
  },
  finder(text) {
    const document = read(text);
    return (path, part) => rangeOf(document, path, part);
  },
};

/** More uses of anchors than a person writes; a few lines of nested ones make billions. */
const MAX_ALIASES = 10_000;

/** The core schema whatever a `%YAML` line says, and no tags beyond it, such as `!!timestamp`. */
const OPTIONS = {
  schema: new Schema({ schema: 'core', resolveKnownTags: false }),
  stringKeys: true,
  prettyErrors: false,
};

/** Does as `parseDocument`, but for texts that would exhaust the stack. */
function read(text: string): Document.Parsed {
  const [document, another] = new Composer(OPTIONS).compose(tokensIn(text), true, text.length);
  if (!document) throw new Error('The YAML parser made no document.');
  if (another) {
    const [start, end] = another.range;
    document.errors.push(new YAMLParseError([start, end], 'MULTIPLE_DOCS', 'several documents'));
  }
  return document as Document.Parsed;
}

/**
 * The parser itself keeps count of what is open; what composes a document of its tokens calls itself
 * for each level. Where that exhausts the stack, no error can be relied on: a regular expression
 * that is compiled just there ends the process.
 */
function* tokensIn(text: string): Generator<CST.Token> {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    requireDepth(parser.stack.length);
  }
  yield* parser.end();
}

function faultsOf(document: Document.Parsed, text: string): Fault[] {
  const faults = [...document.errors, ...document.warnings].map((error) => faultOf(error, text));
  // Both are rare, and a walk over every document is not free.
  if (text.includes('__proto__')) faults.push(...protoFaults(document));
  if (text.includes('*')) faults.push(...aliasFaults(document));
  return oneSyntaxFaultALine(faults, text);
}

function faultOf({ code, message, pos: [start, end] }: YAMLError, text: string): Fault {
  const range = { offset: start, length: Math.max(1, end - start) };
  if (code === 'MULTIPLE_DOCS') return { ...SEVERAL_DOCUMENTS, ...range };
  if (code === 'DUPLICATE_KEY') {
    const [key = '', , name = ''] = KEY_IN_TEXT.exec(text.slice(start)) ?? [];
    return { ...repeatedField(name), offset: start, length: key.length };
  }
  const help = 'Mend the YAML here; a text with special characters in it wants quotes.';
  return { code: 'syntax', message: `This is not YAML: ${message}.`, help, ...range };
}

/** The name of a field as it is written, up to its colon; its second group is without quotes. */
const KEY_IN_TEXT = /^(["']?)(.*?)\1(?=\s*(?::|$))/m;

/** After one slip the parser stumbles over the rest of the line again and again. */
function oneSyntaxFaultALine(faults: readonly Fault[], text: string): Fault[] {
  const lines = new Set<number>();
  return faults.filter(({ code, offset }) => {
    const line = text.lastIndexOf('\n', offset - 1);
    if (code === 'syntax' && lines.has(line)) return false;
    if (code === 'syntax') lines.add(line);
    return true;
  });
}

function protoFaults(document: Document.Parsed): Fault[] {
  const faults: Fault[] = [];
  visit(document, {
    Pair(_, { key }) {
      if (!isScalar(key) || key.value !== '__proto__') return;
      faults.push({ ...protoField, ...rangeFor(key) });
    },
  });
  return faults;
}

/** Aliases of what is not there before them, and those that stand inside what they mean. */
function aliasFaults(document: Document.Parsed): Fault[] {
  const faults: Fault[] = [];
  const anchors = new Set<string>();
  visit(document, {
    Node(_, node, within) {
      if (!isAlias(node)) {
        if (node.anchor) anchors.add(node.anchor);
        return;
      }
      const inside = within.some((one) => isNode(one) && one.anchor === node.source);
      if (inside) faults.push(aliasFault(node, 'stands inside what it means'));
      else if (!anchors.has(node.source)) {
        faults.push(aliasFault(node, `has no \`&${node.source}\` before it`));
      }
    },
  });
  return faults;
}

const aliasFault = (alias: Alias, what: string): Fault => ({
  code: 'syntax',
  message: `The alias \`*${alias.source}\` ${what}.`,
  help: 'Write the value out instead, or put the text in quotes if no alias is meant.',
  ...rangeFor(alias),
});

/** Which of the aliases is one too many is as good as chance: the first stands for them all. */
function explosion(document: Document.Parsed): Fault {
  let first: Alias | undefined;
  visit(document, {
    Alias(_, alias) {
      first = alias;
      return visit.BREAK;
    },
  });
  return {
    code: 'syntax',
    message: `Written out, the aliases of this file would be more than ${MAX_ALIASES} values.`,
    help: 'Write values out instead of referring to them with `*`.',
    ...rangeFor(first),
  };
}

const SEVERAL_DOCUMENTS = {
  code: 'several-documents',
  message: 'This file holds a second document after `---` or `...`.',
  help: 'Put each record in a file of its own, or make one list of them with `- ` before each.',
} as const;

function rangeFor(node: unknown): Range {
  const range = isNode(node) ? node.range : null;
  return range ? { offset: range[0], length: Math.max(1, range[1] - range[0]) } : WHOLE;
}

function rangeOf(document: Document.Parsed, path: Path, part: 'value' | 'name'): Range {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  if (part === 'name' && isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1));
    if (pair) return rangeFor(pair.key);
  }
  if (isNode(node)) return rangeFor(node);
  return path.length > 0 ? rangeOf(document, path.slice(0, -1), 'value') : WHOLE;
}

const WHOLE: Range = { offset: 0, length: 1 };
