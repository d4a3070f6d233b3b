import * as YAML from 'js-yaml';
import {
  type ContentFormat,
  DUPLICATE_FIELD,
  MAX_DEPTH,
  type ParseError,
  reportDepth,
  requireDepth,
  type TextRange,
  type Unlocated,
} from './format.ts';
import { ROOT, YamlPositions } from './yaml-positions.ts';
import { scalarValue } from './yaml-scalar.ts';

/** YAML 1.2: `NO` is a string in it, and so is a date. */
export const yaml: ContentFormat = {
  maxBytes: 50e6,
  parse: reportDepth((text) => {
    try {
      const composer = new Composer(text);
      const value = composer.compose();
      return { value, errors: composer.errors };
    } catch (error) {
      if (!(error instanceof YAML.YAMLException)) throw error;
      return { value: undefined, errors: [syntaxError(text, error)] };
    }
  }),
  locator(text) {
    const positions = new YamlPositions(text, eventsIn(text));
    return (path, part) => positions.locate(path, part);
  },
};

/** The parser is recursive. It counts the level that a value is on, not the levels in it. */
const eventsIn = (text: string): YAML.Event[] => YAML.parseEvents(text, { maxDepth: MAX_DEPTH });

/**
 * Makes values of events. The package's own function stops at the first duplicate, takes `1: a` and
 * `"1": a` for the same, and limits no nested aliases.
 */
class Composer {
  readonly errors: ParseError[] = [];
  private readonly events: readonly YAML.Event[];
  private positions: YamlPositions | undefined;
  /** The index of the event to read next. */
  private next = ROOT;
  /** The complete values that aliases can refer to. */
  private readonly anchors = new Map<string, unknown>();
  private readonly sizes = new Map<object, Size>();
  private firstAlias: number | undefined;
  /** How many values the aliases so far are when they are written out. */
  private aliasValues = 0;

  constructor(private readonly text: string) {
    this.events = eventsIn(text);
  }

  compose(): unknown {
    // The package takes it for a line break, other readers for text.
    const offset = this.text.search(/\r(?!\n)/);
    if (offset !== -1) this.refuse('a carriage return without a line feed after it', offset);
    const [document] = this.events;
    if (document?.type !== YAML.EVENT_ID.DOCUMENT) return undefined;
    if (document.directives.some(({ kind }) => kind === 'tag')) {
      this.refuse('tags can’t be declared', this.text.indexOf('%TAG'), '%TAG'.length);
    }
    const value = this.readValue(0);
    const second = this.events[this.next + 1];
    if (second?.type === YAML.EVENT_ID.DOCUMENT) this.reportSecond(second);
    return value;
  }

  private reportSecond({ explicitStart }: YAML.DocumentEvent): void {
    const { offset, length } = this.rangeOf(ROOT);
    const marker = this.text.indexOf('\n---', offset + length - 1) + 1;
    const range = explicitStart ? { offset: marker, length: 3 } : this.rangeOf(this.next + 2);
    this.errors.push({ ...SEVERAL_DOCUMENTS, ...range });
  }

  private readValue(depth: number): unknown {
    const index = this.next++;
    const event = this.events[index] as ValueEvent;
    if (event.type === YAML.EVENT_ID.ALIAS) return this.aliasValue(event, index, depth);
    // Inside of its own value, an anchor must not refer to an earlier value.
    this.setAnchor(event, INCOMPLETE);
    const value = this.contentOf(event, depth);
    this.setAnchor(event, value);
    return value;
  }

  private setAnchor({ anchorStart, anchorEnd }: ValueEvent, value: unknown): void {
    if (anchorStart !== NONE) this.anchors.set(this.text.slice(anchorStart, anchorEnd), value);
  }

  private contentOf(event: Exclude<ValueEvent, YAML.AliasEvent>, depth: number): unknown {
    if (event.type === YAML.EVENT_ID.SCALAR) return this.scalarOf(event);
    const isList = event.type === YAML.EVENT_ID.SEQUENCE;
    const tag = this.tagOf(event);
    if (!['', '!', isList ? '!!seq' : '!!map'].includes(tag)) this.reportTag(event);
    const value = isList ? this.readItems(depth + 1) : this.readFields(depth + 1);
    this.next++;
    return value;
  }

  private readItems(depth: number): unknown[] {
    const list = [];
    while (this.events[this.next]?.type !== YAML.EVENT_ID.POP) list.push(this.readValue(depth));
    return list;
  }

  private readFields(depth: number): Record<string, unknown> {
    const record: Record<string, unknown> = {};
    while (this.events[this.next]?.type !== YAML.EVENT_ID.POP) {
      const index = this.next;
      const name = this.readName(depth);
      if (name !== null && Object.hasOwn(record, name)) this.report(DUPLICATE_FIELD, index);
      const value = this.readValue(depth);
      if (name === '__proto__')
        Object.defineProperty(record, name, { value, enumerable: true, configurable: true });
      else if (name !== null) record[name] = value;
    }
    return record;
  }

  /** A name is always text, also `1` or `null` without quotes. */
  private readName(depth: number): string | null {
    const event = this.events[this.next] as ValueEvent;
    if (event.type !== YAML.EVENT_ID.SCALAR || !TEXT_TAGS.includes(this.tagOf(event))) {
      this.report(notYaml('the name of a field must be text'), this.next);
      this.readValue(depth);
      return null;
    }
    this.next++;
    const name = this.textOf(event);
    this.setAnchor(event, name);
    return name;
  }

