import { UsageError } from '../../util/problem.ts';

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

/** Two fields that make the same column: one has a dot in its name. */
export class Clash extends Error {
  override readonly name = 'Clash';

  constructor(readonly column: string) {
    super(`Two fields make one column, ${column}.`);
  }
}

/** A cell of a row. */
interface Cell {
  readonly value: unknown;
  /** Where in the column's name the names of objects end: with that it names one field. */
  readonly cuts: string;
}

/** A record as JSON has it. */
export type Parsed = Readonly<Record<string, unknown>>;

/**
 * The fields of a record as the cells of a row, each under its column's name: objects are opened, lists
 * are not, as pandas' `json_normalize` does.
 * @param longest how many characters the names may have together: nested, a few could make very many
 * @throws Clash where two fields make the same column; UsageError where the names have more characters
 */
export function cellsOf(record: Parsed, longest = Number.POSITIVE_INFINITY): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  let length = 0;
  for (const [name, cell] of leaves(record, '', '')) {
    length += name.length;
    if (length > longest) throw tooLong();
    if (cells.has(name)) throw new Clash(name);
    cells.set(name, cell);
  }
  return cells;
}

const tooLong = (): UsageError =>
  new UsageError('The names of columns are longer together than they may be.');

function* leaves(value: Parsed, before: string, cuts: string): Generator<[string, Cell]> {
  for (const [field, inner] of Object.entries(value)) {
    const name = before + field;
    if (isFilled(inner)) yield* leaves(inner, `${name}.`, `${cuts}${name.length},`);
    else yield [name, { value: inner, cuts }];
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

/** How many times as long as a header the names of all cells may be: see `objectsAmong`. */
const NAMES = 10;

/**
 * The columns of records, in the order in which they are first met.
 * @param longest how many characters the columns' names may have together
 * @throws UsageError as `cellsOf`
 */
export function columnsOf(records: Iterable<Parsed>, longest = Number.POSITIVE_INFINITY): Column[] {
  const found = new Map<string, Seen>();
  let [count, length] = [0, 0];
  for (const record of records) {
    for (const [name, { value, cuts }] of cellsOf(record, longest)) {
      let seen = found.get(name);
      if (!seen) {
        length += name.length;
        if (length > NAMES * longest) throw tooLong();
        seen = new Seen(cuts);
        found.set(name, seen);
      }
      if (seen.cuts !== cuts) throw new Clash(name);
      seen.add(value);
    }
    count++;
  }
  const objects = objectsAmong([...found.keys()]);
  // An object that is null in some records has columns for its fields, and needs none of its own.
  const columns = [...found].filter(([name, { types }]) => types.size > 0 || !objects.has(name));
  return columns.map(([name, { types, nulls, all, example }]) => ({
    name,
    types: [...types],
    nulls,
    absent: count - all,
    example,
  }));
}

/** The names of cells that are objects in other records, with cells of their own. */
function objectsAmong(names: readonly string[]): Set<string> {
  // In this order a name comes right before those within it.
  const sorted = names.map((name) => `${name}.`).sort();
  const objects = sorted.filter((name, index) => sorted[index + 1]?.startsWith(name));
  return new Set(objects.map((name) => name.slice(0, -1)));
}

/** What a column was seen to hold so far. */
class Seen {
  readonly types = new Set<CellType>();
  nulls = 0;
  all = 0;
  example: unknown;

  constructor(readonly cuts: string) {}

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
