import { Header, Pack, ReadEntry } from 'tar';

/**
 * Every file's time, for the day of packing is no content. 1980-02-01 rather than 0: GNU tar warns of
 * files that are so old, and ZIP, in whatever time zone, has no time before 1980.
 */
const TIME = new Date('1980-02-01T00:00:00Z');

const MODE = 0o644;

/** How hard gzip tries: 9 would take a sixth longer and save a thirtieth. */
const LEVEL = 6;

/**
 * What a gzip file of ours begins with: no flags, time or name, and an unknown system.
 * https://www.rfc-editor.org/rfc/rfc1952#page-5
 */
export const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/**
 * The bytes of an archive, as its files are added. They depend on nothing but the files: not on who
 * packs them, when or where; compressed ones on zlib too.
 */
export class Archive {
  readonly #pack: Pack;
  #pieces: Buffer[] = [];

  constructor({ gzip }: { readonly gzip: boolean }) {
    // No owner, and neither time nor system in gzip's header.
    this.#pack = new Pack({
      portable: true,
      strict: true,
      ...(gzip && { gzip: { level: LEVEL } }),
    });
    // The package works at once: what a file adds has arrived when it has been added.
    this.#pack.on('data', (piece) => this.#pieces.push(piece));
  }

  /** Begins a file; its body is written to what is returned, whole or in pieces, and ended. */
  begin(path: string, size: number): Pick<ReadEntry, 'write' | 'end'> {
    const header = new Header({ path, size, mode: MODE, mtime: TIME, type: 'File' });
    const entry = new ReadEntry(header);
    this.#pack.add(entry);
    return entry;
  }

  /** Adds a whole file. */
  add(path: string, body: Uint8Array): void {
    this.begin(path, body.length).end(Buffer.from(body.buffer, body.byteOffset, body.length));
  }

  end(): void {
    this.#pack.end();
  }

  /** The bytes that have come since the last time. */
  take(): Buffer[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}
