import { createReadStream, readFileSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { outputFileSync, remove } from 'fs-extra/esm';
import { Parser, type ReadEntry } from 'tar';
import { CHECKSUMS } from '../../describe/downloads/layout.ts';
import { isSitePath, MANIFEST, sha256 } from '../../site/manifest.ts';
import { UsageError } from '../../util/problem.ts';
import { type TaskOptions, yieldToEventLoop } from '../../util/progress.ts';
import type { Fault, Inspection } from '../verify/inspection.ts';
import { verifySite } from '../verify/verify.ts';
import { nameEnding } from './snapshot.ts';

/** The scope and the faults of a verified snapshot. */
export type ArchiveVerification = Awaited<ReturnType<typeof verifyArchive>>;

/**
 * Verifies a snapshot. It is unpacked into a temporary folder; there a site is verified as `verifySite` does,
 * and downloads are compared with SHA256SUMS.
 * @returns as `verifySite`, with the files and bytes of the whole archive; the name of the folder in it, empty
 * if it can't be unpacked; how many records each collection has
 * @throws UsageError if there is no such file, or another version built the site in it; errors of the file
 * system; the signal's reason
 */
export async function verifyArchive(file: string, options: TaskOptions = {}) {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(`There is no archive ${file}, or it is not a regular file.`);
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'staticrest-verify-'));
  try {
    return await verifyUnpacked(file, await unpack(file, folder, options), options);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    const nothing = { files: 0, bytes: 0, listings: 0, unwalked: [], records: new Map() };
    return { ...nothing, name: '', faults: [error.fault] };
  } finally {
    await remove(folder);
  }
}

/** An archive that can't be unpacked, or is not a snapshot. */
class ArchiveError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
}

/** The files of an archive after they were unpacked. */
type Unpacked = Awaited<ReturnType<typeof unpack>>;

/** How many times its own size an archive may unpack to: a snapshot unpacks to less than a tenth of that. */
const MAX_RATIO = 200;

/**
 * Unpacks an archive into a folder.
 * @returns the path of the folder that its files are in, the SHA-256 of every file by its path there, and the
 * total size of the files
 * @throws ArchiveError if it is damaged, too large, or contains anything but plain files in one folder
 */
async function unpack(file: string, target: string, options: TaskOptions) {
  const hashes = new Map<string, string>();
  let [root, bytes] = ['', 0];
  const parser = new Parser({ strict: true, maxDecompressionRatio: MAX_RATIO });
  const unpackEntry = (entry: ReadEntry) => {
    const { path: name, type } = entry;
    const refuse = (code: Fault['code'], message: string) =>
      new ArchiveError({ code, path: name, message });
    if (type !== 'File') throw refuse('kind', `is not a plain file (${type})`);
    root ||= name.replace(/\/.*/s, '/');
    if (!isSitePath(name) || !root.endsWith('/') || !name.startsWith(root)) {
      throw refuse('extra', 'has a path outside of the snapshot’s folder');
    }
    const pieces: Buffer[] = [];
    entry.on('data', (piece) => pieces.push(piece));
    entry.on('end', () => {
      const body = Buffer.concat(pieces);
      outputFileSync(path.join(target, name), body);
      hashes.set(name.slice(root.length), sha256(body));
      bytes += body.length;
    });
  };
  // `tar` calls these listeners synchronously: what they throw is thrown by `write` and `end`.
  parser.on('entry', unpackEntry).on('ignoredEntry', unpackEntry);
  parser.on('error', ({ message }) => {
    const reason = `is damaged, or is not a .tar.gz archive (${message})`;
    throw new ArchiveError({ code: 'unreadable', path: file, message: reason });
  });
  for await (const chunk of createReadStream(file)) {
    parser.write(chunk);
    await yieldToEventLoop(options, 'Unpacked', hashes.size);
  }
  parser.end();
  return { folder: path.join(target, root), hashes, bytes };
}

async function verifyUnpacked(file: string, unpacked: Unpacked, options: TaskOptions) {
  const { folder, hashes, bytes } = unpacked;
  const faults: Fault[] = [];
  const report: Inspection['report'] = (code, path, message) =>
    faults.push({ code, path, message });
  const isSite = hashes.has(MANIFEST);
  compareName(unpacked, isSite ? MANIFEST : CHECKSUMS, report);
  if (!isSite) compareChecksums(unpacked, report);
  const records = new Map<string, number>();
  for (const name of faults.length === 0 ? hashes.keys() : []) {
    const [, collection] = /^(?:downloads\/)?(\w+)\.jsonl$/.exec(name) ?? [];
    if (!collection) continue;
    const lines = readFileSync(path.join(folder, name), 'utf8').split('\n');
    records.set(collection, lines.length - 1);
  }
  const name = path.basename(folder);
  const result = { name, faults, files: hashes.size, bytes, records, listings: 0, unwalked: [] };
  if (!isSite) return result;
  try {
    const site = await verifySite(folder, options);
    return { ...result, ...site, faults: [...faults, ...site.faults] };
  } catch (error) {
    // For example, another version built the site.
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`The site in ${file} can’t be verified. ${error.message}`);
  }
}

/** Compares the name of the folder with the hash of a snapshot's first file. */
function compareName(
  { folder, hashes }: Unpacked,
  first: string,
  report: Inspection['report'],
): void {
  const hash = hashes.get(first);
  const name = path.basename(folder);
  if (!hash) report('missing', first, 'is missing, so the archive is not a snapshot');
  else if (!name.endsWith(nameEnding(hash))) {
    report('hash', first, `does not match the folder’s name, ${name}`);
  }
}

/** Compares the files with SHA256SUMS. */
function compareChecksums({ folder, hashes }: Unpacked, report: Inspection['report']): void {
  if (!hashes.has(CHECKSUMS)) return;
  const lines = readFileSync(path.join(folder, CHECKSUMS), 'utf8').matchAll(/^(\w{64}) {2}(.+)$/gm);
  const listed = new Map(Array.from(lines, ([, hash, file = '']) => [file, hash]));
  for (const file of new Set([...listed.keys(), ...hashes.keys()])) {
    const [expected, actual] = [listed.get(file), hashes.get(file)];
    if (expected === actual || file === CHECKSUMS) continue;
    if (!actual) report('missing', file, `is missing; ${CHECKSUMS} lists it`);
    else if (!expected) report('extra', file, `is not listed in ${CHECKSUMS}`);
    else report('hash', file, `does not have the hash that ${CHECKSUMS} lists`);
  }
}
