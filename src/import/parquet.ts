import { readFileSync } from 'node:fs';
import type { SchemaElement, SchemaTree } from 'hyparquet';
import { json } from '../content/json.ts';
import { UsageError } from '../util/problem.ts';
import type { Data } from './data.ts';
import type { Row } from './field.ts';

/**
 * Reads the records of Parquet files.
 * @param from what has the files, for messages
 * @param parts the files with their bytes; without them, they are read, with the fields in the names of their folders
 * @throws UsageError where there are no records, a file is damaged or has other columns than the first one, or a column or
 * a value has no form in JSON
 */
export async function readParquet(
  from: string,
  parts: readonly { readonly from: string; readonly bytes?: Buffer }[],
): Promise<Data> {
  const records: Row[] = [];
  const notes = new Set<string>();
  let first: Awaited<ReturnType<typeof readPart>> | undefined;
  for (const { from: file, bytes } of parts) {
    const part = await readPart(file, notes, bytes).catch((error) => {
      throw new UsageError(`${file} can’t be read as Parquet: ${error.message}.`);
    });
    first ??= part;
    if (part.names !== first.names)
      throw new UsageError(
        `${file} has the columns ${part.names}, but ${parts[0]?.from} has ${first.names}.`,
      );
    for (const row of part.rows) records.push(row);
  }
  if (records.length === 0) throw new UsageError(`${from} has no records.`);
  const known = { from, records, uses: first?.uses ?? {}, content: {}, notes: [...notes] };
  return { ...known, originals: [], isConverted: true };
}

/** The fields in the names of the folders of a file, such as `country=US`. */
function partitionOf(file: string): Row {
  const pairs = [...file.matchAll(/([^\\/=]+)=([^\\/]*)[\\/]/g)];
  const decode = (text = '') => (text === NO_VALUE ? null : decodeURIComponent(text));
  return Object.fromEntries(pairs.map(([, name, text]) => [decode(name), decode(text)]));
}

/** What writers name the folder of records without a value. */
const NO_VALUE = '__HIVE_DEFAULT_PARTITION__';

/** Reads a file. @param notes receives a line for each column with values that become empty */
async function readPart(from: string, notes: Set<string>, bytes?: Buffer) {
  // Most data needs neither.
  const { parquetMetadataAsync, parquetReadObjects, parquetSchema } = await import('hyparquet');
  const { compressors } = await import('hyparquet-compressors');
  const file = new Uint8Array(bytes ?? readFileSync(from)).buffer;
  const metadata = await parquetMetadataAsync(file, { geoparquet: false });
  const root = parquetSchema(metadata);
  const convert = converterOf(root, notes);
  const schema = metadata.schema.map(withRawType);
  const options = { file, metadata: { ...metadata, schema }, compressors, utf8: false };
  const partition = bytes ? {} : partitionOf(from);
  const rows: Row[] = [];
  // Not all at once: the decoded columns need memory, too.
  for (const { num_rows } of metadata.row_groups) {
    const range = { rowStart: rows.length, rowEnd: rows.length + Number(num_rows) };
    for (const row of await parquetReadObjects({ ...options, ...range }))
      rows.push({ ...(convert(row, rows.length + 1) as Row), ...partition });
  }
  const columns = root.children.map(({ element }) => element);
  const texts = columns.filter((one) => typeOf(one) === 'STRING').map(({ name }) => [name, 'text']);
  const names = columns.map((one) => `${one.name} (${typeOf(one)})`).sort();
  if (new Set(columns.map(({ name }) => name)).size < columns.length)
    throw new Error(`two of its columns have one name: ${names.join(', ')}`);
  return { rows, names: names.join(', '), uses: Object.fromEntries(texts) };
}

/** The type of a column, without the unit of times and the size of whole numbers, such as `TIMESTAMP`. */
function typeOf({ type, converted_type, logical_type }: SchemaElement): string {
  const older = converted_type?.replace('UTF8', 'STRING').replace(/_.*/, '');
  const found: string = logical_type?.type ?? older ?? type ?? 'GROUP';
  return /^U?INT(?:32|64)?$/.test(found) ? 'INTEGER' : found;
}

/** The schema of values as they are stored, where hyparquet would round or parse them. */
function withRawType(element: SchemaElement): SchemaElement {
  const { converted_type, logical_type, ...raw } = element;
  return /^(?:DECIMAL|DATE|TIME|TIMESTAMP|ENUM|JSON)$/.test(typeOf(element)) ? raw : element;
}

