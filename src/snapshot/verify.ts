import { statSync } from 'node:fs';
import { NEWLINE, recordsIn } from '../envelope.ts';
import { MANIFEST, type Manifest, parseManifest } from '../manifest/manifest.ts';
import { UsageError } from '../problem.ts';
import type { Attendance } from '../progress.ts';
import { type Fault, Faults, type Finding } from '../verify/fault.ts';
import type { SiteReader } from '../verify/reader.ts';
import { type Verification, verifyReader } from '../verify/verify.ts';
import { Contents } from './contents.ts';
import { RENDER } from './dataset.ts';
import { datasetFile, FORMATS, README, SUMS, sha256, siteFile, sitePathOf } from './layout.ts';
import { readArchive } from './read-archive.ts';
import { Refusal } from './refusal.ts';
import { listingFile } from './source.ts';

/** What was looked at in a snapshot, and what is wrong with it. */
export interface ArchiveVerification {
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
 * SHA256SUMS names, each collection is the same in all formats, and a site in it is as `verifySite` wants
 * it and has the same records. None of the names in it is ever used as one.
 * @throws UsageError where there is no such file
 */
export async function verifyArchive(
  file: string,
  attendance: Attendance = {},
): Promise<ArchiveVerification> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new UsageError(`There is no archive ${file}.`);
  const faults = new Faults();
  const contents = new Contents(file, stats.size, faults);
  try {
    const bytes = await read(file, stats.size, contents, faults, attendance);
    const files = 1 + contents.listed.size;
    if (faults.count === 0) addAll(faults, lacking(contents), datasetFaults(contents));
    // What else would be wrong follows from that.
    const isSound = faults.count === 0;
    const site = isSound && hasSite(contents) && (await verifySiteIn(contents, attendance));
    if (site && site.faults.count === 0) addAll(faults, differences(contents));
    return { faults, files, bytes, records: recordsOf(contents), ...(site && { site }) };
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
  attendance: Attendance,
): Promise<number> {
  try {
    const bytes = await readArchive(file, size, (...begun) => contents.begin(...begun), attendance);
    for (const [path, { found }] of contents.listed) {
      if (!found)
        faults.add({ code: 'missing', path, message: `is not there, and ${SUMS} has it` });
    }
    return bytes;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    faults.add(error.fault);
    return 0;
  }
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

/** The formats of a collection hold the same records: of a table, as far as their number shows it. */
function* datasetFaults({ listed, dataset }: Contents): Generator<Fault> {
  for (const [name, { rows, lines }] of dataset) {
    if (rows === undefined || !lines) continue;
    const [csv, json, other] = [
      datasetFile(name, 'csv'),
      datasetFile(name, 'json'),
      datasetFile(name, 'ndjson'),
    ];
    if (listed.get(json)?.sha256 !== lines.array) {
      yield { code: 'record', path: json, message: `has other records than ${other}` };
    }
    if (rows !== lines.records) {
      const message = `has ${rows} records, and ${other} has ${lines.records}`;
      yield { code: 'records', path: csv, message };
    }
  }
}

const hasSite = ({ listed }: Contents): boolean =>
  [...listed.keys()].some((path) => sitePathOf(path) !== null);

/** Verifies the site of a snapshot, whose files are as they were packed. */
const verifySiteIn = (contents: Contents, attendance: Attendance): Promise<Verification> => {
  const reader = siteReader(contents);
  return verifyReader(reader, () => siteFindings(contents, reader.manifest()), attendance);
};

function siteReader(contents: Contents): SiteReader {
  const read = (path: string) => contents.readSite(siteFile(path));
  const manifest = () =>
    parseManifest(linesOf(read(MANIFEST) ?? Buffer.alloc(0)), siteFile(MANIFEST));
  return { head: manifest, manifest, read };
}

function* linesOf(text: Buffer): Generator<string> {
  let start = 0;
  for (let end = text.indexOf(NEWLINE); end !== -1; end = text.indexOf(NEWLINE, start)) {
    yield text.toString('utf8', start, end);
    start = end + 1;
  }
  yield text.toString('utf8', start);
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
    const body = contents.readSite(siteFile(listingFile(collection)));
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
