import { publishedShape } from '../../api/json-schema.ts';
import { DOWNLOADS } from '../../core/address.ts';
import { findCollection, type Grid } from '../../core/grid.ts';
import { type ManifestHead, rowOf } from '../../site/manifest.ts';
import type { SerializedCollection } from '../../site/serialize.ts';
import { bytes, concat, jsonBytes, NEWLINE } from '../../site/site-file.ts';
import type { Steps } from '../../util/progress.ts';
import { describeFields } from '../field.ts';
import type { DOWNLOAD_FORMATS } from '../media-type.ts';
import { formatLine, type JsonObject } from './csv-line.ts';
import { dataPackageOf } from './data-package.ts';
import { CHECKSUMS, DATA_PACKAGE, type Dataset, type Download, README } from './layout.ts';
import { writeParquet } from './parquet-file.ts';
import { downloadsReadme } from './readme.ts';
import { type Table, tableOf } from './table.ts';

/**
 * The collections as downloads: each as CSV, JSON Lines, Parquet and (with features) GeoJSON.
 * @param maxBytes the size of the largest file that the host accepts; larger ones are left out
 */
export function* datasetsOf(
  grid: Grid,
  collections: readonly SerializedCollection[],
  maxBytes = Number.POSITIVE_INFINITY,
): Steps<Dataset[]> {
  const datasets: Dataset[] = [];
  for (const { definition, body, order, geoJson } of collections) {
    const { name, schema, published = schema, columns } = definition;
    const records = Array.from(order(''), body);
    const described = describeFields(publishedShape(published));
    const fields = new Map(described.map((field) => [field.path, field]));
    const table = yield* tableOf(parseRecords(records), columns, fields);
    const { features } = findCollection(grid, { collection: name });
    const files: Files | false = definition.downloads !== false && {
      ...(yield* tableFiles(table, maxBytes)),
      jsonl: records.flatMap((record) => [record, NEWLINE]),
      ...(features !== undefined && { geojson: [geoJson()] }),
    };
    datasets.push({
      name,
      count: records.length,
      files: Object.entries(files || {})
        .filter(([, body]) => sizeOf(body) <= maxBytes)
        .map(([format, body]) => createDownload(`${name}.${format}`, body)),
      columns: table.columns,
    });
  }
  return datasets;
}

/**
 * Makes the folder with the files of collections, a Data Package that describes them, a README and checksums.
 * https://datapackage.org/standard/data-package/
 */
export function downloadsOf(head: ManifestHead, all: readonly Dataset[]): Download[] {
  const excluded = head.grid.collections.filter((one) => one.downloads === false);
  const datasets = all.filter(({ name }) => excluded.every((one) => one.name !== name));
  if (datasets.length === 0) return [];
  const files = [
    ...datasets.flatMap(({ files }) => files),
    createDownload(DATA_PACKAGE, [jsonBytes(dataPackageOf(head, datasets), 2)]),
    textFile(README, downloadsReadme(head, datasets)),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  const lines = files.map(({ sha256, path }) => `${sha256}  ${path.slice(DOWNLOADS.length)}\n`);
  return [textFile(CHECKSUMS, lines.join('')), ...files];
}

/** The bodies of the files of a collection. */
type Files = Readonly<Partial<Record<(typeof DOWNLOAD_FORMATS)[number], readonly Uint8Array[]>>>;

const sizeOf = (body: readonly Uint8Array[]): number =>
  body.reduce((size, { length }) => size + length, 0);

/** Parses the records at each iteration: all of them would fill the memory. */
const parseRecords = (bodies: readonly Uint8Array[]): Iterable<JsonObject> => ({
  *[Symbol.iterator]() {
    for (const { buffer, byteOffset, length } of bodies)
      yield JSON.parse(Buffer.from(buffer, byteOffset, length).toString());
  },
});

/**
 * A table as CSV (RFC 4180) and as Parquet, which can't be without columns, as a CSV is that is empty. A value that is
 * null or absent is an empty cell, and an empty text is `""`, as in PostgreSQL:
 * https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 */
function* tableFiles({ columns, rows }: Table, maxBytes: number): Steps<Files> {
  if (columns.length === 0) return { csv: [] };
  const csv: Uint8Array[] = [];
  let lines = formatLine(columns.map((column) => column.name));
  const addLines = () => {
    // A file that is too large is left out, so the rest of it is not kept in memory.
    if (sizeOf(csv) <= maxBytes) csv.push(bytes(lines));
    lines = '';
  };
  const addedRows = function* () {
    for (const row of rows()) {
      lines += formatLine(row);
      if (lines.length > PIECE_LENGTH) addLines();
      yield row;
    }
  };
  const parquet = [yield* writeParquet(columns, addedRows())];
  addLines();
  return { csv, parquet };
}

/** About how many characters of a CSV file are in one piece. */
const PIECE_LENGTH = 2 ** 16;

/** @param name the name in the folder */
const createDownload = (name: string, body: readonly Uint8Array[]): Download => ({
  ...rowOf(DOWNLOADS + name, concat(body)),
  body,
});

const textFile = (name: string, text: string): Download => createDownload(name, [bytes(text)]);
