import type { Grid } from '../core/grid.ts';
import { printable, UsageError } from '../util/problem.ts';
import { VERSION } from '../util/version.ts';
import type { ApiMetadata } from './api-metadata.ts';

/** Where a site's manifest is, relative to the site's folder. It marks the folder as ours. */
export const MANIFEST = 'manifest.json';

/** A published file: its path in the site, its size in bytes, the hash of its body in hex. */
export interface ManifestRow {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a site is: who built it, and the table of what is published. */
export interface ManifestHead {
  /** `staticrest` and its version. */
  readonly generator: string;
  readonly grid: Grid;
  readonly about: ApiMetadata;
}

/** A manifest that is read row by row, for a site may have more files than fit in memory. */
export interface Manifest extends ManifestHead {
  /**
   * Every file of the site but the manifest, in the order of their paths. To be walked once.
   * @throws UsageError, while it is walked, at the first row that is none
   */
  readonly rows: Iterable<ManifestRow>;
}

const GENERATOR = 'staticrest';
const GENERATED_BY = `${GENERATOR} ${VERSION}`;

/** What this version says of a site that it builds. */
export const headOf = (grid: Grid, about: ApiMetadata): ManifestHead => ({
  generator: GENERATED_BY,
  grid,
  about,
});

/*
 * The text: one file a row, in the order of their paths (by UTF-16 code units, as JavaScript compares),
 * and no dates. It is written and read in pieces: the head, the rows, the tail.
 */
const FILES = '"files":[';
const END = ']}';

/** What stands before the rows. */
export const headText = ({ generator, grid, about }: ManifestHead): string =>
  [
    `{"generator":${JSON.stringify(generator)},`,
    `"grid":${JSON.stringify(grid)},`,
    `"about":${JSON.stringify(about)},`,
    FILES,
  ].join('\n');

/** A row, with what divides it from the text before it. */
export const rowText = ({ path, bytes, sha256 }: ManifestRow, isFirst: boolean): string =>
  `${isFirst ? '' : ','}\n${JSON.stringify({ path, bytes, sha256 })}`;

/** What stands after the rows. */
export const TAIL_TEXT = `\n${END}\n`;

/**
 * Reads a manifest of any version from its lines: the head at once, the rows as they are walked.
 * @param lines without what ends them; where the text ends in a line end the last one is empty
 * @param file what to call it in an error
 * @throws UsageError where it is none of ours, or is cut off
 */
export function parseManifest(lines: Iterable<string>, file: string): Manifest {
  const walk = new Lines(lines, file);
  let text = walk.next();
  if (!text.startsWith(`{"generator":"${GENERATOR} `)) throw walk.refused();
  for (let line = walk.next(); line !== FILES; line = walk.next()) text += line;
  const head = parseJson(text.replace(/,$/, '}')) as ManifestHead | null;
  if (typeof head?.generator !== 'string') throw walk.refused();
  return { ...head, rows: rowsIn(walk) };
}

function* rowsIn(walk: Lines): Generator<ManifestRow, void> {
  try {
    let before = '';
    for (let line = walk.next(); line !== END; line = walk.next()) {
      const row = parseRow(line);
      if (!row || row.path <= before) throw walk.refused();
      before = row.path;
      yield row;
    }
    walk.end();
  } finally {
    walk.close();
  }
}

/** The lines of a text that must be a manifest. */
class Lines {
  readonly #lines: Iterator<string, unknown>;

  constructor(
    lines: Iterable<string>,
    private readonly file: string,
  ) {
    this.#lines = lines[Symbol.iterator]();
  }

  /** The next line, for there must be one. */
  next(): string {
    const { done, value } = this.#lines.next();
    if (done || typeof value !== 'string') throw this.refused();
    return value;
  }

  /** Nothing may follow but the last line's end. */
  end(): void {
    if (this.next() !== '' || !this.#lines.next().done) throw this.refused();
  }

  refused(): UsageError {
    this.close();
    return new UsageError(
      `${this.file} is not a whole manifest of a site built by ${GENERATOR}; build the site again.`,
    );
  }

  /** Whoever reads the lines may close their file. */
  close(): void {
    this.#lines.return?.();
  }
}

/** Did this version build a site? */
export const isOfThisVersion = ({ generator }: ManifestHead): boolean => generator === GENERATED_BY;

/**
 * Checks that a site is of this version: what another says of itself may have another shape, or lack.
 * @throws UsageError where it is not
 */
export function requireVersion(head: ManifestHead, file: string): void {
  const isOurs = isOfThisVersion(head);
  if (isOurs && head.grid && head.about) return;
  const builder = isOurs ? 'a forerunner of this version' : printable(head.generator);
  throw new UsageError(
    `${file} is of a site built by ${builder}, and this is version ${VERSION}; build the site again.`,
  );
}

/** A row of the text; null where it is none, or names a file that is not within the site. */
function parseRow(line: string): ManifestRow | null {
  const row = parseJson(line.replace(/,$/, '')) as Partial<ManifestRow> | null;
  const { path, bytes, sha256 } = row ?? {};
  const isRow = isSitePath(path) && isSize(bytes) && /^[0-9a-f]{64}$/.test(String(sha256));
  return isRow ? (row as ManifestRow) : null;
}

/** Is this the path of a file within a site, on every system: names with `/` between them? */
export const isSitePath = (path: unknown): path is string =>
  typeof path === 'string' && !/[\p{Cc}\\:]/u.test(path) && path.split('/').every(isSegment);

const isSize = (bytes: unknown): boolean => Number.isSafeInteger(bytes) && Number(bytes) >= 0;

const isSegment = (name: string): boolean => !['', '.', '..'].includes(name);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
