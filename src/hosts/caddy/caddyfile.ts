import type { Headers } from '../../core/header.ts';
import { UsageError } from '../../util/problem.ts';

/*
 * The language of Caddy's configuration: https://caddyserver.com/docs/caddyfile/concepts
 */

/**
 * A text as one token of a Caddyfile. Between backticks every character stands for itself, but what
 * is between braces is a placeholder there too.
 * @throws UsageError for a text that no token can hold
 */
export function token(text: string): string {
  const safe = plain(text);
  return /^[\w./:-]+$/.test(safe) ? safe : `\`${safe}\``;
}

/** A text that ends no line and no token, and holds no placeholder: it may stand in a comment. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (!/[\u0000-\u001f\u007f`{}]/.test(text)) return text;
  throw new UsageError(
    `${JSON.stringify(text)} can't stand in Caddy's configuration: it must have no control character, no backtick and no brace.`,
  );
}

/** The input of a line in a map: a regular expression. */
export const pattern = (source: string): string => token(`~${source}`);

/** What a pattern's only group captured; the empty text where it has none. */
export const CAPTURED = `"\${1}"`;

/**
 * The output of a line whose input is a pattern: there `$` begins a group's name, and what stands
 * between no quotes may be taken for a number.
 */
export const output = (text: string): string => `\`${plain(text).replaceAll('$', '$$$$')}\``;

/** A text with placeholders of ours where names stand between braces. */
export function template(text: string): string {
  const parts = text.split(/\{(\w+)\}/);
  const filled = parts.map((part, at) => (at % 2 === 0 ? plain(part) : placeholder(part))).join('');
  return /^[\w./{}-]*$/.test(filled) ? filled : `\`${filled}\``;
}

/** A placeholder of ours. */
export const placeholder = (name: string): string => `{staticrest.${name}}`;

/**
 * A map from a text to placeholders of ours: the first line whose input fits counts. It is looked up
 * at each use of the placeholder. https://caddyserver.com/docs/caddyfile/directives/map
 */
export function map(source: string, names: readonly string[], lines: readonly string[]): string {
  const head = ['map', source, ...names.map(placeholder), '{'].join(' ');
  return [head, ...indented(lines), '}'].join('\n');
}

/** Headers that are set when the answer is sent, over what other directives set before. */
export function header(matcher: string, headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name} ${token(value)}`);
  return [`header ${matcher} {`, ...indented(['defer', ...lines]), '}'].join('\n');
}

/** Lines as they stand in a block. */
export const indented = (lines: readonly string[]): string[] =>
  lines.flatMap((text) => text.split('\n').map((line) => line && `\t${line}`));
