import { DOWNLOADS } from '../../core/address.ts';
import { findCollection, type Grid } from '../../core/grid.ts';
import type { CollectionMetadata } from '../../site/api-metadata.ts';
import { type ManifestHead, rowOf } from '../../site/manifest.ts';
import type { SerializedCollection } from '../../site/serialize.ts';
import { bytes, concat, jsonBytes, NEWLINE } from '../../site/site-file.ts';
import { describeFields, describeType } from '../field.ts';
import { renderCsv } from './csv.ts';
import { dataPackageOf } from './data-package.ts';
import { CHECKSUMS, DATA_PACKAGE, type Dataset, type Download, README } from './layout.ts';
import { downloadsReadme } from './readme.ts';

/**
 * The collections as downloads: each as CSV, JSON Lines and (with features) GeoJSON.
 * @param maxBytes the size of the largest file that the host accepts; larger ones are left out
 */
export const datasetsOf = (
  { about, grid }: Pick<ManifestHead, 'about' | 'grid'>,
  collections: readonly SerializedCollection[],
  maxBytes = Number.POSITIVE_INFINITY,
): Dataset[] =>
  collections.map((collection, index) =>
    // They are in the same order.
    createDataset(grid, about.collections[index] as CollectionMetadata, collection, maxBytes),
  );

/**
 * Makes the folder with the files of collections, a Data Package that describes them, a README and checksums.
 * https://datapackage.org/standard/data-package/
 */
export function downloadsOf(head: ManifestHead, all: readonly Dataset[]): Download[] {
  const datasets = all.filter(({ isOffered }) => isOffered);
  if (datasets.length === 0) return [];
  const files = [
    ...datasets.flatMap(({ files }) => files),
    createDownload(DATA_PACKAGE, [jsonBytes(dataPackageOf(head, datasets), 2)]),
    textFile(README, downloadsReadme(head, datasets)),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  const lines = files.map(({ sha256, path }) => `${sha256}  ${path.slice(DOWNLOADS.length)}\n`);
  return [textFile(CHECKSUMS, lines.join('')), ...files];
}

function createDataset(
  grid: Grid,
  metadata: CollectionMetadata,
  { definition, bodies, order, geoJson }: SerializedCollection,
  maxBytes: number,
): Dataset {
  const { name } = metadata;
  const records = Array.from(order('')).flatMap((index) => bodies[index] ?? []);
  const parsed = {
    *[Symbol.iterator]() {
      for (const { buffer, byteOffset, length } of records)
        yield JSON.parse(Buffer.from(buffer, byteOffset, length).toString());
    },
  };
  const { columns, csv } = renderCsv(parsed, metadata.columns);
  const { features } = findCollection(grid, { collection: name });
  const files = Object.entries({
    csv: encoded(csv),
    jsonl: records.flatMap((record) => [record, NEWLINE]),
    ...(features !== undefined && { geojson: [geoJson()] }),
  });
  const isOffered = definition.downloads !== false;
  const fields = new Map(describeFields(metadata.record).map((field) => [field.path, field]));
  return {
    ...metadata,
    isOffered,
    count: records.length,
    files: files.flatMap(([format, pieces]) => {
      const body = isOffered && piecesWithin(maxBytes, pieces);
      return body ? createDownload(`${name}.${format}`, body) : [];
    }),
    columns: columns.map((column) => ({
      type: describeType({}, { type: [...column.types] }),
      meaning: '',
      ...fields.get(column.name),
      ...column,
    })),
  };
}

function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
  for (const text of texts) yield bytes(text);
}

/** The pieces of a file; null for one with more bytes, of which no more pieces are made. */
function piecesWithin(maxBytes: number, pieces: Iterable<Uint8Array>): Uint8Array[] | null {
  const body: Uint8Array[] = [];
  let size = 0;
  for (const piece of pieces) {
    size += piece.length;
    if (size > maxBytes) return null;
    body.push(piece);
  }
  return body;
}

/** @param name the name in the folder */
const createDownload = (name: string, body: readonly Uint8Array[]): Download => ({
  ...rowOf(DOWNLOADS + name, concat(body)),
  body,
});

const textFile = (name: string, text: string): Download => createDownload(name, [bytes(text)]);
