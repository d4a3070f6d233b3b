import type { FileHandle } from 'node:fs/promises';
import { requireSite } from '../../build/recover.ts';
import type { Grid } from '../../core/grid.ts';
import type { ManifestRow } from '../../site/manifest.ts';
import { rowOf } from '../../site/manifest.ts';
import { printable, UsageError } from '../../util/problem.ts';
import { type TaskOptions, yieldToEventLoop } from '../../util/progress.ts';
import { Archive } from './archive.ts';
import { Clash, type Column } from './columns.ts';
import { RENDER, type Records, tableOf } from './dataset.ts';
import { datasetFile, draftName, FORMATS, README, SUMS, siteFile, snapshotName } from './layout.ts';
import { readmeOf } from './readme.ts';
import { Source } from './source.ts';
import { sumLine } from './sums.ts';
import { targetOf } from './target.ts';
import { writeWhole } from './whole-file.ts';

export interface SnapshotOptions extends TaskOptions {
  /** The folder of a finished site. */
  readonly site: string;
  /** The file to write, or the folder to write it into. Absent: the folder that we are in. */
  readonly out?: string | undefined;
  /** Is the whole site to be in it? */
  readonly withSite: boolean;
}

/** What was packed. */
export interface SnapshotReport {
  /** The archive. */
  readonly file: string;
  readonly bytes: number;
  /** How many files are in it. */
  readonly files: number;
  readonly grid: Grid;
}

/**
 * A file to be packed. Its row is known before, for SHA256SUMS comes first; its body is made when it is
 * packed. That of a table is made twice then: all of them may be more than memory holds.
 */
interface Packable {
  readonly row: ManifestRow;
  body(): Uint8Array;
}

/**
 * Packs a finished site: its records as tables, a README, and the site itself if asked for. What is
 * packed depends on the site alone. An archive is at its place whole or not at all.
 * @throws UsageError where there is no site, it is not as it was built, its records make no table, or
 * the archive can't be written to its place; whatever the file system throws
 */
export async function snapshot(options: SnapshotOptions): Promise<SnapshotReport> {
  requireSite(options.site);
  const source = new Source(options.site);
  const { grid, about } = source.head;
  const dataset = await datasetPackables(source, options);
  const files = () => both(dataset, options.withSite ? sitePackables(source) : []);
  const sums = sumsPackable(files());
  const name = snapshotName(about.name, sums.row.sha256);
  const file = targetOf(options.out, name, options.site);
  const packed = await writeWhole(file, draftName(about.name), (handle) =>
    pack(handle, name, both([sums], files()), options),
  );
  return { file, grid, ...packed };
}

/** The README and the tables, in the order of their paths. */
async function datasetPackables(
  source: Source,
  { withSite: hasSite, ...attendance }: SnapshotOptions,
): Promise<Packable[]> {
  const packables: Packable[] = [];
  const tables: Column[][] = [];
  for (const collection of source.head.grid.collections) {
    const records = source.records(collection);
    const columns = columnsIn(collection.name, records);
    tables.push(columns);
    for (const format of FORMATS) {
      await yieldToEventLoop(attendance, 'Tabulating');
      const body = () => RENDER[format](source.records(collection), columns);
      const row = rowOf(datasetFile(collection.name, format), [RENDER[format](records, columns)]);
      packables.push({ row, body });
    }
  }
  const readme = Buffer.from(readmeOf({ head: source.head, hasSite, tables }));
  packables.push(packable(README, readme));
  return packables.sort((a, b) => (a.row.path < b.row.path ? -1 : 1));
}

/** @throws UsageError where the records of a collection make no table */
function columnsIn(collection: string, records: Records): Column[] {
  try {
    const columns = tableOf(records);
    if (columns.length === 0 && records.length > 0) throw fieldless(collection);
    return columns;
  } catch (error) {
    throw error instanceof Clash ? clashing(collection, error.column) : error;
  }
}

const clashing = (collection: string, column: string): UsageError =>
  new UsageError(
    `Two fields of ${collection} make one column of its table, ${printable(column)}, since one has a dot in its name; rename that one in \`publish\`, where ${collection} is defined.`,
  );

const fieldless = (collection: string): UsageError =>
  new UsageError(
    `The records of ${collection} have no field that is published, so they make no table; publish one, such as their key.`,
  );

/** Every file of the site, its manifest too, in the order of their paths. */
function* sitePackables(source: Source): Generator<Packable> {
  const { manifest } = source;
  let isAhead = true;
  for (const row of source.rows()) {
    if (isAhead && manifest.path < row.path) {
      isAhead = false;
      yield sitePackable(source, manifest);
    }
    yield sitePackable(source, row);
  }
  if (isAhead) yield sitePackable(source, manifest);
}

const sitePackable = (source: Source, row: ManifestRow): Packable => ({
  row: { ...row, path: siteFile(row.path) },
  body: () => source.read(row),
});

/** The hashes of all other files. */
function sumsPackable(files: Iterable<Packable>): Packable {
  let text = '';
  for (const { row } of files) text += sumLine(row);
  return packable(SUMS, Buffer.from(text));
}

const packable = (path: string, body: Uint8Array): Packable => ({
  row: rowOf(path, [body]),
  body: () => body,
});

/** How many files are packed before others get a turn. */
const TURN = 64;

/** Writes an archive of files below one folder. */
async function pack(
  handle: FileHandle,
  folder: string,
  packables: Iterable<Packable>,
  attendance: TaskOptions,
): Promise<Pick<SnapshotReport, 'bytes' | 'files'>> {
  const archive = new Archive({ gzip: true });
  let [bytes, files] = [0, 0];
  const flush = async () => {
    for (const piece of archive.take()) {
      // Not `write`: where the disk is all but full it writes less than it is given.
      await handle.appendFile(piece);
      bytes += piece.length;
    }
  };
  for (const { row, body } of packables) {
    archive.add(`${folder}/${row.path}`, body());
    await flush();
    files++;
    if (files % TURN === 0) await yieldToEventLoop(attendance, 'Packed', files);
  }
  archive.end();
  await flush();
  return { bytes, files };
}

function* both<T>(first: Iterable<T>, second: Iterable<T>): Generator<T> {
  yield* first;
  yield* second;
}
