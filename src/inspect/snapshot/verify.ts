import { createReadStream, readFileSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { outputFileSync, remove } from 'fs-extra/esm';
import { Parser, type ReadEntry } from 'tar';
import { isSitePath, MANIFEST, sha256 } from '../../site/manifest.ts';
import { printable, UsageError } from '../../util/problem.ts';
import { type TaskOptions, yieldToEventLoop } from '../../util/progress.ts';
import { type Fault, Faults } from '../verify/fault.ts';
import { type Verification, verifySite } from '../verify/verify.ts';
import { datasetOf } from './dataset.ts';
import {
  CHECKSUMS,
  collectionsIn,
  datasetFile,
  FORMATS,
  isNameOf,
  SITE_FOLDER,
  siteFile,
} from './layout.ts';

/** What was checked in a snapshot, and what is wrong with it. */
export interface ArchiveVerification {
  /** The folder in the archive, which is named for its contents; absent if the archive can't be unpacked. */
  readonly name?: string;
  /** What is wrong with the archive and its own files. */
  readonly faults: Faults;
  readonly files: number;
  /** The total size of the files. */
  readonly bytes: number;
  /** How many records each collection has. */
  readonly records: ReadonlyMap<string, number>;
  /** The verification of the site in it; absent if there is none, or other faults were found before. */
  readonly site?: Verification;
}

/**
 * Verifies a snapshot. It is unpacked into a temporary folder; there its files are compared with SHA256SUMS,
 * the formats of each collection with one another, and a site is verified as `verifySite` does.
 * @throws UsageError if there is no such file, or another version built the site in it; errors of the file
 * system; the signal's reason
 */
export async function verifyArchive(
  file: string,
  options: TaskOptions = {},
): Promise<ArchiveVerification> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(`There is no archive ${file}.`);
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'staticrest-verify-'));
  try {
    return await verifyUnpacked(file, await unpack(file, folder, options), options);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    const faults = new Faults();
    faults.add(error.fault);
    return { faults, files: 0, bytes: 0, records: new Map() };
  } finally {
    await remove(folder);
  }
}

/** An archive that can't be unpacked, or is not a snapshot. */
class ArchiveError extends Error {
  readonly fault: Fault;

  constructor(code: Fault['code'], file: string, message: string) {
    super(`${file} ${message}`);
    this.fault = { code, path: printable(file), message };
  }
}

/** The files of an archive after they were unpacked. */
interface Unpacked {
  /** The path of the folder that they are in. */
  readonly folder: string;
  /** The SHA-256 of every file, by its path in the folder. */
  readonly hashes: ReadonlyMap<string, string>;
  /** The total size of the files. */
  readonly bytes: number;
}

/** How many files an archive may have. */
const MAX_FILES = 1_000_000;

/** How many times its own size an archive may unpack to: a snapshot unpacks to less than a tenth of that. */
const MAX_RATIO = 200;

/**
 * Unpacks an archive into a folder.
 * @throws ArchiveError if it is damaged, too large, or contains anything but plain files in one folder
 */
async function unpack(file: string, target: string, options: TaskOptions): Promise<Unpacked> {
  const hashes = new Map<string, string>();
  let [root, bytes] = ['', 0];
  const parser = new Parser({ strict: true, maxDecompressionRatio: MAX_RATIO });
  const unpackEntry = (entry: ReadEntry) => {
    root ||= entry.path.replace(/\/.*/s, '/');
    const message = hashes.size < MAX_FILES ? refusalOf(entry, root) : 'is one file too many';
    const code = entry.type === 'File' ? 'extra' : 'kind';
    if (message) throw new ArchiveError(code, entry.path, message);
    const pieces: Buffer[] = [];
    entry.on('data', (piece) => pieces.push(piece));
    entry.on('end', () => {
      const body = Buffer.concat(pieces);
      outputFileSync(path.join(target, entry.path), body);
      hashes.set(entry.path.slice(root.length), sha256(body));
      bytes += body.length;
    });
  };
  // `tar` calls these listeners synchronously: what they throw is thrown by `write` and `end`.
  parser.on('entry', unpackEntry).on('ignoredEntry', unpackEntry);
  parser.on('error', ({ message }) => {
    throw new ArchiveError('unreadable', file, reasonOf(message));
  });
  for await (const chunk of createReadStream(file)) {
    parser.write(chunk);
    await yieldToEventLoop(options, 'Unpacked', hashes.size);
  }
  parser.end();
  return { folder: path.join(target, root), hashes, bytes };
}

