import * as YAML from 'js-yaml';
import {
  assertDepth,
  type ContentFormat,
  DUPLICATE_FIELD,
  MAX_DEPTH,
  type ParseError,
  PROTO_FIELD,
  reportRangeErrors,
  type TextRange,
  type Unlocated,
} from './format.ts';
import { changedNumber, isChangedNumber } from './number.ts';
import { plainValue } from './yaml-scalar.ts';

const { ALIAS, POP, SCALAR, SEQUENCE } = YAML.EVENT_ID;
const { DOUBLE_QUOTED, FOLDED_BLOCK, LITERAL_BLOCK, PLAIN, SINGLE_QUOTED } = YAML.SCALAR_STYLE;
const { FLOW } = YAML.COLLECTION_STYLE;

/** YAML 1.2: `NO` is a string in it, and so is a date. */
export const yaml: ContentFormat = {
  maxBytes: 50e6,
  canWrap: true,
  parse: reportRangeErrors((text) => {
    try {
      const composer = new YamlComposer(text, false);
      return { value: composer.compose(), errors: composer.errors };
    } catch (error) {
      if (!(error instanceof YAML.YAMLException)) throw error;
      return { value: undefined, errors: [syntaxError(error, text)] };
    }
  }),
  locator(text) {
    const root = new YamlComposer(text, true).compose() as Located;
    return (path, part) => {
      let located = root;
      for (const step of path) {
        const { content } = located;
        if (!(content instanceof Object && Object.hasOwn(content, step))) return located.value;
        located = (content as Record<string | number, Located>)[step] as Located;
      }
      return located[part];
    };
  },
};

/** What a value becomes where its position is wanted. */
interface Located {
  /** Where its name is; an item of a list has no name of its own. */
  readonly name: TextRange;
  readonly value: TextRange;
  /** For a list or a record: the same of the values in it. */
  readonly content: unknown;
}

/**
 * Makes the value of a text, or finds the positions of all values in it. The package's own function stops
 * at the first duplicate, takes `1: a` and `"1": a` for the same, and limits no nested aliases.
 */
class YamlComposer {
  readonly errors: ParseError[] = [];
  private readonly events: readonly YAML.Event[];
  /** The index of the event to read next. The first event is that of the document. */
  private next = 1;
  /** Where the value or name that was read last is. */
  private start = 0;
  private end = 0;
  /** The complete values that aliases can refer to. */
  private readonly anchors = new Map<string, unknown>();
  private firstAlias: TextRange | undefined;

  constructor(
    private readonly text: string,
    private readonly isLocating: boolean,
  ) {
    this.events = YAML.parseEvents(text, { maxDepth: MAX_DEPTH });
  }

  compose(): unknown {
    if (this.events.length === 0) return undefined;
    const at = this.text.search(UNSUPPORTED);
    if (at !== -1) this.report(UNSUPPORTED_PART, { offset: at, length: 1 });
    const value = this.readChild();
    // The next event closes the document.
    if (this.events.length > this.next + 1) {
      const offset = this.end + this.text.slice(this.end).search(/^(?:---|\.{3})/m);
      this.report(SEVERAL_DOCUMENTS, { offset, length: 3 });
    }
    if (this.firstAlias) this.limitAliases(value, this.firstAlias);
    return value;
  }

  /** Reads a value that is not the name of a field. */
  private readChild(name?: TextRange): unknown {
    const content = this.readValue();
    if (!this.isLocating) return content;
    const value = this.range;
    return { name: name ?? value, value, content } satisfies Located;
  }

  /** @param isName a name is always text, also `1` or `null` without quotes */
  private readValue(isName = false): unknown {
    const event = this.events[this.next++] as ValueEvent;
    if (event.type === ALIAS) return this.readAlias(event);
    const { tagStart: offset, tagEnd } = event;
    const tag = this.text.slice(offset, tagEnd);
    const isText = tag === '!!str' && event.type === SCALAR;
    if (tag && !isText)
      this.report(notYaml(`the tag ${tag} is not supported`), { offset, length: tag.length });
    const anchor = this.text.slice(event.anchorStart, event.anchorEnd);
    // In the value itself, an alias must not refer to an earlier value.
    if (anchor) this.anchors.delete(anchor);
    const value =
      event.type === SCALAR ? this.readScalar(event, isName || isText) : this.readCollection(event);
    if (anchor) this.anchors.set(anchor, value);
    return value;
  }

