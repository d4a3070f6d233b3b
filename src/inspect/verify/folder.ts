import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { IGNORED_NAMES, isOfHost } from '../../build/ignored-files.ts';
import { MANIFEST, type Manifest, type ManifestRow } from '../../site/manifest.ts';
import type { Fault, Finding } from './fault.ts';
import { type Leaf, leavesOf } from './tree.ts';

/**
 * Compares a folder with the rows of its manifest, each walked once: the same files, and each of them
 * with the size and hash that its row has.
 * @throws UsageError where the manifest breaks off
 */
export function* folderFindings(folder: string, { rows }: Manifest): Generator<Finding> {
  const chunk = Buffer.allocUnsafe(CHUNK);
  const leaves = leavesOf(folder, isNobodys);
  let leaf = leaves.next().value;
  for (const row of rows) {
    for (; leaf && leaf.path < row.path; leaf = leaves.next().value) {
      if (!isEmptied(leaf, row)) yield extraIn(folder, leaf);
    }
    if (leaf?.path === row.path) {
      yield kindFault(leaf) ?? contentFault(`${folder}/${row.path}`, row, chunk);
      leaf = leaves.next().value;
    } else {
      yield { code: 'missing', path: row.path, message: 'is not there, and the manifest has it' };
    }
  }
  for (; leaf; leaf = leaves.next().value) yield extraIn(folder, leaf);
}

/** What belongs to no site and spoils none. */
const isNobodys = (path: string): boolean =>
  IGNORED_NAMES.includes(path.replace(/\/$/, '').replace(/^.*\//s, ''));

/** Is this an empty folder that the next row has a file in? */
const isEmptied = ({ path, kind }: Leaf, row: ManifestRow): boolean =>
  kind === 'an empty folder' && row.path.startsWith(path);

/** Is something that has no row one thing too many? */
function extraIn(folder: string, leaf: Leaf): Finding {
  const { path, kind } = leaf;
  if (path === MANIFEST) return kindFault(leaf);
  if (!path.includes('/') && isOfHost(folder, path)) return null;
  return { code: 'extra', path, message: `is ${kind} that the manifest does not have` };
}

const kindFault = ({ path, kind }: Leaf): Finding =>
  kind === 'a file' ? null : { code: 'kind', path, message: `is ${kind} instead of a file` };

/** How much of a file is read at once, in bytes. */
const CHUNK = 1 << 20;

/** Compares a file with its row. */
function contentFault(file: string, { path, bytes, sha256 }: ManifestRow, chunk: Buffer): Finding {
  const fault = (code: Fault['code'], message: string): Fault => ({ code, path, message });
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const { size } = fstatSync(descriptor);
    if (size !== bytes) return fault('size', `has ${size} bytes, and by the manifest ${bytes}`);
    const isSame = hashOf(descriptor, chunk) === sha256;
    return isSame ? null : fault('hash', 'has other bytes than when it was built');
  } catch (error) {
    return fault('unreadable', `can’t be read: ${(error as Error).message}`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function hashOf(descriptor: number, chunk: Buffer): string {
  const hash = createHash('sha256');
  for (let size = -1; size !== 0; ) {
    size = readSync(descriptor, chunk);
    hash.update(chunk.subarray(0, size));
  }
  return hash.digest('hex');
}
