import * as YAML from 'js-yaml';
import { isMap, parseDocument, visit } from 'yaml';
import {
  assertDepth,
  type ContentFormat,
  DUPLICATE_FIELD,
  ILL_FORMED,
  MAX_DEPTH,
  type ParseError,
  PROTO_FIELD,
  reportRangeErrors,
  syntaxProblem,
  TEXT_START,
  type TextRange,
} from './format.ts';
import { numberProblem } from './yaml-scalar.ts';

const { ALIAS, DOCUMENT, MAPPING, POP, SCALAR } = YAML.EVENT_ID;
const { DOUBLE_QUOTED, PLAIN, SINGLE_QUOTED } = YAML.SCALAR_STYLE;

/** YAML 1.2, where `NO` is a text and so is a date, with the merge keys of YAML 1.1. */
const SCHEMA = YAML.CORE_SCHEMA.withTags(YAML.mergeTag);

/** One package makes the values. Another, ten times slower, explains errors and has all positions. */
export const yaml: ContentFormat = {
  maxBytes: 50e6,
  canWrap: true,
  parse: reportRangeErrors((text) => {
    try {
      return readYaml(withLineFeeds(text));
    } catch (error) {
      if (!(error instanceof YAML.YAMLException)) throw error;
      return { value: undefined, errors: [syntaxError(error, text)] };
    }
  }),
  locator(text) {
    if (text.length > MAX_EXPLAINED) {
      // The lines where the records of the first list begin are found quickly.
      const [, name, dash = '-'] =
        /^(?:(\S.*?):(?:\s|#.*[\r\n])*^)?([ \t]*-)(?=\s)/m.exec(text) ?? [];
      const items = text.matchAll(new RegExp(`^${dash}(?=\\s)`, 'gm'));
      const starts = Array.from(items, ({ index }) => index + dash.length - 1);
      return (path) => rangeOf(starts[Number(path[path[0] === name ? 1 : 0])] ?? 0, 0);
    }
    const document = parseSlowly(text);
    return function locate(path, part): TextRange {
      const parentPath = path.slice(0, -1);
      const parent = document.getIn(parentPath, true);
      const field =
        isMap(parent) && parent.items.find(({ key }) => Object(key).value === path.at(-1));
      const { range } = Object(part === 'name' && field ? field.key : document.getIn(path, true));
      if (range) return rangeOf(range[0], range[1]);
      if (path.length === 0) return TEXT_START;
      // A merged field is where it is merged.
      return locate(isMap(parent) && parent.has('<<') ? [...parentPath, '<<'] : parentPath, part);
    };
  },
};

/** The length of the largest text that the slower package reads, in about a second. */
const MAX_EXPLAINED = 1e6;

/** One package reads a lone carriage return as text, and the other drops some empty lines. */
const withLineFeeds = (text: string) => text.replace(/\r(?!\n)/g, '\n');

const parseSlowly = (text: string) =>
  parseDocument(withLineFeeds(text), { prettyErrors: false, stringKeys: true, uniqueKeys: false });

const rangeOf = (offset: number, end: number) => ({ offset, length: Math.max(1, end - offset) });

function readYaml(text: string): ReturnType<ContentFormat['parse']> {
  const events = YAML.parseEvents(text, { maxDepth: MAX_DEPTH });
  const errors = checkEvents(text, events);
  if (errors.length > 0) return { value: undefined, errors };
  const limit = events.length + MAX_ALIAS_VALUES;
  const options = { source: text, schema: SCHEMA, maxTotalMergeKeys: limit };
  const [value, ...others] = YAML.constructFromEvents(events, options);
  if (others.length > 0)
    errors.push({ ...SEVERAL_DOCUMENTS, offset: text.search(SEPARATOR), length: 3 });
  const alias = events.find((event) => event.type === ALIAS);
  const range = alias && rangeOf(alias.anchorStart - 1, alias.anchorEnd);
  if (range && countValues(value, range, limit) > limit)
    errors.push({ ...TOO_MANY_ALIASES, ...range });
  return { value, errors };
}

/** Finds the errors that the package does not report. */
function checkEvents(text: string, events: readonly YAML.Event[]): ParseError[] {
  const errors: ParseError[] = [];
  const open: Open[] = [];
  for (const event of events) {
    const error = eventError(event, text, open.at(-1));
    if (error) errors.push(error);
    if (event.type === POP) open.pop();
    else if (event.type !== SCALAR && event.type !== ALIAS)
      open.push({ count: event.type === MAPPING ? 0 : NaN, merges: 0 });
  }
  return errors;
}

/** Counts the names and values of a record, and its merge keys. For a list or document, `count` is NaN. */
type Open = Record<'count' | 'merges', number>;

function eventError(event: YAML.Event, text: string, outer?: Open) {
  if (event.type === POP || event.type === DOCUMENT || !outer) return undefined;
  const isName = outer.count++ % 2 === 0;
  if (event.type === SCALAR) {
    let problem = scalarProblem(event, text, isName);
    // Other names are in quotes now.
    if (isName && event.style === PLAIN && outer.merges++ > 0) problem ??= DUPLICATE_FIELD;
    const start = event.tagStart === -1 ? event.valueStart : event.tagStart;
    return problem && { ...problem, ...rangeOf(start, event.valueEnd) };
  }
  const start = event.type === ALIAS ? event.anchorStart - 1 : event.start;
  return isName && { ...notYaml('a field name must be text, not an alias'), ...rangeOf(start, 0) };
}

/** Returns what is wrong with a text. Makes texts of names: the package takes `1.0` and `1` for the same. */
function scalarProblem(event: YAML.ScalarEvent, text: string, isName: boolean) {
  const tag = text.slice(event.tagStart, event.tagEnd);
  if (tag && tag !== '!!str') return notYaml(`the tag ${tag} is not supported`);
  const written = text.slice(event.valueStart, event.valueEnd);
  if (event.style === DOUBLE_QUOTED && UNSUPPORTED_ESCAPE.test(written))
    return notYaml('this escape sequence is not supported');
  const value = YAML.getScalarValue(text, event);
  if (!value.isWellFormed()) return ILL_FORMED;
  if (!isName) return tag || event.style !== PLAIN ? undefined : numberProblem(written);
  if (event.style === PLAIN && value !== written) return notYaml('a field name has several lines');
  if (event.style === PLAIN && value !== '<<') event.style = SINGLE_QUOTED;
  return value === '__proto__' ? PROTO_FIELD : undefined;
}

/**
 * The package makes other characters of one beyond U+10FFFF, and drops an empty line after an escaped
 * line break.
 */
const UNSUPPORTED_ESCAPE = /(?<!\\)(?:\\\\)*\\(?:U(?!00(?:0|10))|\r?\n[ \t]*\r?\n)/;

/** Counts values, with aliases written out, until there are more than a limit. */
function countValues(value: unknown, alias: TextRange, limit: number, depth = 0): number {
  assertDepth(depth, alias);
  let count = 1;
  for (const inner of typeof value === 'object' ? Object.values(value ?? {}) : []) {
    if (count > limit) break;
    count += countValues(inner, alias, limit - count, depth + 1);
  }
  return count;
}

/** @throws RangeError for a value that is nested too deeply */
function syntaxError({ reason, mark }: YAML.YAMLException, text: string): ParseError {
  const range = { offset: mark?.position ?? 0, length: 1 };
  if (reason.startsWith('nesting exceeded')) assertDepth(Infinity, range);
  if (reason === 'duplicated mapping key') return { ...DUPLICATE_FIELD, ...range };
  const document = parseSlowly(text.length > MAX_EXPLAINED ? '' : text);
  const [{ message, pos } = { message: reason, pos: [range.offset] as const }] = document.errors;
  let [offset] = pos;
  if (!UNCLOSED.test(message)) return { ...notYaml(message), offset, length: 1 };
  visit(document, {
    Node(_, { range }) {
      // The innermost quote or bracket is shown where it opens.
      const isOpen = range && range[0] < pos[0] && pos[0] <= range[1];
      if (isOpen && /["'[{]/.test(text.charAt(range[0]))) [offset] = range;
    },
  });
  return { ...NOT_CLOSED, offset, length: 1 };
}

/** What the packages say of quotes and brackets. */
const UNCLOSED = /^(?:Missing closing|Flow .* must|deficient indentation)/;

/** What begins another document. Above it, there are not only comments and directives. */
const SEPARATOR = /^(?:---|\.{3})(?!\S)(?<=^[ \t]*[^#%\s].*?\n.{3})/ms;

const FIX = 'Fix the YAML: quote text that contains special characters.';

const notYaml = (reason: string, help = FIX) => syntaxProblem('YAML', reason, help);

const NOT_CLOSED = notYaml(
  'a quote or bracket is not closed, or a line inside it is not indented with spaces',
  'Close it, or indent the lines inside it.',
);

/** More than anyone writes by hand; a few lines of nested aliases expand to billions of values. */
const MAX_ALIAS_VALUES = 1_000_000;

const TOO_MANY_ALIASES = notYaml(
  `the aliases expand to more than ${MAX_ALIAS_VALUES} values`,
  'Use fewer aliases.',
);

const SEVERAL_DOCUMENTS = {
  code: 'several-documents',
  message: 'This file contains a second document after `---` or `...`.',
  help: 'Put each record in its own file, or write one list with `- ` before each record.',
} as const;
