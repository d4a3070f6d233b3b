import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { UsageError } from '../util/problem.ts';
import { errorCode } from '../util/system-error.ts';
import {
  MANIFEST,
  type Manifest,
  type ManifestHead,
  parseManifest,
  TAIL_TEXT,
} from './manifest.ts';

/**
 * Opens the manifest of a site; its file is closed when the rows have been walked to their end.
 * @throws UsageError where it is none of ours, and whatever the file system throws
 */
export function openManifest(site: string): Manifest {
  const file = path.join(site, MANIFEST);
  return parseManifest(linesOf(file), file);
}

/**
 * Reads what stands before the rows, whatever number of them there is.
 * @throws UsageError where it is no whole manifest of ours, and whatever the file system throws
 */
export function readHead(site: string): ManifestHead {
  const file = path.join(site, MANIFEST);
  const lines = linesOf(file);
  // A text that was cut off lacks the end of a whole one.
  const { rows: _, ...head } = parseManifest(endsWhole(file) ? lines : [], file);
  lines.return();
  return head;
}

/**
 * Is this folder a site that a build made?
 * @throws whatever keeps its manifest from being read
 */
export function isSite(folder: string): boolean {
  try {
    readHead(folder);
    return true;
  } catch (error) {
    if (error instanceof UsageError || NO_FILE.includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}

/** What tells that there is no file of that name. */
const NO_FILE = ['ENOENT', 'ENOTDIR', 'EISDIR'];

function endsWhole(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const end = Buffer.alloc(TAIL_TEXT.length);
    readSync(descriptor, end, 0, end.length, Math.max(0, fstatSync(descriptor).size - end.length));
    return end.toString() === TAIL_TEXT;
  } finally {
    closeSync(descriptor);
  }
}

const CHUNK = 1 << 16;

/** The lines of a text file, read as they are asked for; the last one ends where the file does. */
function* linesOf(file: string): Generator<string, void> {
  const descriptor = openSync(file, 'r');
  try {
    const [chunk, decoder] = [Buffer.alloc(CHUNK), new StringDecoder('utf8')];
    let rest = '';
    for (let size = -1; size !== 0; ) {
      size = readSync(descriptor, chunk);
      const lines = (rest + decoder.write(chunk.subarray(0, size))).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    yield rest + decoder.end();
  } finally {
    closeSync(descriptor);
  }
}
