import path from 'node:path';
import { printable } from '../util/problem.ts';

type Annotation = Readonly<
  Record<'file' | 'title' | 'message', string> & Partial<Record<'line' | 'col', number>>
>;

/**
 * Under GitHub Actions, prints the workflow command that shows an error at its line of the file.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function annotate({ message, ...properties }: Annotation): void {
  const { GITHUB_ACTIONS, GITHUB_WORKSPACE = '' } = process.env;
  if (!GITHUB_ACTIONS) return;
  // A relative path begins at the root of the repository.
  const file = path.relative(GITHUB_WORKSPACE, path.resolve(properties.file));
  const all = { ...properties, file: file.replaceAll(path.sep, '/') };
  const list = Object.entries(all).map(
    ([name, value]) => `${name}=${escaped(value, /[%\r\n:,]/g)}`,
  );
  console.error(`::error ${list.join()}::${escaped(message, /[%\r\n]/g)}`);
}

/** As in `@actions/core`: `%`, line breaks, and in properties `:` and `,`. */
const escaped = (value: string | number, characters: RegExp): string =>
  printable(String(value).replace(characters, encodeURIComponent));
