import type { Source } from '../../api/definition.ts';
import { collectionOf } from '../../core/listing.ts';
import type { ManifestHead } from '../../site/manifest.ts';
import { describeFields, type SchemaField } from '../field.ts';
import type { CsvColumn } from './csv.ts';
import { type Dataset, DOWNLOADS, MEDIA_TYPES } from './layout.ts';

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
    ...(sources.length > 0 && { sources: sources.map(packageSource) }),
    ...packageLicenses(sources),
    resources: datasets.flatMap(({ name, files, columns }) =>
      files.map(({ path, bytes, sha256 }) => {
        const [, format = ''] = /\.(\w+)$/.exec(path) ?? [];
        const isTable = format === 'csv';
        return {
          name: isTable ? name : `${name}-${format}`,
          path: path.slice(DOWNLOADS.length),
          format,
          mediatype: MEDIA_TYPES[format]?.replace(/;.*/, ''),
          encoding: 'utf-8',
          bytes,
          hash: `sha256:${sha256}`,
          ...(isTable && { type: 'table', schema: tableSchema(name, columns) }),
        };
      }),
    ),
  };

  /** https://datapackage.org/standard/table-schema/ */
  function tableSchema(collection: string, columns: readonly CsvColumn[]) {
    const { keyField = '', count } = collectionOf(grid, { collection });
    const { record = {} } = about.collections.find((one) => one.name === collection) ?? {};
    const described = new Map(describeFields(record).map((field) => [field.path, field]));
    const hasKey = columns.some((column) => column.name === keyField);
    return {
      fields: columns.map((column) => tableField(column, described.get(column.name), count)),
      ...(hasKey && { primaryKey: [keyField] }),
      missingValues: [''],
    };
  }
}

/** A name of ASCII letters in lower case and digits. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ['api'];
  return words.join('-').slice(0, 60).replace(/-$/, '');
}

const packageSource = ({ name, url }: Source) => ({ title: name, ...(url && { path: url }) });

function packageLicenses(sources: readonly Source[]) {
  const names = new Set(sources.flatMap(({ licence }) => licence ?? []));
  return names.size > 0 && { licenses: Array.from(names, (name) => ({ name })) };
}

function tableField(column: CsvColumn, field: SchemaField | undefined, records: number) {
  const isPresent = column.count === records && !column.types.has('null');
  const type = fieldType(column, field);
  // An empty cell is an empty text, and no missing value, where no value is missing.
  const isText = column.hasEmptyText && isPresent;
  return {
    name: column.name,
    ...type,
    ...(field?.meaning && { description: field.meaning }),
    ...(isText && { missingValues: [] }),
    ...(isPresent && { constraints: { required: true } }),
  };
}

/** The types of Table Schema for types in words. */
const TYPES: Readonly<Record<string, { readonly type: string; readonly format?: string }>> = {
  'whole number': { type: 'integer' },
  number: { type: 'number' },
  'true or false': { type: 'boolean' },
  'date and time': { type: 'datetime' },
  date: { type: 'date' },
  UUID: { type: 'string', format: 'uuid' },
  URL: { type: 'string', format: 'uri' },
  'email address': { type: 'string', format: 'email' },
};

/** The type that the schema gives, or else the one that all values have. */
function fieldType({ types, hasEmptyText }: CsvColumn, field: SchemaField | undefined) {
  const known = TYPES[field?.type.replace(/ or null$/, '') ?? ''];
  if (known && !hasEmptyText) return known;
  const [type, other] = [...types].filter((one) => one !== 'null');
  if (type === undefined) return { type: 'any' };
  if (other === undefined) return { type };
  const isNumeric = [...types].every((one) => ['null', 'integer', 'number'].includes(one));
  return { type: isNumeric ? 'number' : 'any' };
}
