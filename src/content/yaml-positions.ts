import * as YAML from 'js-yaml';
import type { FieldPath, TextRange } from './format.ts';

/** The event of the root value: the first event is that of the document. */
export const ROOT = 1;

/** Where the values of a text are. Each value is named by the index of the event that it begins with. */
export class YamlPositions {
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  /** For a list or a record: the index of the event that closes it. */
  private readonly closing: number[] = [];
  private readonly children = new Map<number, Children>();

  constructor(
    private readonly text: string,
    private readonly events: readonly YAML.Event[],
  ) {
    const open: number[] = [];
    let end = 0;
    for (const [index, event] of events.entries()) {
      let value = index;
      if (event.type === YAML.EVENT_ID.POP) {
        value = open.pop() as number;
        this.closing[value] = index;
        end = endOfCollection(text, events[value] as YAML.Event, end);
      } else if (event.type === YAML.EVENT_ID.SCALAR) {
        [this.starts[index], end] = scalarRange(text, event, end);
      } else if (event.type === YAML.EVENT_ID.ALIAS) {
        this.starts[index] = event.anchorStart - 1;
        end = event.anchorEnd;
      } else {
        open.push(index);
        if (event.type !== YAML.EVENT_ID.DOCUMENT) end = event.start;
        this.starts[index] = end;
      }
      this.ends[value] = end;
    }
  }

  rangeOf(index: number): TextRange {
    // A text without a value has no root.
    const offset = this.starts[index] ?? 0;
    return { offset, length: Math.max(1, (this.ends[index] ?? 0) - offset) };
  }

  /** See `ContentFormat.locator`. */
  locate(path: FieldPath, part: 'value' | 'name'): TextRange {
    let index = ROOT;
    for (const [depth, step] of path.entries()) {
      const child = this.childrenOf(index).get(step);
      if (!child) break;
      index = part === 'name' && depth === path.length - 1 ? child.name : child.value;
    }
    return this.rangeOf(index);
  }

  /** Found once: each of thousands of problems may be in the same list. */
  private childrenOf(parent: number): Children {
    const known = this.children.get(parent);
    if (known) return known;
    const children: Children = new Map();
    this.children.set(parent, children);
    const isList = this.events[parent]?.type === YAML.EVENT_ID.SEQUENCE;
    for (let name = parent + 1; name < (this.closing[parent] ?? 0); ) {
      const value = isList ? name : this.indexAfter(name);
      const key = this.events[name] as YAML.Event;
      if (isList) children.set(children.size, { name, value });
      else if (key.type === YAML.EVENT_ID.SCALAR)
        children.set(YAML.getScalarValue(this.text, key), { name, value });
      name = this.indexAfter(value);
    }
    return children;
  }

  private indexAfter(value: number): number {
    return (this.closing[value] ?? value) + 1;
  }
}

/** By name, or by position in a list; an item of a list has no name of its own. */
type Children = Map<string | number, { readonly name: number; readonly value: number }>;

/** @param end where the event before ends */
function endOfCollection(text: string, event: YAML.Event, end: number): number {
  if (!('style' in event) || event.style !== YAML.COLLECTION_STYLE.FLOW || !('start' in event))
    return end;
  const bracket = { '[': ']', '{': '}' }[text.charAt(event.start)];
  // A field in a list, as in `[name: value]`, is a record without a bracket.
  return bracket ? text.indexOf(bracket, end) + 1 : end;
}

/** @param end where the event before ends */
function scalarRange(
  text: string,
  event: YAML.ScalarEvent,
  end: number,
): [start: number, end: number] {
  const { style, valueStart, valueEnd, tagEnd, anchorEnd } = event;
  if (valueStart === -1) {
    NOTHING.lastIndex = end;
    NOTHING.test(text);
    const empty = Math.max(tagEnd, anchorEnd, NOTHING.lastIndex);
    return [empty, empty];
  }
  if (style === YAML.SCALAR_STYLE.PLAIN) return [valueStart, valueEnd];
  if (style === YAML.SCALAR_STYLE.SINGLE_QUOTED || style === YAML.SCALAR_STYLE.DOUBLE_QUOTED)
    return [valueStart - 1, valueEnd + 1];
  const line = text.lastIndexOf('\n', valueStart - 2) + 1;
  return [line + text.slice(line, valueStart).search(BLOCK_HEADER), valueEnd];
}

/** What is before an empty value. */
const NOTHING = /\s*[:-]?[ \t]*/y;

const BLOCK_HEADER = /[|>][-+\d]*(?:[ \t]+#.*)?\s*$/;
