import type { Headers } from '../../core/header.ts';
import { blocksWith, CONTROL, fillTemplate, requireSafe } from '../rules/printing.ts';

/*
 * The syntax of Caddy's configuration: https://caddyserver.com/docs/caddyfile/concepts
 */

/**
 * A text as one token. Between backticks every character is literal, but braces still mark a
 * placeholder.
 * @throws UsageError as `plain`
 */
export function token(text: string): string {
  const safe = plain(text);
  return /^[\w./:-]+$/.test(safe) ? safe : `\`${safe}\``;
}

const UNSAFE = new RegExp(`[${CONTROL}\`{}]`);

/**
 * A text without line ends and placeholders, for a comment.
 * @throws UsageError if it has a control character, a backtick or a brace
 */
export const plain = (text: string): string => requireSafe('Caddy', text, UNSAFE);

/** The input of a map's line: a regular expression. */
export const pattern = (source: string): string => token(`~${source}`);

/** The output that stands for what a pattern's only group captured; empty if it has no group. */
export const CAPTURED = `"\${1}"`;

/**
 * A literal output of a line whose input is a pattern: there `$` would start a reference to a group,
 * and an unquoted text might be parsed as a number.
 */
export const output = (text: string): string => `\`${plain(text).replaceAll('$', '$$$$')}\``;

/** A template of the rules, with placeholders of ours for its names. */
export function template(text: string): string {
  const filled = fillTemplate(text, plain, placeholder);
  return /^[\w./{}-]*$/.test(filled) ? filled : `\`${filled}\``;
}

/** A placeholder of ours. */
export const placeholder = (name: string): string => `{staticrest.${name}}`;

export const block = blocksWith('\t');

/**
 * A map from a text to placeholders of ours: the first line whose input matches applies. It is
 * evaluated at each use of a placeholder. https://caddyserver.com/docs/caddyfile/directives/map
 */
export const map = (source: string, names: readonly string[], lines: readonly string[]): string =>
  block(['map', source, ...names.map(placeholder)].join(' '), lines);

/** Sets headers when the answer is sent, and so overrides those of other directives. */
export const header = (matcher: string, headers: Headers): string =>
  block(`header ${matcher}`, [
    'defer',
    ...Object.entries(headers).map(([name, value]) => `${name} ${token(value)}`),
  ]);
