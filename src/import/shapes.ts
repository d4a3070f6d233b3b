import { isObject } from '../core/object.ts';
import { UsageError } from '../util/problem.ts';
import { shortened } from '../util/text.ts';
import { addField, type Data } from './data.ts';
import { namesIn, type Row } from './field.ts';
import { findFeatures } from './geojson.ts';
import { isFirstRowRecord } from './header.ts';
import { assertWhole, FETCH_YOURSELF } from './listing.ts';
import { snakeCase } from './name.ts';

/** A list of a file that can be the records. */
interface Candidate {
  readonly records: readonly Row[];
  /** The names of the fields that lead to it. */
  readonly path: readonly string[];
  /** How the records differ from the file; absent for a list that content can be read from. */
  readonly note?: string;
}

/** The names that lists of records have, the best last. */
const NAMES = ['rows', 'features', 'items', 'data', 'results', 'records'];

/**
 * Finds the records in the value of a JSON or YAML file.
 * @param from the name of the file, for errors
 * @param isConfirmed whether they are known to be all
 * @param list the names that lead to them, with points between them; absent: they are chosen
 * @throws UsageError if it has several lists, or only a part of the records
 */
export function findRecords(value: unknown, from: string, isConfirmed = false, list?: string) {
  const features = findFeatures(value, from);
  const isListed = ({ path }: Candidate) => list === undefined || pathOf(path) === list;
  const candidates = features ? [] : candidatesIn(value, from).filter(isListed);
  const found = features ? { path: [], ...features } : choose(candidates, from);
  const { records, path, note }: Candidate = found;
  const [first] = path;
  const parents = path.slice(0, -1).map((name) => Object(value)[name]);
  const help = `${FETCH_YOURSELF} If these are all, use --count ${records.length}.`;
  // The properties of a single feature are no envelope.
  const isInside = Array.isArray(Object(value).features) || first !== undefined;
  const envelopes = isInside && !isConfirmed ? [value, ...parents] : [];
  assertWhole(from, envelopes, records, { help });
  const notes = [...(note ? [note] : []), ...(path.length === 1 ? leftOut(value, records) : [])];
  const content = note || first === undefined ? {} : { from: first };
  const reading = isObject(value) && !features ? { list: pathOf(path) } : {};
  return { records, content, notes, reading, isConverted: note !== undefined };
}

/** The names that lead to a list, as in the `source` of a definition. */
const pathOf = (path: readonly string[]): string => path.join('.') || '.';

/** A line that names what is beside the list of records in an object, except for their number. */
function leftOut(value: unknown, records: readonly Row[]): string[] {
  const known: readonly unknown[] = [records, records.length, null, ''];
  const others = Object.entries(Object(value)).filter(([, one]) => !known.includes(one));
  const names = others.map(([name]) => name);
  return names.length > 0 ? [`Left out: ${shortened(names.join(', '), 300)}.`] : [];
}

/** The list at the first level with the best name, or the longest one, else the only one below. */
function choose(candidates: readonly Candidate[], from: string): Candidate {
  const rankOf = ({ path }: Candidate) => -NAMES.indexOf(path.at(-1) ?? '');
  const isMade = ({ note }: Candidate) => Number(note !== undefined);
  const [found = { records: [], path: [] }, next] = candidates.toSorted(
    (a, b) => isMade(a) - isMade(b) || rankOf(a) - rankOf(b) || b.records.length - a.records.length,
  );
  if (!isMade(found) || !next || rankOf(next) > rankOf(found)) return found;
  const paths = candidates.map(({ path }) => path.join('.')).join(', ');
  throw new UsageError(
    `${from} has several lists of records: ${shortened(paths, 200)}. Write one of them into a file of its own.`,
  );
}

/** The lists of objects, and the objects that can become one, in a value and two levels below. */
function candidatesIn(value: unknown, from: string, path: readonly string[] = []): Candidate[] {
  const note = `The records are ${path.join('.')}. All else is left out.`;
  if (Array.isArray(value) && value.length > 0 && value.every(isObject))
    return [{ records: value, path, ...(path.length > 1 && { note }) }];
  const rows = path.length === 0 && nameRows(value);
  if (rows) return [{ path, ...rows }];
  if (!isObject(value)) return [];
  const made =
    nameCells(value, from) ??
    turnColumns(value) ??
    addKeys(value) ??
    (path.length === 0 ? nameValues(value) : undefined);
  if (made) return [{ path, ...made }];
  const parts = path.length < 2 ? Object.entries(value) : [];
  return parts.flatMap(([name, one]) => candidatesIn(one, from, [...path, name]));
}

type Made = Omit<Candidate, 'path'> | undefined;

const namedRows = (names: readonly unknown[], rows: readonly unknown[][]): Row[] =>
  rows.map((cells) => Object.fromEntries(names.map((name, column) => [name, cells[column]])));

