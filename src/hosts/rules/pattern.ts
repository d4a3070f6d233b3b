import { PLAIN_NAME } from '../../core/file-name.ts';

/*
 * Regular expressions for a request as it was sent. They use what all dialects share: classes, groups, `|`, `?`
 * and `*`. They contain no backslash, brace, space or quote, so that no configuration language has anything to
 * escape. Those for a query are for one between two `&`.
 */

/**
 * Paths that servers normalize differently: with an empty segment, `.` or `..`, an encoded slash or
 * backslash, or a control character. No address has one. A regular expression for a request's target
 * as it was sent, with or without the query.
 */
export const AMBIGUOUS_PATH =
  '^[^?]*(?://|%2[Ff]|%5[Cc]|%[01]|%7[Ff]|/(?:[.]|%2[Ee])(?:[.]|%2[Ee])?(?:[/?]|$))';

/** A pattern for one of some texts that need no escape. */
export const anyOf = (texts: readonly string[]): string =>
  texts.length === 1 ? `${texts[0]}` : `(?:${texts.join('|')})`;

/**
 * A pattern for the beginning of what starts with none of some texts, for expressions without look-ahead.
 * @param texts none is the beginning of another one. An `&` at the end of one may be missing at that of a query
 */
export function noneOf(texts: readonly string[]): string {
  const starts = new Set(texts.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at))));
  const others = Array.from(starts, (start) => {
    const longer = texts.filter((text) => text.startsWith(start));
    const next = [...new Set(longer.map((text) => text[start.length]))].join('');
    return `${start}(?:[^${next}]${next.includes('&') ? '' : '|$'})`;
  });
  return anyOf(others);
}

/** A pattern for a path of names that need no escape, but for dots. */
export const pathPattern = (path: string): string => path.replaceAll('.', '[.]');

/** A pattern for a query in which a parameter has a value. */
export const pairPattern = (name: string, value: string): string =>
  `&${name}=${encodable(value, VALUE_CHARACTER).replaceAll('%20', '(?:%20|[+])')}&`;

/** The characters that a client can send as they are in the value of a parameter. */
const VALUE_CHARACTER = /[\w!$'()*,./:;=?@~-]|\P{ASCII}/u;

/** A plain key, which is the name of its file, as the only group of a pattern. */
export const PLAIN_KEY = `(${PLAIN_NAME})`;

/** A pattern for a key in the path of a request as it was sent. */
export const keyPattern = (key: string): string => encodable(key, PATH_CHARACTER);

/** The characters that a client can send as they are in a path. */
const PATH_CHARACTER = /[\w!$&'()*+,.:;=@~-]|\P{ASCII}/u;

/**
 * A pattern for a text in which each character but letters, digits, `_`, `.` and `-` may be percent-encoded.
 * @param unencoded the characters that need not be
 */
const encodable = (text: string, unencoded: RegExp): string =>
  Array.from(text, (character) => {
    if (/[\w-]/.test(character)) return character;
    if (character === '.') return '[.]';
    const encoded = percentEncoded(character);
    if (!unencoded.test(character)) return encoded;
    return `(?:${/[!-~]/.test(character) ? `[${character}]` : character}|${encoded})`;
  }).join('');

/** A pattern for a character's percent-encoding, with hexadecimal digits in either case. */
const percentEncoded = (character: string): string =>
  Buffer.from(character)
    .toString('hex')
    .replace(/../g, '%$&')
    .replace(/[a-f]/g, (digit) => `[${digit.toUpperCase()}${digit}]`);
