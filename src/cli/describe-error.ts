import { fileURLToPath } from 'node:url';

/**
 * An error that nobody foresaw, in a line: its message, and where in which file it was thrown. That
 * is where to look in a definition of one's own; the rest of its stack is about this program.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [, url, line] = /(file:\/\/[^\s()]+?):(\d+(?::\d+)?)/.exec(error.stack ?? '') ?? [];
  return url === undefined ? error.message : `${error.message} (${fileURLToPath(url)}:${line})`;
}
