import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writevSync } from 'node:fs';
import path from 'node:path';
import type { Document } from '../document/document.ts';
import type { ManifestRow } from '../manifest.ts';
import { type Attendance, takeTurn } from '../progress.ts';
import type { Predecessor } from './predecessor.ts';

/** How long files are written before others get a turn, in ms: a busy disk may take long for each. */
const TURN = 10;

/**
 * Writes documents into a folder that holds none of them yet, or links those that a predecessor has.
 * No file is ever modified in its place, since two sites may share it.
 * @returns a row for each file
 * @throws where a file is there already, and whatever the file system throws
 */
export async function writeDocuments(
  folder: string,
  documents: Iterable<Document>,
  predecessor: Predecessor,
  attendance: Attendance,
): Promise<ManifestRow[]> {
  const rows: ManifestRow[] = [];
  let turn = 0;
  const made = new Set<string>();
  for (const { path: file, body } of documents) {
    if (performance.now() >= turn) {
      await takeTurn(attendance, 'Writing', rows.length);
      turn = performance.now() + TURN;
    }
    attendance.signal?.throwIfAborted();
    const target = `${folder}/${file}`;
    makeFolder(path.dirname(target), made);
    const row = { path: file, bytes: sizeOf(body), sha256: hashOf(body) };
    if (!predecessor.link(row, target)) writeFile(target, body, row.bytes);
    rows.push(row);
  }
  // Ctrl-C during the last files is only heard now.
  await takeTurn(attendance, 'Writing', rows.length);
  return rows;
}

function makeFolder(folder: string, made: Set<string>): void {
  if (made.has(folder)) return;
  mkdirSync(folder, { recursive: true });
  made.add(folder);
}

/**
 * Writes a new file from its pieces, without joining them first. Plain synchronous calls: for
 * thousands of small files they take a fraction of what promises do.
 */
function writeFile(target: string, body: readonly Uint8Array[], size: number): void {
  const descriptor = openSync(target, 'wx');
  try {
    const written = writevSync(descriptor, body);
    if (written !== size) throw new Error(`Only ${written} of ${size} bytes went into ${target}.`);
  } finally {
    closeSync(descriptor);
  }
}

const sizeOf = (body: readonly Uint8Array[]): number =>
  body.reduce((sum, piece) => sum + piece.length, 0);

function hashOf(body: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const piece of body) hash.update(piece);
  return hash.digest('hex');
}