/** Why an entry of an archive is not unpacked; null if it is unpacked. */
function refusalOf({ path: entry, type }: ReadEntry, root: string): string | null {
  if (type !== 'File') return `is not a plain file (${type})`;
  const isInside = isSitePath(entry) && root.endsWith('/') && entry.startsWith(root);
  return isInside ? null : 'has a path outside of the snapshot’s folder';
}

/** What an error message of `tar` or zlib means. */
function reasonOf(message: string): string {
  if (/unexpected end of file|Truncated/.test(message)) return 'is truncated';
  if (message.includes('ratio')) return `unpacks to more than ${MAX_RATIO} times its size`;
  return 'is damaged, or is not a .tar.gz archive';
}

async function verifyUnpacked(
  file: string,
  unpacked: Unpacked,
  options: TaskOptions,
): Promise<ArchiveVerification> {
  const { folder, hashes, bytes } = unpacked;
  const faults = new Faults();
  for (const fault of checksumFaults(file, unpacked)) faults.add(fault);
  const records = new Map<string, number>();
  // If a file was changed, other faults follow from that.
  const collections = faults.count === 0 ? collectionsIn(hashes.keys()) : [];
  for (const collection of collections) {
    await yieldToEventLoop(options, 'Comparing');
    records.set(collection, compareFormats(collection, unpacked, faults));
  }
  const report = { name: path.basename(folder), faults, files: hashes.size, bytes, records };
  if (faults.count > 0 || !hashes.has(siteFile(MANIFEST))) return report;
  const site = await verifySite(path.join(folder, SITE_FOLDER), options).catch((error) => {
    throw error instanceof UsageError ? siteError(file, error) : error;
  });
  return { ...report, site };
}

/** An error such as that another version built the site, while the dataset is as it was packed. */
const siteError = (file: string, { message }: UsageError): UsageError =>
  new UsageError(
    `The files of ${file} are as they were packed, but the site in it can’t be verified. ${message}`,
  );

/** Compares the files with SHA256SUMS, and the hash of SHA256SUMS with the name of the folder. */
function* checksumFaults(file: string, { folder, hashes }: Unpacked): Generator<Fault> {
  const name = path.basename(folder);
  const ownHash = hashes.get(CHECKSUMS);
  if (!ownHash)
    throw new ArchiveError('manifest', file, `is not a snapshot: it has no ${CHECKSUMS}`);
  if (!isNameOf(name, ownHash)) {
    yield { code: 'hash', path: CHECKSUMS, message: `does not match the folder’s name, ${name}` };
  }
  const lines = readFileSync(path.join(folder, CHECKSUMS), 'utf8').matchAll(/^(\w{64}) {2}(.+)$/gm);
  const listed = new Map(Array.from(lines, ([, hash, path = '']) => [path, hash]));
  for (const path of new Set([...listed.keys(), ...hashes.keys()])) {
    const [expected, actual] = [listed.get(path), hashes.get(path)];
    if (expected === actual || path === CHECKSUMS) continue;
    if (!actual) yield { code: 'missing', path, message: `is missing; ${CHECKSUMS} lists it` };
    else if (!expected) yield { code: 'extra', path, message: `is not listed in ${CHECKSUMS}` };
    else yield { code: 'hash', path, message: `does not have the hash that ${CHECKSUMS} lists` };
  }
}

/**
 * Compares the files of a collection with what its NDJSON file makes in each format.
 * @returns how many records there are
 */
function compareFormats(collection: string, { folder, hashes }: Unpacked, faults: Faults): number {
  const source = datasetFile(collection, 'ndjson');
  const lines = readFileSync(path.join(folder, source), 'utf8').split('\n').slice(0, -1);
  const { files } = datasetOf(collection, lines);
  for (const format of FORMATS) {
    const file = datasetFile(collection, format);
    if (hashes.get(file) === sha256(Buffer.from(files[format]))) continue;
    faults.add({ code: 'record', path: file, message: `has other records than ${source}` });
  }
  return lines.length;
}