  private readAlias({ anchorStart, anchorEnd }: YAML.AliasEvent): unknown {
    const name = this.text.slice(anchorStart, anchorEnd);
    this.start = anchorStart - 1;
    this.end = anchorEnd;
    // What is wrong in a value that several records share is located where each refers to it.
    if (this.isLocating) return undefined;
    this.firstAlias ??= this.range;
    if (!this.anchors.has(name)) this.report(invalidAlias(name));
    return this.anchors.get(name);
  }

  private readScalar(event: YAML.ScalarEvent, isText: boolean): unknown {
    const { style, valueStart, valueEnd } = event;
    this.setScalarRange(event);
    if (style === DOUBLE_QUOTED && UNSUPPORTED_ESCAPE.test(this.text.slice(valueStart, valueEnd)))
      this.report(notYaml('this escape sequence is not supported'));
    const text = YAML.getScalarValue(this.text, event);
    if (isText || style !== PLAIN) return text;
    const value = plainValue(text);
    if (typeof value === 'number' && isChangedNumber(text)) this.report(changedNumber(text));
    return value;
  }

  private setScalarRange(event: YAML.ScalarEvent): void {
    const { style, valueStart, valueEnd } = event;
    if (valueStart === -1) {
      BEFORE_EMPTY.lastIndex = this.end;
      BEFORE_EMPTY.test(this.text);
      this.start = Math.max(BEFORE_EMPTY.lastIndex, event.anchorEnd, event.tagEnd);
      this.end = this.start;
      return;
    }
    const quote = style === SINGLE_QUOTED || style === DOUBLE_QUOTED ? 1 : 0;
    this.start = valueStart - quote;
    this.end = valueEnd + quote;
    if (style === LITERAL_BLOCK) this.start = this.text.lastIndexOf('|', valueStart - 1);
    if (style === FOLDED_BLOCK) this.start = this.text.lastIndexOf('>', valueStart - 1);
  }

  private readCollection(event: YAML.SequenceEvent | YAML.MappingEvent): unknown {
    const { start, style } = event;
    this.end = start;
    const value = event.type === SEQUENCE ? this.readItems() : this.readFields();
    this.next++;
    // A field in a list, as in `[name: value]`, is a record without a bracket.
    const bracket = { '[': ']', '{': '}' }[this.text.charAt(start)];
    if (style === FLOW && bracket) this.end = this.text.indexOf(bracket, this.end) + 1;
    this.start = start;
    return value;
  }

  private readItems(): unknown[] {
    const list: unknown[] = [];
    while (!this.isAtEnd()) list.push(this.readChild());
    return list;
  }

  private readFields(): Record<string, unknown> {
    const record: Record<string, unknown> = {};
    while (!this.isAtEnd()) {
      const key = this.readValue(true);
      const name = typeof key === 'string' ? key : '';
      if (name !== key) this.report(notYaml('the name of a field must be text'));
      else if (name === '__proto__') this.report(PROTO_FIELD);
      else if (Object.hasOwn(record, name)) this.report(DUPLICATE_FIELD);
      const value = this.readChild(this.range);
      record[name] = value;
    }
    return record;
  }

  private isAtEnd(): boolean {
    return this.events[this.next]?.type === POP;
  }

  private get range(): TextRange {
    return { offset: this.start, length: Math.max(1, this.end - this.start) };
  }

  private report(error: Unlocated, range = this.range): void {
    this.errors.push({ ...error, ...range });
  }

  /** Counts the values that the root has when its aliases are written out. */
  private limitAliases(root: unknown, alias: TextRange): void {
    const limit = this.events.length + MAX_ALIAS_VALUES;
    let count = 0;
    const visit = (value: unknown, depth: number): void => {
      assertDepth(depth, alias);
      if (++count > limit || typeof value !== 'object' || value === null) return;
      for (const inner of Object.values(value)) visit(inner, depth + 1);
    };
    visit(root, 0);
    if (count > limit) this.report(TOO_MANY_ALIASES, alias);
  }
}

/** The events that values begin with. */
type ValueEvent = YAML.ScalarEvent | YAML.SequenceEvent | YAML.MappingEvent | YAML.AliasEvent;

