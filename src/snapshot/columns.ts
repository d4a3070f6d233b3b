import { UsageError } from '../problem.ts';

/** What a cell of a column can hold. */
type CellType = 'text' | 'number' | 'true or false' | 'list' | 'object';

/** A column of a table: a field, or a field within objects, `country.code`. */
export interface Column {
  readonly name: string;
  /** What its cells were seen to hold, but for null; none where all are null. */
  readonly types: readonly CellType[];
  /** How many records have null there. */
  readonly nulls: number;
  /** How many records don't have the field. */
  readonly absent: number;
  /** The first value that shows something. */
  readonly example: unknown;
}

type Parsed = Readonly<Record<string, unknown>>;

/**
 * The fields of a record as the cells of a row, each under its column's name: objects are opened, lists
 * are not, as pandas' `json_normalize` does.
 * @throws UsageError where two fields make the same column
 */
export function cellsOf(record: Parsed): Map<string, unknown> {
  const cells = new Map<string, unknown>();
  for (const [name, value] of leaves(record, '')) {
    if (cells.has(name)) throw new UsageError(`Two published fields make one column, ${name}.`);
    cells.set(name, value);
  }
  return cells;
}

function* leaves(value: Parsed, before: string): Generator<[string, unknown]> {
  for (const [field, inner] of Object.entries(value)) {
    const name = before + field;
    if (isFilled(inner)) yield* leaves(inner, `${name}.`);
    else yield [name, inner];
  }
}

/** Is it an object with a field? An empty one makes no column and is written as it is. */
const isFilled = (value: unknown): value is Parsed =>
  typeOf(value) === 'object' && Object.keys(value as object).length > 0;

/** The type of a value that JSON has; undefined for null. */
function typeOf(value: unknown): CellType | undefined {
  if (value === null) return undefined;
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'number' ? 'number' : 'object';
}

/** The columns of records, in the order in which they are first met. */
export function columnsOf(records: Iterable<Parsed>): Column[] {
  const found = new Map<string, Seen>();
  let count = 0;
  for (const record of records) {
    for (const [name, value] of cellsOf(record)) {
      const seen = found.get(name) ?? new Seen();
      found.set(name, seen);
      seen.add(value);
    }
    count++;
  }
  const names = [...found.keys()];
  // An object that is null in some records has columns for its fields, and needs none of its own.
  const isNullObject = (name: string, { types }: Seen) =>
    types.size === 0 && names.some((other) => other.startsWith(`${name}.`));
  const columns = [...found].filter(([name, seen]) => !isNullObject(name, seen));
  return columns.map(([name, { types, nulls, all, example }]) => ({
    name,
    types: [...types],
    nulls,
    absent: count - all,
    example,
  }));
}

/** What a column was seen to hold so far. */
class Seen {
  readonly types = new Set<CellType>();
  nulls = 0;
  all = 0;
  example: unknown;

  add(value: unknown): void {
    const type = typeOf(value);
    this.all++;
    if (type) this.types.add(type);
    else this.nulls++;
    if (this.example === undefined && shows(value)) this.example = value;
  }
}

/** Would a value tell a reader what others are like? */
const shows = (value: unknown): boolean =>
  !['null', '""', '[]', '{}'].includes(JSON.stringify(value));
