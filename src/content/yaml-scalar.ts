/**
 * The types of the core schema. https://yaml.org/spec/1.2.2/#103-core-schema
 * The YAML package reads a number that is too large for JavaScript as text.
 */
const CORE_SCHEMA: readonly [tag: string, pattern: RegExp, toValue: (text: string) => unknown][] = [
  ['!!null', /^(?:~|null|Null|NULL)?$/, () => null],
  ['!!bool', /^(?:true|True|TRUE|false|False|FALSE)$/, (text) => /^t/i.test(text)],
  ['!!int', /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/, Number],
  ['!!float', /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/, Number],
  ['!!float', /^[-+]?\.(?:inf|Inf|INF)$/, (text) => (text[0] === '-' ? -Infinity : Infinity)],
  ['!!float', /^\.(?:nan|NaN|NAN)$/, () => NaN],
];

/** Most texts begin with another character, and need not be compared with all of the patterns. */
const TYPED_TEXT = /^(?:[-+.~0-9nNtTfF]|$)/;

/** The value of a text without quotes, or of one with a tag; undefined if the tag does not fit. */
export function scalarValue(text: string, tag?: string): unknown {
  if (TYPED_TEXT.test(text)) {
    for (const [name, pattern, toValue] of CORE_SCHEMA) {
      if ((tag === undefined || tag === name) && pattern.test(text)) return toValue(text);
    }
  }
  return tag === undefined ? text : undefined;
}
