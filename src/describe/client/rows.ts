/** The records of an answer that is a list of them. */
export interface Rows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Every field that a record has, those of an object within it each by itself: `country.code`. */
  readonly columns: readonly string[];
  /** How many records the whole listing has, where the answer is a page of one. */
  readonly count?: number;
  readonly next?: string | null;
  readonly previous?: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The records of an answer: a page's, a list's, a FeatureCollection's; null where it is none. */
export function rowsOf(value: unknown): Rows | null {
  if (Array.isArray(value)) return tableOf(value);
  if (!isObject(value)) return null;
  if (value.type === 'FeatureCollection' && Array.isArray(value.features)) {
    return tableOf(value.features.map(featureRow));
  }
  if (!Array.isArray(value.results)) return null;
  const { count, next, previous } = value;
  return {
    ...tableOf(value.results),
    ...(typeof count === 'number' && { count }),
    next: typeof next === 'string' ? next : null,
    previous: typeof previous === 'string' ? previous : null,
  };
}

function featureRow(feature: unknown): Fields {
  const { id, geometry, properties } = Object(feature);
  const [longitude, latitude] = Object(geometry).coordinates ?? [];
  return { id, longitude, latitude, ...Object(properties) };
}

function tableOf(values: readonly unknown[]): Rows {
  const rows = values.map((value) => flat(isObject(value) ? value : { value }));
  return { rows, columns: [...new Set(rows.flatMap(Object.keys))] };
}

/** A record with the fields of its objects in place of them. */
function flat(record: Fields): Fields {
  const entries = Object.entries(record).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one])
      : [[name, value]],
  );
  return Object.fromEntries(entries);
}

/** A value as the text of a cell. */
export function cellText(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
