import { DOWNLOADS } from '../../core/address.ts';
import { FEATURES_HEAD, FEATURES_TAIL, joined } from '../../core/envelope.ts';
import { findCollection } from '../../core/grid.ts';
import type { CollectionMetadata } from '../../site/api-metadata.ts';
import { type ManifestHead, rowOf } from '../../site/manifest.ts';
import type { SerializedCollection } from '../../site/serialize.ts';
import { bytes } from '../../site/site-file.ts';
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
  const serialized = new Map(collections.map((one) => [one.name, one]));
  const datasets = head.about.collections.flatMap((metadata) => {
    const collection = serialized.get(metadata.name);
    const { downloads } = findCollection(head.grid, { collection: metadata.name });
    return collection && downloads !== false ? [createDataset(metadata, collection, maxBytes)] : [];
  });
  if (datasets.length === 0) return [];
  const files = [
    ...datasets.flatMap(({ files }) => files),
    textFile(DATA_PACKAGE, `${JSON.stringify(dataPackageOf(head, datasets), null, 2)}\n`),
    textFile(README, downloadsReadme(head, datasets)),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  const lines = files.map(({ sha256, path }) => `${sha256}  ${path.slice(DOWNLOADS.length)}\n`);
  return [textFile(CHECKSUMS, lines.join('')), ...files];
}

function createDataset(
  metadata: CollectionMetadata,
  { bodies, orders, features }: SerializedCollection,
  maxBytes: number,
): Dataset {
  const { name } = metadata;
  const records = Array.from(orders.get('') ?? []).flatMap((index) => bodies[index] ?? []);
  const { columns, csv } = renderCsv({
    *[Symbol.iterator]() {
      for (const body of records) yield JSON.parse(Buffer.from(body).toString());
    },
  });
  const files = [
    createDownload(`${name}.csv`, csv.map(bytes)),
    createDownload(
      `${name}.jsonl`,
      records.flatMap((record) => [record, NEWLINE]),
    ),
  ];
  if (metadata.properties) {
    const geoJson = joined(FEATURES_HEAD, features, FEATURES_TAIL);
    files.push(createDownload(`${name}.geojson`, [geoJson]));
  }
  const accepted = files.filter((file) => file.bytes <= maxBytes);
  return { ...metadata, count: records.length, files: accepted, columns };
}

const NEWLINE = bytes('\n');

/** @param name the name in the folder */
const createDownload = (name: string, body: readonly Uint8Array[]): Download => ({
  ...rowOf(DOWNLOADS + name, body),
  body,
});

const textFile = (name: string, text: string): Download => createDownload(name, [bytes(text)]);
