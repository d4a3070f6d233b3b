import { FEATURES_HEAD, FEATURES_TAIL, SEPARATOR } from '../../core/envelope.ts';
import type { CollectionMetadata } from '../../site/api-metadata.ts';
import { type ManifestHead, rowOf } from '../../site/manifest.ts';
import type { SerializedCollection } from '../../site/serialize.ts';
import { bytes } from '../../site/site-file.ts';
import { renderCsv } from './csv.ts';
import { dataPackageOf } from './data-package.ts';
import {
  CHECKSUMS,
  DATA_PACKAGE,
  type Dataset,
  DOWNLOADS,
  type Download,
  README,
} from './layout.ts';
import { downloadsReadme } from './readme.ts';

/**
 * Makes the folder with whole collections: each as CSV, JSON Lines and (with features) GeoJSON, a Data
 * Package that describes them, a README and checksums.
 * https://datapackage.org/standard/data-package/
 */
export function downloadsOf(
  head: ManifestHead,
  collections: readonly SerializedCollection[],
): Download[] {
  const metadata = new Map(head.about.collections.map((one) => [one.name, one]));
  const datasets = collections.map((one) => datasetOf(one, metadata.get(one.name)));
  const files = [
    ...datasets.flatMap(({ files }) => files),
    textFile(DATA_PACKAGE, `${JSON.stringify(dataPackageOf(head, datasets), null, 2)}\n`),
    textFile(README, downloadsReadme(head, datasets)),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  const lines = files.map(({ sha256, path }) => `${sha256}  ${path.slice(DOWNLOADS.length)}\n`);
  return [textFile(CHECKSUMS, lines.join('')), ...files];
}

function datasetOf(
  { name, bodies, orders, features }: SerializedCollection,
  metadata: CollectionMetadata | undefined,
): Dataset {
  const records = Array.from(orders.get('') ?? [], (index) => bodies[index] ?? EMPTY);
  const parsed = records.map((body) => JSON.parse(Buffer.from(body).toString()));
  const { columns, csv } = renderCsv(parsed);
  const geoJson = [bytes(FEATURES_HEAD), ...separated(features, SEPARATOR), bytes(FEATURES_TAIL)];
  const files = [
    textFile(`${name}.csv`, csv),
    createDownload(`${name}.jsonl`, [
      ...separated(records, '\n'),
      ...(records.length > 0 ? [NEWLINE] : []),
    ]),
    ...(metadata?.properties ? [createDownload(`${name}.geojson`, geoJson)] : []),
  ];
  return { name, files, columns };
}

const EMPTY = bytes('');
const NEWLINE = bytes('\n');

/** Pieces with a separator between each two. Joining them would take the memory of another copy. */
function separated(pieces: readonly Uint8Array[], separator: string): Uint8Array[] {
  const between = bytes(separator);
  return pieces.flatMap((piece, index) => (index > 0 ? [between, piece] : [piece]));
}

/** @param name the name in the folder */
const createDownload = (name: string, body: readonly Uint8Array[]): Download => ({
  ...rowOf(DOWNLOADS + name, body),
  body,
});

const textFile = (name: string, text: string): Download => createDownload(name, [bytes(text)]);
