import { createHash } from 'node:crypto';
import { isSitePath, sha256 } from '../../site/manifest.ts';
import { printable } from '../../util/problem.ts';
import type { Faults } from '../verify/fault.ts';
import { datasetOf, isNameOf, README, SUMS, sitePathOf } from './layout.ts';
import type { Sink } from './read-tar.ts';
import { Refusal } from './refusal.ts';
import { Spool } from './spool.ts';
import { parseSum } from './sums.ts';
import { LinesTally } from './tally.ts';

/** A file that SHA256SUMS names. */
export interface Listed {
  readonly sha256: string;
  /** Absent: it was not met yet. */
  found?: Found;
}

interface Found {
  readonly bytes: number;
  /** Where it is in the spool; absent where it is not kept. */
  readonly start?: number;
}

/** What the files of a collection were seen to hold; its table is compared afterwards. */
export interface Dataset {
  /** Of its records one a line. */
  lines?: ReturnType<LinesTally['end']>;
}

/** How many bytes SHA256SUMS may have in a small archive; in a larger one, as many as the archive. */
const LONGEST_SUMS = 4e6;

/** How many bytes a file may have: as many as a text of JavaScript can have characters. */
const LONGEST_FILE = 2 ** 29 - 24;

/**
 * What is in a snapshot, as its files come: compared with its SHA256SUMS, which comes first. Files of
 * the site, and records one a line, are kept aside.
 */
export class Contents {
  /** By the path in the folder, in its order. */
  readonly listed = new Map<string, Listed>();
  readonly dataset = new Map<string, Dataset>();
  #folder = '';
  #last = '';
  /** The paths that are listed, as file systems read them to which case is no matter. */
  readonly #caseless = new Set<string>();
  #spool: Spool | undefined;

  /** @param size of the archive, in bytes */
  constructor(
    private readonly file: string,
    private readonly size: number,
    private readonly faults: Faults,
  ) {}

  /** The folder that all is in; empty as long as nothing was met. */
  get folder(): string {
    return this.#folder;
  }

  close(): void {
    this.#spool?.close();
  }

  /** A file that was kept, by its path in the snapshot's folder; null where there is none. */
  read(path: string): Buffer | null {
    const { start, bytes = 0 } = this.listed.get(path)?.found ?? {};
    return start !== undefined && this.#spool ? this.#spool.read(start, bytes) : null;
  }

  /**
   * Begins a file of the archive.
   * @throws Refusal where its name could lead anywhere, or it is too large to be looked at
   */
  begin(name: string, bytes: number): Sink {
    if (bytes > LONGEST_FILE) throw new Refusal('size', printable(name), 'is larger than any file');
    if (this.#folder === '') return this.#sums(name, bytes);
    const path = this.#pathOf(name);
    const listed = this.listed.get(path);
    const fault = (code: 'extra' | 'twice' | 'order', message: string) =>
      this.faults.add({ code, path: printable(path), message });
    if (!listed) {
      fault('extra', this.#caseless.has(path.toLowerCase()) ? ALIKE : `is not in ${SUMS}`);
      return IGNORED;
    }
    if (listed.found) {
      fault('twice', 'comes more than once');
      return IGNORED;
    }
    if (path < this.#last) fault('order', `comes after ${this.#last}`);
    this.#last = path;
    return this.#file(path, bytes, listed);
  }

  /** @throws Refusal where a name is not below the folder */
  #pathOf(name: string): string {
    const before = `${this.#folder}/`;
    if (isSitePath(name) && name.startsWith(before)) return name.slice(before.length);
    throw new Refusal('extra', printable(name), this.#strangenessOf(name));
  }

  /** What is wrong with a name that is not below the folder. */
  #strangenessOf(name: string): string {
    if (isSitePath(name)) return `is not in the folder of the snapshot, ${this.#folder}`;
    return /\p{Cc}/u.test(name)
      ? 'has a control character in its name'
      : 'has a name that may lead out of the folder in which it is unpacked';
  }

  #sums(name: string, bytes: number): Sink {
    const [folder = '', ...rest] = name.split('/');
    if (!isSitePath(name) || rest.join('/') !== SUMS) {
      throw new Refusal('manifest', this.file, `does not begin with ${SUMS}: it is no snapshot`);
    }
    if (bytes > Math.max(LONGEST_SUMS, this.size)) {
      throw new Refusal('size', SUMS, 'is larger than an archive of this size can need');
    }
    this.#folder = folder;
    const pieces: Buffer[] = [];
    return {
      write: (piece) => pieces.push(piece),
      end: () => this.#list(Buffer.concat(pieces)),
    };
  }

  #list(text: Buffer): void {
    const hash = sha256(text);
    if (!isNameOf(this.#folder, hash)) {
      const message = `is not what the name of its folder, ${printable(this.#folder)}, says`;
      throw new Refusal('hash', SUMS, message);
    }
    let before = '';
    for (const line of text.toString().replace(/\n$/, '').split('\n')) {
      const sum = parseSum(line);
      const { path = '', sha256 = '' } = sum ?? {};
      const isAlike = this.#caseless.has(path.toLowerCase());
      if (!isOfSnapshot(path) || path <= before || isAlike) {
        throw new Refusal(
          'manifest',
          SUMS,
          `has a line that is none of a snapshot: ${printable(line)}`,
        );
      }
      this.#caseless.add(path.toLowerCase());
      this.listed.set(path, { sha256 });
      before = path;
    }
  }

  /** Takes the body of a file that is listed. */
  #file(path: string, bytes: number, listed: Listed): Sink {
    const hash = createHash('sha256');
    const spool = this.#spoolFor(path);
    const tally = this.#tallyFor(path);
    listed.found = { bytes, ...(spool && { start: spool.length }) };
    return {
      write: (piece) => {
        hash.update(piece);
        spool?.append(piece);
        tally?.write(piece);
      },
      end: () => {
        tally?.end();
        if (hash.digest('hex') === listed.sha256) return;
        this.faults.add({ code: 'hash', path, message: `has other bytes than ${SUMS} says` });
      },
    };
  }

  /** Where a file is kept, if it is. */
  #spoolFor(path: string): Spool | undefined {
    const isKept = sitePathOf(path) !== null || datasetOf(path)?.format === 'ndjson';
    if (isKept) this.#spool ??= new Spool();
    return isKept ? this.#spool : undefined;
  }

  /** What else is done with a file of the dataset as it comes. */
  #tallyFor(path: string): Sink | undefined {
    const { collection, format } = datasetOf(path) ?? {};
    if (collection === undefined) return undefined;
    const dataset = this.dataset.get(collection) ?? {};
    this.dataset.set(collection, dataset);
    // The others are compared by their hashes.
    if (format !== 'ndjson') return undefined;
    const tally = new LinesTally();
    return {
      write: (piece) => tally.add(piece),
      end: () => Object.assign(dataset, { lines: tally.end() }),
    };
  }
}

/** Could a snapshot have a file there? */
const isOfSnapshot = (path: string): boolean =>
  path === README || datasetOf(path) !== null || isSitePath(sitePathOf(path));

const ALIKE = 'has a name that differs from another’s in nothing but upper and lower case';

const IGNORED: Sink = { write: () => {}, end: () => {} };
