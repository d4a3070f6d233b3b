import { createHash } from 'node:crypto';
import type { ManifestRow } from './manifest.ts';

/** The SHA-256 of a body, in hex. It may be in pieces, which are not joined for it. */
export function sha256(...pieces: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/** What a manifest says of a file with this body. */
export const rowOf = (path: string, body: readonly Uint8Array[]): ManifestRow => ({
  path,
  bytes: body.reduce((sum, { length }) => sum + length, 0),
  sha256: sha256(...body),
});
