import { gunzipSync, gzipSync } from 'node:zlib';
import { Header, Parser, Pax } from 'tar';
import { sha256 } from '../support/site-files.ts';

/** An entry of a tar archive, whatever it is up to. */
export interface Entry {
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly type?: Header['type'];
  readonly linkpath?: string;
  /** The size that its header tells; absent: that of the body. */
  readonly size?: number;
  readonly mode?: number;
  readonly mtime?: Date;
}

const BLOCK = 512;
const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** An entry's bytes; but for what it says itself its header is that of a snapshot's file. */
export function entryBytes({ body = '', ...said }: Entry): Buffer {
  const bytes = Buffer.from(body as string);
  const header = new Header({
    size: bytes.length,
    mode: 0o644,
    mtime: new Date('1980-02-01T00:00:00Z'),
    type: 'File',
    ...said,
  });
  const block = Buffer.alloc(BLOCK);
  const isLong = header.encode(block);
  const { path, size, mtime } = header;
  const before = isLong ? [new Pax({ path, size, mtime } as never).encode()] : [];
  return Buffer.concat([...before, block, bytes, padding(bytes.length)]);
}

/** What a tar archive ends with. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

export const tarOf = (entries: readonly Entry[]): Buffer =>
  Buffer.concat([...entries.map(entryBytes), TAR_END]);

/** Compressed as a snapshot is. */
export function gzipped(tar: Uint8Array): Buffer {
  const bytes = gzipSync(tar);
  // No system.
  bytes[9] = 255;
  return bytes;
}

/** The files of a snapshot, by their paths in its folder. */
export type Files = ReadonlyMap<string, Buffer>;

/** The folder of a snapshot, and its files. */
export function entriesOf(archive: Buffer): { folder: string; files: Files } {
  const files = new Map<string, Buffer>();
  let folder = '';
  const parser = new Parser({ strict: true });
  parser.on('entry', (entry) => {
    const [first = '', ...rest] = entry.path.split('/');
    folder = first;
    const pieces: Buffer[] = [];
    entry.on('data', (piece: Buffer) => pieces.push(piece));
    entry.on('end', () => files.set(rest.join('/'), Buffer.concat(pieces)));
  });
  parser.write(gunzipSync(archive));
  parser.end();
  return { folder, files };
}

/** What SHA256SUMS says of files. */
export const sumsOf = (files: Files): string =>
  [...files].map(([path, body]) => `${sha256(body)}  ${path}\n`).join('');

/** The entries of a snapshot whose SHA256SUMS and name are right whatever its files are. */
export function consistent(files: Files, sums = sumsOf(files)): Entry[] {
  const folder = `odd-${sha256(Buffer.from(sums)).slice(0, 8)}`;
  return [['SHA256SUMS', sums] as const, ...files].map(([path, body]) => ({
    path: `${folder}/${path}`,
    body,
  }));
}