/** Converts a value. @param row its number, for messages */
type Convert = (value: unknown, row: number) => unknown;

/**
 * Returns the function that converts the values of a column, a field in it, or all columns.
 * @throws Error for a type that has no form in JSON; the function, for such a value
 */
function converterOf({ element, children, path }: SchemaTree, notes: Set<string>): Convert {
  const [list] = children;
  const [item = list, other] = list?.children ?? [];
  // hyparquet makes a list of its values, unless an old program wrote objects without a group of their own.
  if (element.converted_type === 'LIST' && item && !other) return converterOf(item, notes);
  const [name, read] = [path.join('.').replace('.list.element', ''), READERS[typeOf(element)]];
  if (!read) throw new Error(`the column ${name} is ${typeOf(element)}. ${HELP}`);
  const fields = children.map((one) => [one.element.name, converterOf(one, notes)] as const);
  return function convert(value, row): unknown {
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) return value.map((one) => convert(one, row));
    if (fields.length > 0)
      return Object.fromEntries(fields.map(([name, one]) => [name, one(Object(value)[name], row)]));
    const found = read(value, element);
    if (found === undefined) throw new Error(`row ${row}, column ${name}. ${HELP}`);
    if (Number.isFinite(found) || typeof found !== 'number') return found;
    notes.add(`${name}: NaN and infinite numbers are empty.`);
    return null;
  };
}

const HELP = 'Values in JSON can’t be the same: write them as text (INT96: as TIMESTAMP)';

/** Returns a value for JSON; undefined if it has no exact form. */
type Read = (value: unknown, element: SchemaElement) => unknown;

const readAsIs: Read = (value) => value;
const readText = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString();

/** The types that have a form in JSON. */
const READERS: Readonly<Record<string, Read | undefined>> = {
  ...{ FLOAT: readFloat, FLOAT16: readAsIs, DOUBLE: readAsIs, BOOLEAN: readAsIs, NULL: readAsIs },
  ...{ STRING: readAsIs, UUID: readAsIs, GROUP: readAsIs, ENUM: readText },
  JSON: (bytes) => json.parse(readText(bytes)).value,
  INTEGER: readInteger,
  DECIMAL: readDecimal,
  DATE: (days) => formatSecond(Number(days) * 86_400)?.slice(0, 10),
  TIME: (value, element) => readTime(value, element)?.replace(/^.*T|Z$/g, ''),
  TIMESTAMP: readTime,
};

/** A number of 32 bits, with the fewest digits that tell it from the others: 0.1, not 0.10000000149011612. */
function readFloat(value: unknown) {
  const rounded = [6, 7, 8, 9].map((digits) => Number(Number(value).toPrecision(digits)));
  return rounded.find((one) => Math.fround(one) === value) ?? value;
}

function readInteger(value: unknown) {
  return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
}

/** A decimal number as text, with all its digits; one without a fraction as a whole number. */
function readDecimal(value: unknown, { scale = 0 }: SchemaElement) {
  const hex = value instanceof Uint8Array && Buffer.from(value).toString('hex');
  const whole = hex ? BigInt.asIntN(4 * hex.length, BigInt(`0x${hex}`)) : BigInt(value as bigint);
  const digits = String(whole).replace(/\d+/, (all) => all.padStart(scale + 1, '0'));
  return scale === 0 ? readInteger(whole) : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** A time as ISO text with all digits of its unit, in UTC or without a zone. */
function readTime(value: unknown, { converted_type, logical_type }: SchemaElement) {
  const older = converted_type?.replace(/.*_/, '');
  const { unit = older, isAdjustedToUTC = true } = Object(logical_type);
  const digits = unit === 'NANOS' ? 9 : unit === 'MICROS' ? 6 : 3;
  const [time, perSecond] = [BigInt(value as bigint), 10n ** BigInt(digits)];
  const fraction = ((time % perSecond) + perSecond) % perSecond;
  const second = formatSecond(Number((time - fraction) / perSecond));
  return second && `${second}.${`${fraction}`.padStart(digits, '0')}${isAdjustedToUTC ? 'Z' : ''}`;
}

/** A second of the Unix time as ISO text; undefined outside of the years 0 to 9999. */
const formatSecond = (second: number): string | undefined =>
  /^\d{4}-.{14}/.exec(new Date(second * 1000).toJSON() ?? '')?.[0];
