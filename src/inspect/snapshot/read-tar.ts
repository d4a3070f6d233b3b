import { createHash } from 'node:crypto';
import { Parser, type ReadEntry } from 'tar';
import { printable } from '../../util/problem.ts';
import { Archive, GZIP_HEAD } from './archive.ts';
import { Refusal } from './refusal.ts';

/** What takes the body of one file of an archive. */
export interface Sink {
  write(piece: Buffer): void;
  end(): void;
}

/** Called for each file of an archive as it begins. */
export type Receive = (path: string, size: number) => Sink;

/** How long a header about the next file may be, in bytes: it holds a path. */
const LONGEST_META = 16384;

/** What entries are that are no files; all others are strange. */
const KINDS: Readonly<Record<string, string>> = {
  Link: 'a hard link',
  SymbolicLink: 'a symbolic link',
  CharacterDevice: 'a device',
  BlockDevice: 'a device',
  Directory: 'a folder',
  FIFO: 'a pipe',
};

/**
 * Reads the bytes of a tar archive in pieces, and writes none of it. As it goes it packs the files again,
 * just as a snapshot is packed: if what comes out differs, then something is in the archive that is no
 * file of it, or that readers could take in different ways.
 */
export class TarReader {
  readonly #parser = new Parser({ strict: true, zstd: false, maxMetaEntrySize: LONGEST_META });
  readonly #again = new Archive({ gzip: false });
  readonly #hashes = { read: createHash('sha256'), packed: createHash('sha256') };
  #isBegun = false;
  #isEnded = false;
  #declared = 0;

  /** @param limit how many bytes the files may have together */
  constructor(
    private readonly file: string,
    private readonly limit: number,
    private readonly receive: Receive,
  ) {
    // What is thrown here ends the writing below: the parser calls at once.
    this.#parser.on('error', ({ message }) => {
      throw new Refusal('unreadable', file, `is no sound archive: ${reasonOf(message)}`);
    });
    this.#parser.on('eof', () => {
      this.#isEnded = true;
    });
    this.#parser.on('ignoredEntry', (entry) => this.#refuseKind(entry));
    this.#parser.on('entry', (entry) => this.#begin(entry));
  }

  /** @throws Refusal */
  write(piece: Buffer): void {
    // The parser would unpack an archive in an archive, without end.
    if (!this.#isBegun && piece[0] === GZIP_HEAD[0]) {
      throw new Refusal('unreadable', this.file, 'is compressed twice');
    }
    this.#isBegun = true;
    // The parser would keep what follows, and copy it with each piece.
    if (this.#isEnded) throw this.#different();
    this.#hashes.read.update(piece);
    this.#parser.write(piece);
    this.#compare();
  }

  /** @throws Refusal */
  end(): void {
    this.#parser.end();
    this.#again.end();
    this.#compare();
    const { read, packed } = this.#hashes;
    if (read.digest('hex') !== packed.digest('hex')) throw this.#different();
  }

  #different(): Refusal {
    const message =
      'has more in it than its files, or tells other things of them than their names and sizes';
    return new Refusal('extra', this.file, message, { isAtEnd: true });
  }

  #begin(entry: ReadEntry): void {
    const { path, size, type } = entry;
    if (type !== 'File') this.#refuseKind(entry);
    this.#declared += size;
    if (this.#declared > this.limit) throw tooLarge(this.file, this.limit);
    const sink = this.receive(path, size);
    const again = this.#again.begin(path, size);
    entry.on('data', (piece: Buffer) => {
      sink.write(piece);
      again.write(piece);
    });
    entry.on('end', () => {
      sink.end();
      again.end();
    });
  }

  #refuseKind({ path, type }: ReadEntry): never {
    const kind = KINDS[type] ?? `of the kind ${type}`;
    throw new Refusal('kind', printable(path), `is ${kind} instead of a file`);
  }

  #compare(): void {
    for (const piece of this.#again.take()) this.#hashes.packed.update(piece);
  }
}

/** What the parser complains of, in our words. */
function reasonOf(complaint: string): string {
  if (complaint.includes('Truncated')) return 'its last file breaks off';
  return complaint.startsWith('TAR_ENTRY')
    ? 'the header of a file in it is damaged'
    : 'there is no tar file in it';
}

/** What an archive is that is a bomb, or might as well be one. */
export const tooLarge = (file: string, limit: number): Refusal =>
  new Refusal('size', file, `unpacks to more than ${Math.floor(limit / 1e6)} MB`);
