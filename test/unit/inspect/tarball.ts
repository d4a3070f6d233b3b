import { gunzipSync, gzipSync } from 'node:zlib';
import { Header, Parser, Pax } from 'tar';
import { sha256 } from '../../support/site-files.ts';

/** An entry of a tar archive. */
export interface Entry {
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly type?: Header['type'];
  readonly linkpath?: string;
}

const BLOCK = 512;
const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

function entryBytes({ body = '', ...rest }: Entry): Buffer {
  const bytes = Buffer.from(body as string);
  const mtime = new Date('1980-02-01T00:00:00Z');
  const header = new Header({ size: bytes.length, mode: 0o644, mtime, type: 'File', ...rest });
  const block = Buffer.alloc(BLOCK);
  const isLong = header.encode(block);
  const { path, size } = header;
  const before = isLong ? [new Pax({ path, size, mtime } as never).encode()] : [];
  return Buffer.concat([...before, block, bytes, padding(bytes.length)]);
}

/** A gzipped tar archive. */
export const archiveOf = (entries: readonly Entry[]): Buffer =>
  gzipSync(Buffer.concat([...entries.map(entryBytes), Buffer.alloc(2 * BLOCK)]));

/** The entries of an archive. */
export function entriesOf(archive: Buffer): Entry[] {
  const entries: Entry[] = [];
  const parser = new Parser({ strict: true });
  parser.on('entry', (entry) => {
    const pieces: Buffer[] = [];
    entry.on('data', (piece: Buffer) => pieces.push(piece));
    entry.on('end', () => entries.push({ path: entry.path, body: Buffer.concat(pieces) }));
  });
  parser.write(gunzipSync(archive));
  parser.end();
  return entries;
}

/** The texts of the files of a snapshot, by their paths in its folder. */
export const contentsOf = (archive: Buffer): Map<string, string> =>
  new Map(entriesOf(archive).map(({ path, body }) => [path.replace(/^[^/]*\//, ''), `${body}`]));

/** A snapshot of these files, with a SHA256SUMS (unless it is that of a site) and a name that match them. */
export function snapshotOf(contents: ReadonlyMap<string, string>): Buffer {
  const manifest = contents.get('manifest.json');
  const files = [...contents].filter(([path]) => path !== 'SHA256SUMS');
  const checksums = files.map(([path, body]) => `${sha256(Buffer.from(body))}  ${path}\n`).join('');
  const folder = `odd-${sha256(Buffer.from(manifest ?? checksums)).slice(0, 8)}`;
  const entries = manifest ? [...contents] : [['SHA256SUMS', checksums] as const, ...files];
  return archiveOf(entries.map(([path, body]) => ({ path: `${folder}/${path}`, body })));
}
