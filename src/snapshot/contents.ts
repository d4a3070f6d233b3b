import { createHash } from 'node:crypto';
import { isSitePath } from '../manifest/manifest.ts';
import { printable } from '../problem.ts';
import type { Faults } from '../verify/fault.ts';
import { datasetOf, isNameOf, README, SUMS, sitePathOf } from './layout.ts';
import type { Sink } from './read-tar.ts';
import { Refusal } from './refusal.ts';
import { Spool } from './spool.ts';
import { parseSum } from './sums.ts';
import { LinesTally, TableTally } from './tally.ts';

/** A file that SHA256SUMS names. */
export interface Listed {
  readonly sha256: string;
  /** Absent: it was not met yet. */
  found?: Found;
}

interface Found {
  readonly bytes: number;
  /** Where it is in the spool, if it is a file of the site. */
  readonly start: number;
}

/** What the files of a collection were seen to hold. */
export interface Dataset {
  /** How many rows its table has. */
  rows?: number;
  /** Of its records one a line. */
  lines?: ReturnType<LinesTally['end']>;
}

/** How many bytes SHA256SUMS may have in a small archive; in a larger one, as many as the archive. */
const LONGEST_SUMS = 4e6;

/** How many bytes a file may have: as many as a text of JavaScript can have characters. */
const LONGEST_FILE = 2 ** 29 - 24;

/**
 * What is in a snapshot, as its files come: compared with its SHA256SUMS, which comes first. Files of
 * the site are kept aside, those of the dataset are counted.
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

  get isBegun(): boolean {
    return this.#folder !== '';
  }

  close(): void {
    this.#spool?.close();
  }

  /** A file of the site, by its path in the snapshot's folder; null where there is none. */
  readSite(path: string): Buffer | null {
    const found = this.listed.get(path)?.found;
    return found && this.#spool ? this.#spool.read(found.start, found.bytes) : null;
  }

  /**
   * Begins a file of the archive.
   * @throws Refusal where its name could lead anywhere, or it is too large to be looked at
   */
  begin(name: string, bytes: number): Sink {
    if (bytes > LONGEST_FILE) throw new Refusal('size', printable(name), 'is larger than any file');
    if (!this.isBegun) return this.#sums(name, bytes);
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
    const message = isSitePath(name)
      ? `is not in the folder of the snapshot, ${this.#folder}`
      : 'has a name that may lead out of the folder in which it is unpacked';
    throw new Refusal('extra', printable(name), message);
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
    const hash = createHash('sha256').update(text).digest('hex');
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
    const keeper = this.#keeper(path);
    listed.found = { bytes, start: this.#spool?.length ?? 0 };
    return {
      write: (piece) => {
        hash.update(piece);
        keeper?.write(piece);
      },
      end: () => {
        keeper?.end();
        if (hash.digest('hex') === listed.sha256) return;
        this.faults.add({ code: 'hash', path, message: `has other bytes than ${SUMS} says` });
      },
    };
  }

  /** What else is done with a file as it comes. */
  #keeper(path: string): Sink | undefined {
    if (sitePathOf(path) !== null) {
      this.#spool ??= new Spool();
      const spool = this.#spool;
      return { write: (piece) => spool.append(piece), end: () => {} };
    }
    const { collection, format } = datasetOf(path) ?? {};
    if (collection === undefined) return undefined;
    const dataset = this.dataset.get(collection) ?? {};
    this.dataset.set(collection, dataset);
    switch (format) {
      case 'csv':
        return talliedBy(new TableTally(), (rows) => Object.assign(dataset, { rows }));
      case 'ndjson':
        return talliedBy(new LinesTally(), (lines) => Object.assign(dataset, { lines }));
      default:
        // The array is compared by its hash.
        return undefined;
    }
  }
}

/** Takes a body for a tally, and hands on what it comes to. */
const talliedBy = <T>(
  tally: { add(piece: Buffer): void; end(): T },
  done: (outcome: T) => void,
): Sink => ({ write: (piece) => tally.add(piece), end: () => done(tally.end()) });

/** Could a snapshot have a file there? */
const isOfSnapshot = (path: string): boolean =>
  path === README || datasetOf(path) !== null || isSitePath(sitePathOf(path));

const ALIKE = 'has a name that differs from another’s in nothing but upper and lower case';

const IGNORED: Sink = { write: () => {}, end: () => {} };
