import { UsageError } from '../../util/problem.ts';

/*
 * The words of nginx's configuration.
 * https://github.com/nginx/nginx/blob/release-1.22.1/src/core/ngx_conf_file.c, ngx_conf_read_token
 */

/**
 * A text as one word, in which nginx still fills in variables.
 * @throws UsageError for what no word should have: the end of a line, or another control character
 */
export const quoted = (text: string): string => `"${inLine(text).replace(/["\\]/g, '\\$&')}"`;

/**
 * A text as one word that stands for itself.
 * @throws UsageError as `quoted` and `plain`
 */
export const literal = (text: string): string => quoted(plain(text));

/**
 * A text that has no variable in it.
 * @throws UsageError where it has a `$`, for which nginx has no escape
 */
export function plain(text: string): string {
  if (!text.includes('$')) return text;
  throw new UsageError(`nginx can't have ${JSON.stringify(text)} in its rules, because of its $.`);
}

/** @throws UsageError as `quoted` */
export const comment = (text: string): string => `# ${inLine(text)}`;

function inLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (!/[\u0000-\u001f\u007f]/.test(text)) return text;
  throw new UsageError(
    `nginx can't have ${JSON.stringify(text)} in its rules, because of a control character.`,
  );
}

/** A block with its lines, or with other blocks. */
export const block = (head: string, lines: readonly string[]): string =>
  [`${head} {`, ...lines.flatMap((line) => line.split('\n')).map(indented), '}'].join('\n');

const indented = (line: string): string => line && `    ${line}`;
