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
 * Makes the folder with whole collections: each as CSV, JSON Lines and (with features) GeoJSON, a Data
 * Package that describes them, a README and checksums.
 * https://datapackage.org/standard/data-package/
 * @param maxBytes the size of the largest file that the host accepts; larger ones are left out
 */
export function downloadsOf(
  head: ManifestHead,
  collections: readonly SerializedCollection[],
  maxBytes = Number.POSITIVE_INFINITY,
): Download[] {
  const datasets = head.about.collections.flatMap((metadata) => {
    const collection = collections.find(({ name }) => name === metadata.name);
    const isOffered = collection && collection.definition.downloads !== false;
    return isOffered ? [createDataset(metadata, collection, maxBytes)] : [];
  });
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
  { bodies, order, features }: SerializedCollection,
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
  const files = [
    createDownload(`${name}.csv`, csv.map(bytes)),
    createDownload(`${name}.jsonl`, lines),
    ...(metadata.properties ? [createDownload(`${name}.geojson`, [geoJson])] : []),
  ];
  const fields = new Map(describeFields(metadata.record).map((field) => [field.path, field]));
  return {
    ...metadata,
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
