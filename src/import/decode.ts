import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { findDelimiter } from '../content/delimiter.ts';
import { decode, formatOf, parseBytes, sizeProblem } from '../content/file.ts';
import { json } from '../content/json.ts';
import { jsonLines } from '../content/json-lines.ts';
import { ContentError, fileLocation, UsageError } from '../util/problem.ts';
import { shortened } from '../util/text.ts';
import { type Encoding, STANDARD_INPUT } from './encoding.ts';

/** Data with its text in UTF-8: where it is from, a name with the extension of its format, and how it was changed. */
export type Source = ReturnType<typeof decodeSource>;

/** Has a file the extension of Parquet? */
export const isParquet = (file: string): boolean => /\.parquet$/i.test(file);

/** The format in which content has the records of a data file; undefined for an unknown extension. */
export const dataFormatOf = (file: string) => {
  if (/\.(?:geojson[ls]|parquet)$/i.test(file)) return jsonLines;
  return /\.geojson$/i.test(file) ? json : formatOf(file);
};

/** The name of a file for data from standard input, by how it begins. */
function nameOfInput(text: string): string {
  if (/^\s*-\s+[\w"']+:/.test(text)) return 'data.yaml';
  if (!/^\s*[[{]/.test(text)) return 'data.csv';
  return /^\s*\{.*\}\s*\n\s*\{/.test(text) ? 'data.jsonl' : 'data.json';
}

/** Reads a data file or standard input. @throws as `decodeSource`, and ContentError for a file that is too large */
export function readSource(from: string, encoding?: Encoding): Source {
  if (from === STANDARD_INPUT) return decodeSource(from, undefined, readFileSync(0), encoding);
  // Its name without folders and `.gz`.
  const file = path.basename(from).replace(/\.gz$/i, '');
  refuseOthers(from, file);
  const problem = sizeProblem(statSync(from).size, dataFormatOf(file));
  if (problem) throw new ContentError([{ ...problem, location: fileLocation(from) }]);
  return decodeSource(from, file, readFileSync(from), encoding);
}

/**
 * Decompresses and decodes data.
 * @param given the name of its file, without `.gz`; absent: its text tells the format
 * @returns in `notes` how its bytes were changed: a line each
 * @throws UsageError for a format that must be converted by another program, or damaged data,
 * ContentError for an unknown encoding
 */
export function decodeSource(
  from: string,
  given: string | undefined,
  stored: Buffer,
  encoding?: Encoding,
) {
  // A Parquet file begins with these letters and the first byte of a page, which a text does not have.
  if (stored.toString('latin1', 0, 5) === 'PAR1\x15')
    return { from, file: 'data.parquet', bytes: stored, notes: [] };
  const { bytes, notes } = decodeBytes(from, given ?? '', stored, encoding);
  const name = given ?? nameOfInput(decode(bytes));
  // Without a delimiter, it is no table.
  const isTable = /\.txt$/i.test(name) && findDelimiter(decode(bytes)) !== undefined;
  const file = isTable ? name.replace(/\.txt$/i, '.csv') : name;
  return { from, file, bytes, notes };
}

/**
 * @param encoding that of a text that is not Unicode: other texts are hardly ever valid UTF-8
 * @returns the bytes in UTF-8, and how they were changed: a line each
 */
function decodeBytes(from: string, file: string, stored: Buffer, encoding?: Encoding) {
  const format = dataFormatOf(file);
  const isGzip = stored.toString('latin1', 0, 2) === '\x1f\x8b';
  const bytes = isGzip ? decompress(from, stored, (format ?? json).maxBytes) : stored;
  refuseOthers(from, file, bytes.toString('latin1', 0, 1e6));
  const notes = isGzip ? ['The file is decompressed.'] : [];
  const unicode = unicodeIn(bytes);
  if (unicode === 'UTF-8') return { bytes, notes };
  if (!unicode && !encoding) {
    const { problems } = parseBytes(json, from, bytes);
    throw new ContentError(problems.map((one) => ({ ...one, help: ENCODING_HELP })));
  }
  const name = unicode ?? encoding;
  // Without `stream`, Node 20 decodes Windows-1252 as Latin-1. https://github.com/nodejs/node/issues/60888
  const text = new TextDecoder(name).decode(bytes, { stream: unicode === undefined });
  // The five bytes that Windows-1252 does not define become control characters.
  if ((unicode ? /\ufffd/ : /[\x80-\x9f]/).test(text))
    throw new UsageError(`${from} is damaged, or not ${name}.`);
  const [example = text.slice(0, 20)] = /\S*[^ -~\s]\S*/.exec(text) ?? [];
  notes.push(`Decoded from ${name}: ${shortened(example)}`);
  return { bytes: Buffer.from(text), notes };
}

function decompress(from: string, stored: Buffer, maxOutputLength: number): Buffer {
  try {
    return gunzipSync(stored, { maxOutputLength });
  } catch (error) {
    throw new UsageError(`${from} can’t be decompressed: ${(error as Error).message}.`);
  }
}

/** Formats that other programs convert, by the bytes at the start of a file, or by its extension after a line break. */
const OTHERS = /^(?:ÐÏ\Wà¡|PK\W{4}|SQLite format 3)|\n\.(?:xls.?|ods|db|sqlite3?|zip)$/i;

/** @throws UsageError for a file in one of the other formats */
function refuseOthers(from: string, file: string, start = ''): void {
  if (/^(?:ï»¿)?\s*<(?:!doctype html|html)\b/i.test(start))
    throw new UsageError(`${from}: This is a web page, not the data. Open it to see why.`);
  if (OTHERS.test(`${start}\n${path.extname(file)}`))
    throw new UsageError(
      `${from} is a spreadsheet, a database or an archive. Convert it to CSV first.`,
    );
}

const ENCODING_HELP =
  'Save the file as UTF-8. If it is Windows-1252, as many spreadsheet programs write it, add --encoding windows-1252.';

/** The encoding of a text by its byte order mark, or its first characters: of those in UTF-16, one byte is 0. */
function unicodeIn(bytes: Buffer): 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | undefined {
  const start = bytes.toString('latin1', 0, 8);
  if (/^ÿþ|^(?:[^\0]\0){4}/.test(start)) return 'UTF-16LE';
  if (/^þÿ|^(?:\0[^\0]){4}/.test(start)) return 'UTF-16BE';
  return isUtf8(bytes) ? 'UTF-8' : undefined;
}
