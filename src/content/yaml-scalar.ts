/** Most texts begin with another character, and need not be compared with all patterns. */
const TYPED_TEXT = /^(?:[-+.~0-9nNtTfF]|$)/;

const OCTAL_OR_HEXADECIMAL = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/;

const DECIMAL = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

/**
 * The value of a text without quotes, by the core schema. https://yaml.org/spec/1.2.2/#103-core-schema
 * The YAML package reads a number that is too large for JavaScript as text.
 */
export function plainValue(text: string): unknown {
  if (!TYPED_TEXT.test(text)) return text;
  if (DECIMAL.test(text) || OCTAL_OR_HEXADECIMAL.test(text)) return Number(text);
  if (/^(?:~|null|Null|NULL)?$/.test(text)) return null;
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(text)) return /^t/i.test(text);
  if (/^\.(?:nan|NaN|NAN)$/.test(text)) return NaN;
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return text;
}
