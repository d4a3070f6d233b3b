import { DOWNLOADS } from '../../core/address.ts';
import { findCollection, type Grid } from '../../core/grid.ts';
import { keyFields } from '../../core/key.ts';
import type { ManifestHead } from '../../site/manifest.ts';
import { underscored } from '../../util/text.ts';
import { licencesOf, someOf } from '../licence.ts';
import { extensionOf, mediaTypeOf } from '../media-type.ts';
import { json } from './column-type.ts';
import type { Dataset } from './layout.ts';
import type { TableColumn } from './table.ts';

/**
 * The descriptor of a Data Package: what is in each file, so that programs read every value as it is.
 * https://datapackage.org/standard/data-package/
 */
export function dataPackageOf({ about, grid }: ManifestHead, datasets: readonly Dataset[]) {
  const { name, description, version, sources = [] } = about;
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: slugOf(name),
    title: name,
    description,
    version,
    homepage: `${grid.base}/`,
    sources: someOf(sources.map(({ name, url }) => ({ title: name, path: url }))),
    licenses: someOf(licencesOf(sources).map(({ name, url }) => ({ name, path: url }))),
    resources: datasets.flatMap((dataset) =>
      dataset.files.map(({ path, bytes, sha256 }) => {
        const format = extensionOf(path);
        const isTable = format === 'csv';
        return {
          name: underscored(dataset.name) + (isTable ? '' : `-${format}`),
          path: path.slice(DOWNLOADS.length),
          format,
          // Without the encoding.
          mediatype: mediaTypeOf(path).replace(/;.*/, ''),
          ...(format !== 'parquet' && { encoding: 'utf-8' }),
          bytes,
          hash: `sha256:${sha256}`,
          ...(isTable && { type: 'table', schema: tableSchema(grid, dataset) }),
        };
      }),
    ),
  };
}

/** https://datapackage.org/standard/table-schema/ */
function tableSchema(grid: Grid, { name, columns, count }: Dataset) {
  const { keyField = '' } = findCollection(grid, { collection: name });
  const primaryKey = keyFields(keyField);
  const names = columns.map((column) => column.name);
  return {
    fields: columns.map((column) => tableField(column, count)),
    ...(primaryKey.every((field) => names.includes(field)) && { primaryKey }),
    missingValues: [''],
  };
}

/** A name of ASCII letters in lower case and digits. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ['api'];
  return words.join('-').slice(0, 60).replace(/-$/, '');
}

function tableField({ name, meaning, count, columnTypes }: TableColumn, records: number) {
  return {
    name,
    ...(columnTypes[0] ?? json).field,
    ...(meaning && { description: meaning }),
    // Where no value is missing, an empty cell is an empty text.
    ...(count === records && { missingValues: [], constraints: { required: true } }),
  };
}
