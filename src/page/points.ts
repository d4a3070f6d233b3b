import type { JsonSchema } from '../api/json-schema.ts';
import type { PublishedRecord } from '../content/check/record.ts';
import type { KeyField } from '../core/key.ts';
import { ownValue } from '../core/object.ts';
import { labelField, NAME_FIELDS, nameOf, visibleText } from '../describe/label.ts';
import type { ApiMetadata, CollectionMetadata } from '../site/api-metadata.ts';
import { omittedText } from '../site/error-files.ts';
import type { SerializedCollection } from '../site/serialize.ts';
import { jsonBytes } from '../site/site-file.ts';
import { readableName } from '../util/text.ts';
import type { PointColumns } from './view/point-columns.ts';

/** The points of each collection with a map, as a JSON file of `PointColumns`. */
export type Points = Readonly<Record<string, Uint8Array>>;

/**
 * The points of each collection that has any.
 * @param fileBytes the size of the largest file that the host accepts, in bytes; larger ones are left out
 * @param notes gets a sentence for each of those
 */
export function pointsOf(
  { collections: all }: ApiMetadata,
  collections: readonly SerializedCollection[],
  fileBytes = Number.POSITIVE_INFINITY,
  notes: string[] = [],
): Points {
  const located = collections.flatMap(({ records, order }, index): [string, Uint8Array][] => {
    const { name = '', map } = all[index] ?? {};
    const from = all.findIndex((one) => one.name === map?.features);
    const [source, other] = [all[from], collections[from]];
    if (!source || !other?.records.some(({ feature }) => feature)) return [];
    const byKey = new Map(other.records.map((record) => [String(record.key), record]));
    const own = Array.from(order(''), (row) => records[row] as PublishedRecord);
    const rows = own.map(({ key }) => byKey.get(String(key)) ?? { key });
    const columns = columnsOf(rows, source, other.definition.key, map?.value);
    const body = jsonBytes(columns);
    if (body.length <= fileBytes) return [[name, body]];
    notes.push(omittedText(`the map of ${name}`, fileBytes));
    return [];
  });
  return Object.fromEntries(located);
}

/** The key of a record, with what the features know of it. */
type Row = Pick<PublishedRecord, 'key' | 'feature' | 'rank'>;

function columnsOf(
  rows: readonly Row[],
  { properties = {}, label, columns }: CollectionMetadata,
  keyField: KeyField,
  value: string | undefined,
): PointColumns {
  const name = labelField(properties, label, columns);
  const valuesOf = (field: string) =>
    rows.map(({ feature }) => ownValue(feature?.properties ?? {}, field) ?? null);
  const names = rows.map(({ feature }) => nameOf(feature?.properties ?? {}, name, keyField));
  const details = detailFields(properties, [keyField, name, value]);
  return {
    labels: rows.map(({ key }, row) => visibleText(String(names[row] ?? '')) || String(key)),
    longitudes: rows.map(({ feature }) => feature?.longitude ?? null),
    latitudes: rows.map(({ feature }) => feature?.latitude ?? null),
    details: details.map((field) => valuesOf(field).map((value) => String(value ?? ''))),
    ...(value !== undefined && {
      value: {
        title: String(Object(Object(properties.properties)[value]).title ?? readableName(value)),
        values: valuesOf(value).map((one) => (typeof one === 'number' ? one : null)),
      },
    }),
    ranked: highestRanks(rows),
  };
}

/** Up to three properties that distinguish records of the same name. */
const detailFields = ({ properties }: JsonSchema, others: readonly unknown[]): string[] =>
  Object.entries<JsonSchema>(Object(properties))
    .filter(([field]) => ![...NAME_FIELDS, ...others].includes(field))
    .filter(([, { type }]) => ['string', 'number', 'integer'].includes(String(type)))
    .map(([field]) => field)
    .slice(0, 3);

/** How many rows have a rank in the page: more labels would not fit on its map of all points. */
const MAX_RANKED = 300;

function highestRanks(rows: readonly Row[]): number[] {
  const ranks = rows.flatMap(({ rank }, row) => (rank === undefined ? [] : [{ rank, row }]));
  // Lists often begin with the newest records: of equal ranks, the last row comes first.
  const sorted = ranks.sort((a, b) => b.rank - a.rank || b.row - a.row);
  return sorted.slice(0, MAX_RANKED).map(({ row }) => row);
}
