import type { Grid } from '../../core/grid.ts';
import { CONSTANT_HEADERS, HEADERS, type Headers } from '../../core/header.ts';
import { FEED } from '../../describe/files.ts';
import { MEDIA_TYPES, mediaTypeFor, mediaTypeOf } from '../../describe/media-type.ts';
import { UsageError } from '../../util/problem.ts';

/*
 * What the printers of all configuration languages share.
 */

/** The headers of answers that do not describe their bodies, on a server that compresses. */
export const COMPRESSING_HEADERS: Headers = {
  ...CONSTANT_HEADERS,
  Vary: `${HEADERS.Vary}, Accept-Encoding`,
};

/** The media types of files with an extension, the one of files without, and each type of our own files once. */
export const typesByExtension = ({ extensions = [] }: Grid): (readonly [string, string])[] => [
  ...[...MEDIA_TYPES].filter(([extension]) => extension !== ''),
  ...extensions.map((extension) => [extension, mediaTypeFor(extension)] as const),
];
export const PLAIN_TYPE = MEDIA_TYPES.get('') ?? '';
/** Without that of the API catalog, which is small, and too long for nginx: 64 characters. */
export const ALL_TYPES = [...new Set([...MEDIA_TYPES.values(), mediaTypeOf(FEED)])];

/** A block of a file `_headers`, which several hosts read. */
export const formatHeaders = (path: string, headers: Headers): string =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');

/** The control characters, such as a line end; no configuration can quote them. */
const CONTROL = /\p{Cc}/u;

/**
 * A text that has no control character, and no other with a meaning in a host's configuration.
 * @param unsafe matches the others
 * @throws UsageError if it has one
 */
export function assertSafe(host: string, text: string, unsafe = CONTROL): string {
  const [found] = CONTROL.exec(text) ?? unsafe.exec(text) ?? [];
  if (found === undefined) return text;
  throw new UsageError(
    `${JSON.stringify(text)} cannot be written in a configuration for ${host}, because of ${JSON.stringify(found)}.`,
  );
}

/** A template such as `/o-{ordering}/l-{limit}`, with its literal parts and its names printed. */
export const fillTemplate = (
  template: string,
  literal: (text: string) => string,
  variable: (name: string) => string,
): string =>
  template
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? literal(part) : variable(part)))
    .join('');

/** A printer of blocks in braces, such as `server { … }`, with lines or other blocks in them. */
export const blocksWith =
  (indent: string) =>
  (head: string, lines: readonly string[]): string => {
    const inner = lines.join('\n').split('\n');
    return [`${head} {`, ...inner.map((line) => line && indent + line), '}'].join('\n');
  };