/** What is between an empty value and the value before it. */
const BEFORE_EMPTY = /\s*[:-]?[ \t]*/y;

/**
 * The package takes a carriage return without a line feed for a line break, other readers for text.
 * It does not apply `%TAG` to the events.
 */
const UNSUPPORTED = /\r(?!\n)|^%TAG/m;

/**
 * The package makes other characters of one beyond U+10FFFF, and drops an empty line after an escaped
 * line break.
 */
const UNSUPPORTED_ESCAPE = /(?<!\\)(?:\\\\)*\\(?:U(?!00(?:0|10))|\r?\n[ \t]*\r?\n)/;

/** @throws RangeError for a value that is nested too deeply */
function syntaxError({ reason, mark }: YAML.YAMLException, text: string): ParseError {
  const range = { offset: mark?.position ?? 0, length: 1 };
  if (reason.startsWith('nesting exceeded')) assertDepth(Infinity, range);
  const opening = MAY_BE_OPEN.test(reason) && openingBefore(text.slice(0, range.offset));
  return opening || { ...notYaml(PLAIN_REASONS[reason] ?? reason), ...range };
}

/** The reasons of errors that an open quote or bracket can cause. */
const MAY_BE_OPEN = /^deficient indentation|^unexpected end of the/;

/** The first characters of quotes and brackets, by their name in the errors of the package. */
const OPENINGS: Readonly<Record<string, string>> = { single: "'", double: '"', flow: '[{' };

/** The text is parsed again up to each of these. */
const [MAX_OPENINGS, MAX_SEARCHED] = [30, 1e6];

/** The error at the quote or the outermost bracket that is still open at the end of a text. */
function openingBefore(text: string): ParseError | undefined {
  // A tab in the last line may be the error.
  if (text.length > MAX_SEARCHED || /\t.*$/.test(text)) return undefined;
  const open = openAtEnd(text);
  // A quote inside a word or after another quote opens nothing.
  const offset = Array.from(text.matchAll(/(?<![^\s[{,:])['"[{]/g), ({ index }) => index)
    .filter((index) => OPENINGS[open]?.includes(text.charAt(index)))
    .slice(-MAX_OPENINGS)
    .findLast((index) => openAtEnd(text.slice(0, index)) !== open);
  if (offset === undefined) return undefined;
  const what = open === 'flow' ? 'bracket' : 'quote';
  const message = `This is not YAML: this ${what} is not closed, or a line inside it is not indented.`;
  const help = `Add the closing ${what}, or indent the lines inside.`;
  return { code: 'syntax', message, help, offset, length: 1 };
}

/** The key in `OPENINGS` of what is open at the end of a text, or an empty text. */
function openAtEnd(text: string): string {
  try {
    YAML.parseEvents(text.trimEnd(), { maxDepth: MAX_DEPTH });
    return '';
  } catch (error) {
    return / within a (single|double|flow)/.exec((error as Error).message)?.[1] ?? '';
  }
}

/** The package gives these reasons for more than they say. */
const PLAIN_REASONS: Readonly<Record<string, string>> = {
  'bad indentation of a mapping entry': 'unexpected text or indentation',
  'deficient indentation':
    'a quote or bracket is not closed, a line inside it is not indented, or there is a tab before it',
};

const notYaml = (reason: string): Unlocated => ({
  code: 'syntax',
  message: `This is not YAML: ${reason}.`,
  help: 'Fix the YAML: quote text that contains special characters.',
});

const UNSUPPORTED_PART = notYaml('%TAG and lone carriage returns are not supported');

const invalidAlias = (name: string): Unlocated => ({
  code: 'syntax',
  message: `There is no anchor \`&${name}\` before the alias \`*${name}\`.`,
  help: 'Write the value instead of the alias. If this is text, put it in quotes.',
});

/** More than anyone writes by hand; a few lines of nested aliases expand to billions of values. */
const MAX_ALIAS_VALUES = 1_000_000;

const TOO_MANY_ALIASES = {
  code: 'syntax',
  message: `The aliases in this file expand to more than ${MAX_ALIAS_VALUES} values.`,
  help: 'Use fewer aliases.',
} as const;

const SEVERAL_DOCUMENTS = {
  code: 'several-documents',
  message: 'This file contains a second document after `---` or `...`.',
  help: 'Put each record in its own file, or write one list with `- ` before each record.',
} as const;
