import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readContentFile } from '../content/file.ts';
import { IGNORED_FILES } from '../content/list.ts';
import { recordName } from '../content/read.ts';
import { isObject, ownValue } from '../core/object.ts';
import { filesBelow } from '../publish/target.ts';
import { ContentError, UsageError } from '../util/problem.ts';
import { quoted } from '../util/source.ts';
import { shortened } from '../util/text.ts';
import type { Data } from './data.ts';
import { isParquet } from './decode.ts';
import { readParquet } from './parquet.ts';

/**
 * Reads a folder of Parquet files, or with a record in each file, whose key is the name of the file. A file with a list
 * is reported when the records are checked.
 * @throws UsageError where it has no such files, both kinds, or a table of Delta Lake, whose log names the files that
 * count; ContentError with their problems
 */
export async function readFolder(from: string): Promise<Data> {
  const isIgnored = (file: string) => /(?:^|\/)\./.test(file) || IGNORED_FILES.test(file);
  const all = [...filesBelow(from)].filter((file) => !isIgnored(file)).sort();
  const at = (file: string) => path.join(from, file);
  const isRecord = (file: string) => RECORD.test(file) && lstatSync(at(file)).isFile();
  const files = all.filter(isRecord);
  // Spark ignores names that begin with `_` and are no partition.
  const parts = all.filter((file) => isParquet(file) && !/(?:^|\/)_(?![^/]*=)/.test(file));
  if (all.some((file) => file.startsWith('_delta_log/')))
    throw new UsageError(`${from} is a table of Delta Lake. Copy its rows into Parquet files.`);
  if (parts[0] && files[0])
    throw new UsageError(`${from} has ${parts[0]} and ${files[0]}. Choose one kind of file.`);
  if (parts[0])
    return readParquet(
      from,
      parts.map((file) => ({ from: at(file) })),
    );
  const others = shortened(all.filter((file) => !isRecord(file)).join(', '), 200);
  if (files.length === 0)
    throw new UsageError(
      `${from} has no Markdown, YAML or JSON file.${others && ` Choose a file: ${others}`}`,
    );
  const body = files.some((file) => /\.md$/i.test(file)) ? { body: 'body' } : {};
  const read = files.map((file) => readContentFile(at(file), body));
  const problems = read.flatMap((one) => one.problems);
  if (problems.length > 0) throw new ContentError(problems);
  const values = read.map(({ value }) => (isObject(value) ? value : {}));
  const fileName = values.some((value) => 'slug' in value) ? 'file_name' : 'slug';
  const names = files.map((file) => recordName(`./${file}`));
  const twin = files.find((_, at) => names.indexOf(names[at] ?? '') < at);
  const paths = twin === undefined ? files : files.map(flatPath);
  const records = paths.map((file, i) => ({ [fileName]: recordName(`./${file}`), ...values[i] }));
  const marks = [...new Set(values.flatMap((value) => Object.entries(value).flatMap(markOf)))];
  const tests = marks.map((mark) => `record.${mark.replace(':', ' !==')}`).join(' && ');
  const isPublic = tests && `(record) => ${tests}`;
  const notes = marks.map((mark) => `Not published: records with \`${mark}\`.`);
  if (twin !== undefined)
    notes.push(`Some files have one name, so the key is the path: ${twin} is ${flatPath(twin)}.`);
  if (others) notes.push(`Left out: ${others}. To publish them beside the API, use public/.`);
  const originals = files.map((file, i) => ({
    file: paths[i] ?? file,
    from: at(file),
    bytes: readFileSync(at(file)),
  }));
  const content = { fileName, ...body };
  return { from, records, content, isPublic, notes, originals, isConverted: false };
}

/** A path as the name of a file, from which the folders can be told: `2023/hello.md` is `2023-hello.md`. */
const flatPath = (file: string): string =>
  file.replace(/\/index(?=\.[^/.]*$)/i, '').replaceAll('/', '-');

/** A file that can be one record. */
const RECORD = /\.(?:md|ya?ml|json)$/i;

/** Readers of YAML 1.1 take `yes` and `no` for booleans. */
const [YES, NO] = [/^(?:true|yes|on)$/i, /^(?:false|no|off)$/i];

const HIDDEN = /^(?:draft|private|hidden|unpublished)$/i;

/** The fields of front matter that make a record private, and their values. */
const PRIVATE = { draft: YES, private: YES, published: NO, status: HIDDEN, visibility: HIDDEN };

/** The mark of a private record, as code. A boolean field has one in advance, for records to come. */
function markOf([name, value]: [string, unknown]): string[] {
  const words = ownValue(PRIVATE, name.toLowerCase());
  if (words && words !== HIDDEN && typeof value === 'boolean') return [`${name}: ${words === YES}`];
  return words?.test(String(value)) ? [`${name}: ${quoted(String(value))}`] : [];
}
