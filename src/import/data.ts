import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { jsonLines } from '../content/json-lines.ts';
import { formatJson } from '../core/json.ts';
import type { Row } from './field.ts';
import { findFreeName } from './name.ts';

/** The records of others, as a project keeps them. */
export interface Data {
  /** What it is called, if that is not the end of `from`. */
  readonly name?: string;
  /** The file, the folder or the address that they come from, for messages. */
  readonly from: string;
  /** The values are texts, if `header` is there. */
  readonly records: readonly Row[];
  /** The names of the columns of a table: in records, JavaScript puts whole numbers first. */
  readonly header?: readonly string[];
  /** The names that columns had, by the names that they have now. */
  readonly titles?: Readonly<Record<string, string>> | undefined;
  /** What columns are that were converted, or that are text: their numbers are unclear, or their type is known. */
  readonly uses?: Readonly<Record<string, 'number' | 'text' | undefined>>;
  /** How the files are read, as in a definition. */
  readonly content: Readonly<Record<string, string | false>>;
  /** The code that tells whether a record is public, if some are not. */
  readonly isPublic?: string;
  /** The records of a table of an address as they came. */
  readonly received?: readonly Row[];
  /** How `pull` reads the data of an address again, as in the `source` of a definition. */
  readonly reading?: Reading;
  /** What was decided, left out or changed: a line each. */
  readonly notes: readonly string[];
  /** The files as they are. If the records differ from them, they are not written. */
  readonly originals: readonly NewFile[];
  /** True if the records differ from the files, so that a new file is written from them. */
  readonly isConverted: boolean;
}

/** How the cells of all fields are written, or those of some by their names. */
export type Reading = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** A file of a new project. */
export interface NewFile {
  /** Its path below the folder of the collection. */
  readonly file: string;
  /** Its name in messages. */
  readonly from: string;
  /** In UTF-8. */
  readonly bytes: Buffer;
}

/**
 * The files of a collection with these records.
 * @param name that of a new file, without its extension
 * @param limit the most bytes of a file of JSON Lines
 */
export function filesOf(data: Data, name: string, limit = jsonLines.maxBytes): readonly NewFile[] {
  const { header, records, originals, isConverted, from, content } = data;
  const rename = (one: NewFile) => ({ ...one, file: name + path.extname(one.file) });
  if (!isConverted) return 'fileName' in content ? originals : originals.map(rename);
  const texts = header ? [formatRecords(records, header)] : formatParts(records, limit);
  return texts.map((text, at) => {
    const part = at === 0 ? '' : `_${String(at + 1).padStart(2, '0')}`;
    const file = `${name}${part}${header ? '.csv' : '.jsonl'}`;
    return { file, from: `${from} (converted)`, bytes: Buffer.from(text) };
  });
}

/** The text of a JSON Lines file. */
export const formatLines = (records: readonly Row[]): string =>
  records.map((record) => `${formatJson(record)}\n`).join('');

/** The texts of JSON Lines files of up to `maxBytes` bytes. A larger record has a file of its own. */
function formatParts(records: readonly Row[], maxBytes: number): string[] {
  const parts = [''];
  let size = 0;
  for (const record of records) {
    const line = formatLines([record]);
    const length = Buffer.byteLength(line);
    const isNext = size > 0 && size + length > maxBytes;
    if (isNext) parts.push('');
    parts[parts.length - 1] += line;
    size = length + (isNext ? 0 : size);
  }
  return parts;
}

/** The text of a CSV file with these rows. */
export const formatTable = (rows: readonly (readonly unknown[])[], delimiter = ','): string =>
  stringify(rows as unknown[][], { delimiter });

/** The text of a CSV file with some fields of records. */
export const formatRecords = (records: readonly Row[], header: readonly string[], mark?: string) =>
  formatTable([header, ...records.map((row) => header.map((one) => row[one] ?? ''))], mark);

/**
 * Adds a field to records. It gets another name if a record has a field of that name with another value.
 * @returns the name of the field, and the records with it
 */
export function addField(records: readonly Row[], field: string, values: readonly unknown[]) {
  const has = (name: string) =>
    records.some((record, at) => name in record && record[name] !== values[at]);
  const name = findFreeName(field, { has }, 1);
  const addTo = (record: Row, at: number) =>
    values[at] === undefined ? record : { ...record, [name]: values[at] };
  return { name, records: records.map(addTo) };
}