/** Names the cells of rows by the first one. */
function nameRows(value: unknown): Made {
  if (!Array.isArray(value) || value.length < 2 || !value.every(Array.isArray)) return undefined;
  const [names, ...rows] = value as [unknown[], ...unknown[][]];
  const isHeader = names.every((name) => typeof name === 'string' && name.trim() !== '');
  const isWhole = rows.every(({ length }) => length === names.length);
  if (!isHeader || !isWhole || new Set(names).size < names.length) return undefined;
  const texts = value.map((cells) => cells.map((cell) => String(cell ?? '')));
  if (isFirstRowRecord(texts)) return undefined;
  return { records: namedRows(names, rows), note: 'The fields are named by the first list.' };
}

/** Names the cells of rows by the columns, as Socrata and pandas (`split`) write them. */
function nameCells({ meta, columns: own, data: rows, index }: Row, from: string): Made {
  const { columns = own } = Object(Object(meta).view);
  if (!Array.isArray(columns) || !Array.isArray(rows) || !rows.every(Array.isArray))
    return undefined;
  const names = columns
    .map((column) => Object(isObject(column) ? column : { name: column }))
    .map(({ title, name = title, fieldName = name }) => String(fieldName ?? ''));
  const isWhole = rows.every((cells) => cells.length === names.length);
  if (names.includes('') || new Set(names).size < names.length || !isWhole)
    throw new UsageError(
      `Each column of ${from} needs a name of its own, and a value in each row: ${shortened(names.join(', '), 200)}.`,
    );
  const made = namedRows(names, rows);
  const isNamed = Array.isArray(index) && !index.every((name, at) => name === at);
  const records = isNamed ? addField(made, 'index', index).records : made;
  return { records, note: 'The fields are the columns of the file.' };
}

/** Turns columns, as pandas writes them, into records. */
function turnColumns(value: Row): Made {
  const columns = Object.values(value).map(Object);
  const rows = Object.keys(columns[0] ?? {});
  const isColumn = (cells: unknown) => isObject(cells) && Object.keys(cells).join() === rows.join();
  const areValues = columns.some((cells) => !Object.values(cells).every(isObject));
  const areCounted = rows.length > 0 && rows.every((row, at) => row === String(at));
  if (!areValues || !areCounted || !Object.values(value).every(isColumn)) return undefined;
  const recordOf = (row: string) =>
    Object.fromEntries(Object.keys(value).map((name, at) => [name, columns[at][row]]));
  return { records: rows.map(recordOf), note: 'The columns of the file became records.' };
}

/** So many objects of a file with a few fields are records, even if most lack some of the fields. */
const MANY = 20;

/** Makes records of the fields of an object, if most of their fields are in most of them. */
function addKeys(value: Row): Made {
  const [keys, objects] = [Object.keys(value), Object.values(value)];
  if (keys.length < 2 || !objects.every(isObject) || NAMES.some((name) => name in value))
    return undefined;
  const names = objects.flatMap((one) => Object.keys(one));
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const common = names.filter((name) => 2 * Number(counts.get(name)) > keys.length);
  const areFew = keys.length >= MANY && 4 * counts.size <= keys.length;
  if (!areFew && 3 * common.length <= 2 * names.length) return undefined;
  const { name, records } = addField(objects, 'key', keys);
  const note = `The field ${name} is the name that each record has in the file, such as ${JSON.stringify(keys[0])}.`;
  return { records, note };
}

/** A code of capitals and digits, or of a language. */
const CODE = /^(?:[A-Z\d][A-Z\d_.-]*|[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?)$/;

/** Makes records of the values of an object that are named by codes: `{ "AF": "Afghanistan", … }`. */
function nameValues(value: Row): Made {
  const [codes, values] = [Object.keys(value), Object.values(value)];
  const areAlike = new Set(values.map((one) => typeof one)).size === 1;
  const areScalars = values.every((one) => one !== null && typeof one !== 'object');
  const haveOneLength = new Set(codes.map(({ length }) => length)).size === 1;
  const areMany = codes.length >= MANY || (codes.length > 2 && haveOneLength);
  if (!areMany || !areAlike || !areScalars || !codes.every((one) => CODE.test(one)))
    return undefined;
  const records = codes.map((key) => ({ key, value: value[key] }));
  return { records, note: 'The fields key and value are the names and values of the file.' };
}

/** Is a field called as those with ids are? */
export const isIdName = (name: string): boolean =>
  /(?:^|_)(?:uu)?id$|^(?:key|code|slug)$/.test(snakeCase(name));

/** Makes texts of the values of a key that are numbers in some records and texts in others. */
export function convertIds(data: Data): Data {
  const { records } = data;
  const find = (name: string, type: string) =>
    records.find((one) => typeof one[name] === type)?.[name];
  const isMixed = (name: string) =>
    ['number', 'string'].every((type) => find(name, type) !== undefined);
  const names = namesIn(records).filter((name) => isIdName(name) && isMixed(name));
  if (names.length === 0) return data;
  const noteOf = (name: string) =>
    `${name} has texts, such as ${JSON.stringify(find(name, 'string'))}, so its numbers, such as ${find(name, 'number')}, became texts.`;
  const textOf = ([name, value]: [string, unknown]) =>
    names.includes(name) && typeof value === 'number' ? [name, String(value)] : [name, value];
  const texts = records.map((one) => Object.fromEntries(Object.entries(one).map(textOf)));
  const notes = [...data.notes, ...names.map(noteOf)];
  return { ...data, records: texts, content: {}, notes, isConverted: true };
}
