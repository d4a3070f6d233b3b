import { DOWNLOADS } from '../../core/address.ts';
import { FEATURES_HEAD, FEATURES_TAIL, joined } from '../../core/envelope.ts';
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
  { about }: Pick<ManifestHead, 'about'>,
  collections: readonly SerializedCollection[],
  maxBytes = Number.POSITIVE_INFINITY,
): Dataset[] =>
  collections.map((collection, index) =>
    // They are in the same order.
    createDataset(about.collections[index] as CollectionMetadata, collection, maxBytes),
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
  metadata: CollectionMetadata,
  { definition, bodies, order, features }: SerializedCollection,
  maxBytes: number,
): Dataset {
  const { name } = metadata;
  const records = Array.from(order('')).flatMap((index) => bodies[index] ?? []);
  const parsed = {
    *[Symbol.iterator]() {
      for (const body of records) yield JSON.parse(Buffer.from(body).toString());
    },
  };
  const { columns, csv } = renderCsv(parsed, metadata.columns);
  const lines = records.flatMap((record) => [record, NEWLINE]);
  const geoJson = joined(FEATURES_HEAD, features, FEATURES_TAIL);
  const isOffered = definition.downloads !== false;
  const files = isOffered
    ? [
        createDownload(`${name}.csv`, Array.from(csv, bytes)),
        createDownload(`${name}.jsonl`, lines),
        ...(metadata.properties ? [createDownload(`${name}.geojson`, [geoJson])] : []),
      ]
    : [];
  const fields = new Map(describeFields(metadata.record).map((field) => [field.path, field]));
  return {
    ...metadata,
    isOffered,
    count: records.length,
    files: files.filter((file) => file.bytes <= maxBytes),
    columns: columns.map((column) => ({
      type: describeType({}, { type: [...column.types] }),
      meaning: '',
      ...fields.get(column.name),
      ...column,
    })),
  };
}

/** @param name the name in the folder */
const createDownload = (name: string, body: readonly Uint8Array[]): Download => ({
  ...rowOf(DOWNLOADS + name, concat(body)),
  body,
});

const textFile = (name: string, text: string): Download => createDownload(name, [bytes(text)]);