  private scalarOf(event: YAML.ScalarEvent): unknown {
    const text = this.textOf(event);
    const tag = this.tagOf(event);
    if (tag === '') return event.style === YAML.SCALAR_STYLE.PLAIN ? scalarValue(text) : text;
    if (TEXT_TAGS.includes(tag)) return text;
    const value = scalarValue(text, tag);
    if (value === undefined) this.reportTag(event);
    return value;
  }

  private textOf(event: YAML.ScalarEvent): string {
    if (event.style === YAML.SCALAR_STYLE.DOUBLE_QUOTED && !event.fast) this.requireEscapes(event);
    return YAML.getScalarValue(this.text, event);
  }

  /** Refuses the escapes that the package reads in another way than YAML. */
  private requireEscapes({ valueStart, valueEnd }: YAML.ScalarEvent): void {
    const quoted = this.text.slice(valueStart, valueEnd);
    for (const { index, 0: source, 1: unsupported } of quoted.matchAll(ESCAPES)) {
      if (unsupported)
        this.refuse('this escape is not supported', valueStart + index, source.length);
    }
  }

  private tagOf({ tagStart, tagEnd }: Exclude<ValueEvent, YAML.AliasEvent>): string {
    return tagStart === NONE ? '' : this.text.slice(tagStart, tagEnd);
  }

  private reportTag(event: Exclude<ValueEvent, YAML.AliasEvent>): void {
    const tag = this.tagOf(event);
    this.refuse(`Unresolved tag: ${tag}`, event.tagStart, tag.length);
  }

  private aliasValue(event: YAML.AliasEvent, index: number, depth: number): unknown {
    const name = this.text.slice(event.anchorStart, event.anchorEnd);
    const value = this.anchors.has(name) ? this.anchors.get(name) : INCOMPLETE;
    if (value === INCOMPLETE) return this.report(invalidAlias(name), index);
    this.firstAlias ??= index;
    const size = this.sizeOf(value);
    if (depth + size.depth > MAX_DEPTH) requireDepth(depth + size.depth, this.rangeOf(index));
    const isFew = this.aliasValues <= MAX_ALIAS_VALUES;
    this.aliasValues += size.values;
    // Only once: the number is a limit of the file.
    if (isFew && this.aliasValues > MAX_ALIAS_VALUES)
      this.report(TOO_MANY_ALIASES, this.firstAlias);
    return value;
  }

  /** The size of a complete value. Nested aliases share what they refer to, so each is measured once. */
  private sizeOf(value: unknown): Size {
    if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
    const known = this.sizes.get(value);
    if (known) return known;
    const size = { values: 1, depth: 0 };
    for (const child of Object.values(value)) {
      const { values, depth } = this.sizeOf(child);
      size.values += values;
      size.depth = Math.max(size.depth, depth + 1);
    }
    this.sizes.set(value, size);
    return size;
  }

  private refuse(reason: string, offset: number, length = 1): void {
    this.errors.push({ ...notYaml(reason), offset, length });
  }

  private report(error: Unlocated, index: number): void {
    this.errors.push({ ...error, ...this.rangeOf(index) });
  }

  private rangeOf(index: number): TextRange {
    this.positions ??= new YamlPositions(this.text, this.events);
    return this.positions.rangeOf(index);
  }
}

/** The events that values begin with. */
type ValueEvent = YAML.ScalarEvent | YAML.SequenceEvent | YAML.MappingEvent | YAML.AliasEvent;

interface Size {
  /** How many values it is, with those in it. */
  readonly values: number;
  readonly depth: number;
}

/** The package's offset of what is not in the text. */
const NONE = -1;

/** Stands for a value that is not read to its end. */
const INCOMPLETE = Symbol('incomplete');

const TEXT_TAGS = ['', '!', '!!str'];

/** In group 1, a character beyond U+10FFFF, or an empty line after an escaped line break. */
const ESCAPES = /\\(?:(U(?!00(?:0|10))|\r?\n[ \t]*\r?\n)|.)/gs;

/** @throws RangeError for a value that is nested too deeply */
function syntaxError(text: string, { reason, mark }: YAML.YAMLException): ParseError {
  const range = { offset: mark?.position ?? 0, length: 1 };
  if (reason.startsWith('nesting exceeded')) {
    const white = text.slice(range.offset).search(/\S/);
    requireDepth(Infinity, { ...range, offset: range.offset + Math.max(0, white) });
  }
  return { ...notYaml(PLAIN_REASONS[reason] ?? reason), ...range };
}

/** The package gives these reasons for more than they say. */
const PLAIN_REASONS: Readonly<Record<string, string>> = {
  'bad indentation of a mapping entry': 'unexpected text or indentation',
  'deficient indentation':
    'a quote or bracket is not closed, a line in it is not indented, or a tab is before it',
};

const notYaml = (reason: string): Unlocated => ({
  code: 'syntax',
  message: `This is not YAML: ${reason}.`,
  help: 'Fix the YAML: quote text that contains special characters.',
});

const invalidAlias = (name: string): Unlocated => ({
  code: 'syntax',
  message: `The alias \`*${name}\` does not come after the value of \`&${name}\`.`,
  help: 'Write the value out instead, or quote the text if no alias is meant.',
});

/** More than anyone writes by hand; a few lines of nested aliases expand to billions of values. */
const MAX_ALIAS_VALUES = 1_000_000;

const TOO_MANY_ALIASES = {
  code: 'syntax',
  message: `Written out, the aliases of this file would be more than ${MAX_ALIAS_VALUES} values.`,
  help: 'Write values out instead of referring to them with `*`.',
} as const;

const SEVERAL_DOCUMENTS = {
  code: 'several-documents',
  message: 'This file contains a second document after `---` or `...`.',
  help: 'Put each record in a file of its own, or make one list of them with `- ` before each.',
} as const;
