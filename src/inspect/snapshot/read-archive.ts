import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { type TaskOptions, yieldToEventLoop } from '../../util/progress.ts';
import { errorCode } from '../../util/system-error.ts';
import { GZIP_HEAD } from './archive.ts';
import { type Receive, TarReader, tooLarge } from './read-tar.ts';
import { Refusal } from './refusal.ts';

/** How many times its size an archive may unpack to: ours do to less than a tenth of that. */
const RATIO = 200;

/** What a small one may unpack to anyhow, in bytes. */
const FLOOR = 16e6;

/** How many pieces are read before others get a turn. */
const TURN = 64;

/** The bytes of a gzip file's end: the checksum and the size of what was packed. */
const TRAILER = 8;

/** How many bytes at its beginning tell that a file is one of gzip. */
const GZIP_MAGIC = 2;

/**
 * Reads a compressed archive from its first byte to its last, and writes none of it. What stands around
 * the compressed bytes is checked here: Node's own gunzip passes over more than one file in a row.
 * @param size of the file, in bytes
 * @returns how many bytes it unpacks to
 * @throws Refusal where it is damaged, too large or strange; whatever the file system throws
 */
export async function readArchive(
  file: string,
  size: number,
  receive: Receive,
  attendance: TaskOptions,
): Promise<number> {
  const { head, trailer } = await endsOf(file, size);
  const [start, end] = [GZIP_HEAD.length, size - TRAILER];
  const stranger = strangeness(head, size);
  if (stranger) throw new Refusal('unreadable', file, stranger);
  const limit = Math.max(FLOOR, RATIO * size);
  const tar = new TarReader(file, limit, receive);
  const inflate = createInflateRaw();
  let [bytes, sum, turn] = [0, 0, 0];
  let ended: unknown;
  let isDone = false;
  const unpack = async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > limit) throw tooLarge(file, limit);
      sum = crc32(piece, sum);
      tar.write(piece);
      if (turn++ % TURN === 0) await yieldToEventLoop(attendance, 'Unpacking');
    }
    isDone = true;
  };
  // What ends it reaches us, now and then, as an AbortError of the streams before.
  const heard = (pieces: AsyncIterable<Buffer>) =>
    unpack(pieces).catch((error) => {
      ended = error;
      throw error;
    });
  await pipeline(createReadStream(file, { start, end: end - 1 }), inflate, heard).catch((error) => {
    // What is compressed ended before the file: the streams are torn down, which they take for an error.
    if (isDone && TORN_DOWN.includes(error.code)) return;
    throw refusalOf(file, ended ?? error) ?? ended ?? error;
  });
  if (inflate.bytesWritten !== end - start) {
    throw new Refusal('extra', file, 'has more bytes after its end', { isAtEnd: true });
  }
  const isSame = trailer.readUInt32LE(0) === sum && trailer.readUInt32LE(4) === bytes % 2 ** 32;
  if (!isSame) throw new Refusal('unreadable', file, DAMAGED);
  tar.end();
  return bytes;
}

/** What a file begins and ends with. */
async function endsOf(file: string, size: number): Promise<{ head: Buffer; trailer: Buffer }> {
  const handle = await open(file);
  try {
    const [head, trailer] = [Buffer.alloc(GZIP_HEAD.length), Buffer.alloc(TRAILER)];
    await handle.read(head, 0, head.length, 0);
    await handle.read(trailer, 0, trailer.length, Math.max(0, size - TRAILER));
    return { head, trailer };
  } finally {
    await handle.close();
  }
}

/** What streams say that are not read to their end. */
const TORN_DOWN = ['ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE'];

/** What is wrong with how a file begins, or with its size; null where nothing is. */
function strangeness(head: Buffer, size: number): string | null {
  if (size === 0) return 'is empty';
  if (!head.subarray(0, GZIP_MAGIC).equals(GZIP_HEAD.subarray(0, GZIP_MAGIC))) {
    return 'is no gzip file';
  }
  if (size <= GZIP_HEAD.length + TRAILER) return BROKEN;
  return head.equals(GZIP_HEAD) ? null : 'was compressed by another program than staticrest';
}

const BROKEN = 'breaks off before its end';
const DAMAGED = 'is damaged: its bytes are not those that were packed';

/** What an error of unpacking says of the file; null where it is no such error. */
function refusalOf(file: string, error: unknown): Refusal | null {
  const code = errorCode(error);
  if (!code?.startsWith('Z_')) return null;
  return new Refusal('unreadable', file, code === 'Z_BUF_ERROR' ? BROKEN : DAMAGED);
}
