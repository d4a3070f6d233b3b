import { statSync } from 'node:fs';
import path from 'node:path';
import { recordsIn } from '../../core/envelope.ts';
import {
  isOfThisVersion,
  MANIFEST,
  type Manifest,
  parseManifest,
  sha256,
} from '../../site/manifest.ts';
import { printable, UsageError } from '../../util/problem.ts';
import { type TaskOptions, yieldToEventLoop } from '../../util/progress.ts';
import { formatCount } from '../../util/text.ts';
import { VERSION } from '../../util/version.ts';
import { type Fault, Faults, type Finding } from '../verify/fault.ts';
import type { SiteReader } from '../verify/reader.ts';
import { type Verification, verifyReader } from '../verify/verify.ts';
import { Contents } from './contents.ts';
import { isTableOf, RENDER } from './dataset.ts';
import { datasetFile, FORMATS, hashInName, README, SUMS, siteFile, sitePathOf } from './layout.ts';
import { readArchive } from './read-archive.ts';
import { Refusal } from './refusal.ts';
import { wholeFile } from './source.ts';

/** What was looked at in a snapshot, and what is wrong with it. */
export interface ArchiveVerification {
  /** The folder that all of it is in, which names its contents; absent where it has no such one. */
  readonly name?: string;
  /** What is wrong with the archive and its own files. */
  readonly faults: Faults;
  readonly files: number;
  /** The size that it unpacks to. */
  readonly bytes: number;
  /** How many records each collection has. */
  readonly records: ReadonlyMap<string, number>;
  /** The site in it; absent where there is none, or something else was wrong before it was come to. */
  readonly site?: Verification;
}

/**
 * Verifies a snapshot without unpacking it: the archive is sound and holds just the files that its
 * SHA256SUMS names, each collection is the same in all formats, to the byte, and a site in it is as
 * `verifySite` wants it and has the same records. None of the names in it is ever used as one.
 * @throws UsageError where there is no such file, or all is as it was packed but the site is of another
 * version, which alone can walk it
 */
export async function verifyArchive(
  file: string,
  attendance: TaskOptions = {},
): Promise<ArchiveVerification> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new UsageError(`There is no archive ${file}.`);
  const faults = new Faults();
  const contents = new Contents(file, stats.size, faults);
  try {
    const bytes = await read(file, stats.size, contents, faults, attendance);
    const files = 1 + contents.listed.size;
    if (faults.count === 0) {
      addAll(faults, misnaming(file, contents), lacking(contents), arrayFaults(contents));
    }
    if (faults.count === 0) await compareTables(contents, faults, attendance);
    // What else would be wrong follows from that.
    const isSound = faults.count === 0;
    if (isSound && hasSite(contents)) requireOwn(file, contents);
    const site = isSound && hasSite(contents) && (await verifySiteIn(contents, attendance));
    if (site && site.faults.count === 0) addAll(faults, differences(contents));
    return {
      // A folder that SHA256SUMS contradicts names nothing.
      ...(contents.listed.size > 0 && { name: contents.folder }),
      faults,
      files,
      bytes,
      records: recordsOf(contents),
      ...(site && { site }),
    };
  } finally {
    contents.close();
  }
}

function recordsOf({ dataset }: Contents): Map<string, number> {
  const counts = [...dataset].map(([name, { lines }]) => [name, lines?.records ?? 0] as const);
  return new Map(counts);
}

/** Reads an archive to its end, or to where it is refused. */
async function read(
  file: string,
  size: number,
  contents: Contents,
  faults: Faults,
  attendance: TaskOptions,
): Promise<number> {
  try {
    const bytes = await readArchive(file, size, (...begun) => contents.begin(...begun), attendance);
    addAll(faults, unmet(contents));
    return bytes;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    faults.add(error.fault);
    if (error.isAtEnd) addAll(faults, unmet(contents));
    return 0;
  }
}

/** The files that SHA256SUMS names and the archive does not have. */
function* unmet({ listed }: Contents): Generator<Fault> {
  for (const [path, { found }] of listed) {
    if (!found) yield { code: 'missing', path, message: `is not there, and ${SUMS} has it` };
  }
}

/** A file whose name cites another snapshot than the one in it. */
function* misnaming(file: string, { folder }: Contents): Generator<Fault> {
  const cited = hashInName(path.basename(file));
  if (cited === null || folder.endsWith(`-${cited}`)) return;
  yield {
    code: 'hash',
    path: file,
    message: `has the name of another snapshot; in it is ${folder}`,
  };
}

function addAll(faults: Faults, ...found: readonly Iterable<Fault>[]): void {
  for (const one of found) for (const fault of one) faults.add(fault);
}

