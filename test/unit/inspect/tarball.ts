import { gunzipSync } from 'node:zlib';
import { Parser } from 'tar';

/** The texts of the files of a snapshot, by their paths in its folder. */
export function contentsOf(archive: Buffer): Map<string, string> {
  const contents = new Map<string, string>();
  const parser = new Parser({ strict: true });
  parser.on('entry', (entry) => {
    const pieces: Buffer[] = [];
    entry.on('data', (piece: Buffer) => pieces.push(piece));
    entry.on('end', () => {
      contents.set(entry.path.replace(/^[^/]*\//, ''), `${Buffer.concat(pieces)}`);
    });
  });
  parser.write(gunzipSync(archive));
  parser.end();
  return contents;
}
