type Row = Readonly<Record<string, unknown>>;

/** Records as rows of a table. */
export interface Table {
  readonly rows: readonly Row[];
  /** Every field of every record. */
  readonly columns: readonly string[];
}

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The records in an answer: a page, a list or a FeatureCollection; null if it is none of these. */
export function tableOf(value: unknown): Table | null {
  if (Array.isArray(value)) return toTable(value);
  const { type, features, count, results } = Object(value);
  if (type === 'FeatureCollection') return toTable(features.map(featureRow));
  return typeof count === 'number' && Array.isArray(results) ? toTable(results) : null;
}

function featureRow({ id, geometry, properties }: Row): Row {
  const [longitude, latitude] = Object(geometry).coordinates ?? [];
  return { id, longitude, latitude, ...Object(properties) };
}

function toTable(values: readonly unknown[]): Table {
  const rows = values.map((value) => flatten(isObject(value) ? value : { value }));
  return { rows, columns: [...new Set(rows.flatMap(Object.keys))] };
}

/** A record with the fields of its objects as fields of its own, such as `country.code`. */
function flatten(record: Row): Row {
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
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
