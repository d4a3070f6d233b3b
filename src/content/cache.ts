import { statSync } from 'node:fs';
import { type FileContent, readContentFile } from './file.ts';
import type { FileOptions } from './format.ts';

/**
 * The content of files as last read, so that whoever reads a folder repeatedly parses only the files
 * that have changed. Its values are shared by all readings and must not be modified.
 */
export class ContentCache {
  readonly #entries = new Map<string, { readonly stamp: string; readonly content: FileContent }>();

  /**
   * Reads a file as `readContentFile` does, unless it has not changed since it was last read.
   * @param options the same for each reading of a file
   */
  read(file: string, options?: FileOptions): FileContent {
    // Taken before the file is read: a change in between gives the file another stamp.
    const stamp = readStamp(file);
    const cached = this.#entries.get(file);
    if (stamp !== null && cached?.stamp === stamp) return cached.content;
    const content = readContentFile(file, options);
    // What made a file unreadable may end without a change of its stamp.
    const isReadable = content.problems.every(({ code }) => code !== 'unreadable');
    if (stamp !== null && isReadable) this.#entries.set(file, { stamp, content });
    return content;
  }
}

/** Longer than the resolution of a file system's timestamps, in milliseconds. */
const RECENT = 50;

/**
 * A text that differs after every change of a file; null where there is none: of a file that was
 * changed a moment ago, a second change could leave the timestamps as they are. https://git-scm.com/docs/racy-git
 */
function readStamp(file: string): string | null {
  const now = Date.now();
  try {
    // Programs can set a file's mtime back, but not its ctime.
    const { dev, ino, size, mtimeMs, ctimeMs } = statSync(file);
    return now - ctimeMs < RECENT ? null : [dev, ino, size, mtimeMs, ctimeMs].join(' ');
  } catch {
    return null;
  }
}
