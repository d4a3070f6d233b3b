import { statSync } from 'node:fs';
import { yieldToEventLoop } from '../util/progress.ts';
import { type FileContent, readContentFile } from './file.ts';
import { readFiles, type ShareOptions } from './share.ts';

/**
 * What the files of a content folder said when they were last read: whoever reads the folder again
 * and again hands it to each reading, so that only what changed is read and parsed anew. The values
 * in it are those of every reading, and are not to be modified.
 */
export class ContentCache {
  readonly #kept = new Map<string, Kept>();

  /** Reads a file as `readContentFile` does, unless it stands as it did at an earlier reading. */
  read(file: string): FileContent {
    const { stamp, content } = this.#look(file);
    return content ?? this.#keep(file, stamp, readContentFile(file));
  }

  /**
   * Reads files as `readFiles` does, but for those that stand as they did at an earlier reading; then
   * forgets all others.
   */
  async readFiles(files: readonly string[], options: ShareOptions = {}): Promise<FileContent[]> {
    const looks: Look[] = [];
    for (const [index, file] of files.entries()) {
      if (index % TURN === 0) await yieldToEventLoop(options, 'Reading', 0, files.length);
      looks.push(this.#look(file));
    }
    const changed = files.filter((_, index) => !looks[index]?.content);
    const read = (await readFiles(changed, options)).values();
    this.#retain(files);
    return looks.map(({ stamp, content }, index) => {
      return content ?? this.#keep(files[index] as string, stamp, read.next().value as FileContent);
    });
  }

  /** Whether a file stands as it did, and the stamp of what is read in it from now on. */
  #look(file: string): Look {
    // Both are taken before the bytes are, so that a change in between makes the next stamp another.
    const now = BigInt(Date.now()) * MILLISECOND;
    const stamp = stampOf(file, now);
    const kept = this.#kept.get(file);
    return { stamp, content: kept && kept.stamp === stamp ? kept.content : undefined };
  }

  #keep(file: string, stamp: string | null, content: FileContent): FileContent {
    // What kept a file from being read may go without a trace in its stamp.
    const isRead = content.problems.every(({ code }) => code !== 'unreadable');
    if (stamp !== null && isRead) this.#kept.set(file, { stamp, content });
    else this.#kept.delete(file);
    return content;
  }

  #retain(files: readonly string[]): void {
    const present = new Set(files);
    for (const file of this.#kept.keys()) if (!present.has(file)) this.#kept.delete(file);
  }
}

/** How many files are looked at before others get a turn. */
const TURN = 250;

/** A file before it is read; `content` where it need not be. */
interface Look {
  readonly stamp: string | null;
  readonly content: FileContent | undefined;
}

interface Kept {
  readonly stamp: string;
  readonly content: FileContent;
}

const [MILLISECOND, SECOND] = [1_000_000n, 1_000_000_000n];

/**
 * How long ago a file must have been changed for another change to be seen by its stamp: longer than
 * the clock of a file system stands still, which is some milliseconds where it has fractions of a
 * second, and up to two seconds where it has none. Git calls a younger file "racily clean":
 * https://git-scm.com/docs/racy-git
 */
const [FINE, COARSE] = [50n * MILLISECOND, 2n * SECOND + 50n * MILLISECOND];

/**
 * A text that is another after every change of a file, or null where none can be sure to be. Programs
 * may set a file's mtime as they like, and some set it back; its ctime is only the system's to set.
 */
function stampOf(file: string, now: bigint): string | null {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    const age = now - ctimeNs;
    if (age <= (ctimeNs % SECOND === 0n ? COARSE : FINE)) return null;
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return null;
  }
}
