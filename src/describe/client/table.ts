import { isObject } from '../../util/object.ts';
import { formatCount } from '../../util/text.ts';

/** A record as a row of a table: its values by column. */
export type Row = Readonly<Record<string, unknown>>;

/** The records in an answer: a page, a list or a FeatureCollection; null if it is none of these. */
export function rowsIn(value: unknown): Row[] | null {
  const { type, features, count, results } = Object(value);
  const list = typeof count === 'number' ? results : value;
  const records = type === 'FeatureCollection' ? features.map(featureRow) : list;
  return Array.isArray(records) ? records.map(flatten) : null;
}

function featureRow({ id, geometry, properties }: Row): Row {
  const [longitude, latitude] = Object(geometry).coordinates ?? [];
  return { id, longitude, latitude, ...Object(properties) };
}

/** A record with the fields of its objects as fields of its own, such as `country.code`. */
function flatten(record: unknown): Row {
  if (!isObject(record)) return { value: record };
  const entries = Object.entries(record).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).map(([inner, innerValue]) => [`${name}.${inner}`, innerValue])
      : [[name, value]],
  );
  return Object.fromEntries(entries);
}

/** The text of a cell. */
export function cellText(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return formatCount(value.length, 'item');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