/** The files that every snapshot has. */
function* lacking({ listed, dataset }: Contents): Generator<Fault> {
  const tables = [...dataset.keys()].flatMap((name) =>
    FORMATS.map((format) => datasetFile(name, format)),
  );
  for (const path of [README, ...tables]) {
    if (!listed.has(path)) yield { code: 'missing', path, message: 'is not there' };
  }
}

/** The array of a collection holds the records that stand one a line. */
function* arrayFaults({ listed, dataset }: Contents): Generator<Fault> {
  for (const [name, { lines }] of dataset) {
    const [path, other] = [datasetFile(name, 'json'), datasetFile(name, 'ndjson')];
    if (!lines || listed.get(path)?.sha256 === lines.array) continue;
    yield { code: 'record', path, message: `has other records than ${other}` };
  }
}

/** The table of a collection is made again of the records that stand one a line. */
async function compareTables(
  contents: Contents,
  faults: Faults,
  attendance: TaskOptions,
): Promise<void> {
  for (const name of contents.dataset.keys()) {
    await yieldToEventLoop(attendance, 'Tabulating');
    const [path, other] = [datasetFile(name, 'csv'), datasetFile(name, 'ndjson')];
    const { sha256 = '', found } = contents.listed.get(path) ?? {};
    const lines = contents.read(other) ?? Buffer.alloc(0);
    if (isTableOf(lines, { bytes: found?.bytes ?? 0, sha256 })) continue;
    faults.add({ code: 'record', path, message: `is not the table of the records in ${other}` });
  }
}

const hasSite = ({ listed }: Contents): boolean =>
  [...listed.keys()].some((path) => sitePathOf(path) !== null);

/**
 * Makes sure that the site in a sound archive is of this version: one that is kept and cited is not to be
 * built again.
 * @throws UsageError where another version made it
 */
function requireOwn(file: string, contents: Contents): void {
  const stranger = strangerOf(contents);
  if (stranger === null) return;
  const records = [...recordsOf(contents).values()].reduce((sum, one) => sum + one, 0);
  throw new UsageError(
    `${file} has every file as it was packed, and the same ${formatCount(records, 'record')} in each format; its site was not walked, for it was made by ${printable(stranger)} and this is version ${VERSION}: verify it with that version.`,
  );
}

/** The other version that made a site; null where it was this one, or it can't be told. */
function strangerOf(contents: Contents): string | null {
  try {
    const head = siteReader(contents).head();
    return isOfThisVersion(head) ? null : head.generator;
  } catch (error) {
    // It is no manifest, which is found when the site is verified.
    if (error instanceof UsageError) return null;
    throw error;
  }
}

/** Verifies the site of a snapshot, whose files are as they were packed. */
const verifySiteIn = (contents: Contents, attendance: TaskOptions): Promise<Verification> => {
  const reader = siteReader(contents);
  return verifyReader(reader, () => siteFindings(contents, reader.manifest()), attendance);
};

function siteReader(contents: Contents): SiteReader {
  const read = (path: string) => contents.read(siteFile(path));
  const manifest = () => parseManifest(String(read(MANIFEST) ?? ''), siteFile(MANIFEST));
  return { head: manifest, manifest, read };
}

/** Compares the files of a site with its manifest. */
function* siteFindings({ listed }: Contents, { rows }: Manifest): Generator<Finding> {
  const rest = new Set([...listed.keys()].flatMap((path) => sitePathOf(path) ?? []));
  rest.delete(MANIFEST);
  for (const { path, bytes, sha256 } of rows) {
    const file = listed.get(siteFile(path));
    rest.delete(path);
    if (!file) {
      yield { code: 'missing', path, message: 'is not there, and the manifest has it' };
    } else if (file.found?.bytes !== bytes || file.sha256 !== sha256) {
      yield { code: 'hash', path, message: 'has other bytes than when it was built' };
    } else {
      yield null;
    }
  }
  for (const path of rest) {
    yield { code: 'extra', path, message: 'is a file that the manifest does not have' };
  }
}

/** Where the dataset is not what the site, which is sound, has. */
function* differences(contents: Contents): Generator<Fault> {
  const { collections } = siteReader(contents).head().grid;
  for (const collection of collections) {
    const path = datasetFile(collection.name, 'ndjson');
    const body = contents.read(siteFile(wholeFile(collection)));
    if (body && contents.listed.get(path)?.sha256 === sha256(RENDER.ndjson(recordsIn(body))))
      continue;
    yield { code: 'record', path, message: 'has other records than the site' };
  }
  const names = collections.map(({ name }) => name);
  for (const name of contents.dataset.keys()) {
    if (names.includes(name)) continue;
    yield {
      code: 'extra',
      path: datasetFile(name, 'json'),
      message: 'is no collection of the site',
    };
  }
}
