import { type Document, isAlias, isMap, isNode, isScalar, parseDocument, visit } from 'yaml';
import { protoField, repeatedField } from './json.ts';
import { type Fault, lazy, type Path, type Range, type Syntax } from './syntax.ts';

/** YAML 1.2: `NO` is a text there, and a date stays one too. */
export const yaml: Syntax = {
  parse(text) {
    const document = read(text);
    const faults = faultsOf(document, text);
    const again = lazy(() => read(text));
    const find = (path: Path, part: 'value' | 'name') => rangeOf(again(), path, part);
    if (faults.length > 0 || document.contents === null) return { value: undefined, faults, find };
    try {
      return { value: document.toJS({ maxAliasCount: MAX_ALIASES }), faults, find };
    } catch (error) {
      return { value: undefined, faults: [aliasFault(text, (error as Error).message)], find };
    }
  },
};

/** More uses of anchors than a person writes; a few lines of nested ones make billions. */
const MAX_ALIASES = 100;

const read = (text: string): Document.Parsed =>
  parseDocument(text, { prettyErrors: false, logLevel: 'silent', stringKeys: true });

function faultsOf(document: Document.Parsed, text: string): Fault[] {
  const faults = [...document.errors, ...document.warnings].map(({ code, message, pos }): Fault => {
    const range = { offset: pos[0], length: Math.max(1, pos[1] - pos[0]) };
    if (code === 'MULTIPLE_DOCS') return { ...SEVERAL_DOCUMENTS, ...range };
    if (code === 'DUPLICATE_KEY') {
      const name = /^[^\s:]+/.exec(text.slice(pos[0]))?.[0] ?? '';
      return { ...repeatedField(name), offset: pos[0], length: name.length };
    }
    const help = 'Mend the YAML here; a text with special characters in it wants quotes.';
    return { code: 'syntax', message: `This is not YAML: ${message}.`, help, ...range };
  });
  // Both are rare, and a walk over every document is not free.
  if (text.includes('__proto__')) visit(document, { Pair: (_, pair) => void proto(pair.key) });
  if (text.includes('*'))
    visit(document, { Alias: (_, alias, within) => void circle(alias, within) });
  return faults;

  function proto(name: unknown) {
    if (isScalar(name) && name.value === '__proto__')
      faults.push({ ...protoField, ...rangeFor(name) });
  }
  function circle(alias: Parameters<typeof rangeFor>[0], within: readonly unknown[]) {
    const target = isAlias(alias) ? alias.resolve(document) : undefined;
    if (!target || !within.includes(target)) return;
    faults.push({
      ...aliasFault(text, 'an alias stands inside what it means'),
      ...rangeFor(alias),
    });
  }
}

const SEVERAL_DOCUMENTS = {
  code: 'several-documents',
  message: 'This file holds a second document after `---` or `...`.',
  help: 'Put each record in a file of its own, or make one list of them with `- ` before each.',
} as const;

const aliasFault = (text: string, message: string): Fault => ({
  code: 'syntax',
  message: `An alias can’t be followed: ${message.replace(/\.$/, '')}.`,
  help: 'Write the value out instead of referring to it with `*`.',
  offset: Math.max(0, text.indexOf('*')),
  length: 1,
});

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
