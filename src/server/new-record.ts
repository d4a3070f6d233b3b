import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { outputFileSync } from 'fs-extra/esm';
import { dump } from 'js-yaml';
import type { Collection, Creation } from '../api/definition.ts';
import { strictUnlessLoose } from '../api/json-schema.ts';
import { callDefinition, definitionError } from '../content/check/call-definition.ts';
import { compile } from '../content/check/schema.ts';
import { toProblems, ZOD_OPTIONS } from '../content/check/zod-problems.ts';
import { parseBytes } from '../content/file.ts';
import type { FieldPath } from '../content/format.ts';
import { json } from '../content/json.ts';
import { type Entry, readContent } from '../content/read.ts';
import { yaml } from '../content/yaml.ts';
import { isPlainName } from '../core/file-name.ts';
import { keyOf } from '../core/key.ts';
import { isObject } from '../core/object.ts';
import { type ContentOptions, recordsOf } from '../publish/build.ts';
import {
  byLocation,
  ContentError,
  fileLocation,
  type Problem,
  type SourceLocation,
  UsageError,
} from '../util/problem.ts';
import { runInTurns } from '../util/progress.ts';
import { errorCode } from '../util/system-error.ts';
import { invalidFields, PostRejection, rejection } from './post.ts';

/** A record that can be added to the content. */
export type PreparedRecord = Awaited<ReturnType<typeof prepareRecord>>;

/** The fields of a body, not yet checked. */
type BodyFields = Readonly<Record<string, unknown>>;

/**
 * Parses a request's body as JSON, as strictly as content is parsed.
 * @throws PostRejection where it is not one object in JSON and UTF-8
 */
function parseBody(body: Uint8Array): BodyFields {
  const { value, problems } = parseBytes(json, '', body);
  const [problem] = problems;
  if (problem && problem.code !== 'empty') {
    const { line, column } = problem.location;
    throw rejection(400, `Line ${line}, column ${column}: ${problem.message} ${problem.help}`);
  }
  if (isObject(value)) return value;
  throw rejection(400, NO_OBJECT);
}

const NO_OBJECT =
  'The body is not a JSON object. Send the fields of one record, such as `{"label": "Davis"}`.';

/** A collection that takes new records. */
type Creatable = Collection & { readonly create: Creation };

type NewRecord = ReturnType<typeof newRecord>;

/** Stands for a file in errors of the definition. */
const NO_FILE = { file: 'a new record', value: undefined };

/**
 * A complete record that is in no file yet.
 * @returns its value; the names of the folders below the content folder, and of the file without its extension; the
 * file's path below the content folder, with `/` on every system
 */
function newRecord(definition: Creatable, fields: BodyFields) {
  const call = <T>(name: keyof Creation, run: () => T) =>
    callDefinition(definition, `create.${name}`, NO_FILE, run);
  const failed = (message: string) => definitionError(definition, NO_FILE, message);
  const { schema, record, file } = definition.create;
  const parse = () => compile(strictUnlessLoose(schema)).safeParse(fields, ZOD_OPTIONS);
  const { data, error } = call('schema', parse);
  if (error) throw invalidFields(toProblems(error.issues));
  // Milliseconds only: clocks with more digits stop while the machine sleeps.
  const now = new Date().toISOString().replace('Z', '000Z');
  const made = call('record', () => record(data, { uuid: randomUUID, now }));
  if (!isObject(made)) throw failed('create.record must return a record.');
  // As in JSON, fields that are undefined are left out.
  const value: BodyFields = JSON.parse(JSON.stringify(made));
  const path: unknown = call('file', () => file(value));
  if (!Array.isArray(path) || !path.every((name) => typeof name === 'string'))
    throw failed("create.file must return a list of texts, such as ['US', 'davis'].");
  const names: readonly string[] = [definition.name, ...path];
  return { value, names, file: `${names.join('/')}.yaml` };
}

/** A value as JSON; empty for a list or an object, which no message quotes. */
function sourceOf(record: unknown, path: FieldPath): string {
  const value = path.reduce<unknown>((outer, step) => (outer as never)?.[step], record);
  return typeof value === 'object' ? '' : (JSON.stringify(value) ?? '');
}

/**
 * Makes a record of a request's body, and checks it together with all of the content. Write one before
 * the next is prepared: two records at once could each be valid alone, and clash. Who posts may not be who
 * writes the content, so the answer contains only errors of the record's own fields.
 * @param name a collection that has `create`
 * @param body JSON
 * @returns its key; all records that are published with it; and a function that writes its file
 * @throws PostRejection with status 400 where the body is invalid, 409 where the record clashes with the content
 * @throws UsageError where the content folder can't be used, or the definition fails
 */
export async function prepareRecord(options: ContentOptions, name: string, body: Uint8Array) {
  const { api, content } = options;
  const definition = api.collections.find((collection) => collection.name === name) as Creatable;
  const record = newRecord(definition, parseBody(body));
  const { value, names, file } = record;
  const read = await readContent(content, api.collections, options);
  const locate = (path: FieldPath): FieldLocation => {
    const text = sourceOf(value, path);
    return { ...fileLocation(file), length: text.length, text, path };
  };
  const place = { collection: name, file, value, locate };
  const entry: Entry = { ...place, isPosted: true };
  // The position of its file among the others.
  const before = read.entries.filter((other) => other.file < file);
  const entries = [...before, entry, ...read.entries.slice(before.length)];
  const records = await runInTurns(recordsOf(options, entries), 'Checking', options);
  const problems = [...read.problems, ...records.problems].sort(byLocation);
  const errors = problems.flatMap(toFieldErrors);
  if (errors.length < problems.length) throw clash(new ContentError(problems));
  if (errors.length > 0) throw invalidFields(errors);
  // The check has replaced the value by what the schema makes of it.
  const key = String(keyOf(definition.key, entry.value));
  const own = records.collections.find((one) => one.definition === definition);
  if (!own?.records.some((published) => String(published.key) === key)) {
    const message = 'The definition would not publish this record.';
    throw invalidFields([{ path: [], message, help: 'Create its file yourself.' }]);
  }
  // A folder needs a file in it, and Windows drops a full stop at the end of a name.
  if (names.length < 2 || !names.every(isPlainName)) {
    const message = `The file of this record would be ${file}, a path that some systems do not support.`;
    throw invalidFields([{ path: [], message, help: 'Change the fields that name the file.' }]);
  }
  return { key, records, write: () => writeRecord(content, record) };
}

/** A location in a record that is in no file. */
type FieldLocation = SourceLocation & { readonly path: FieldPath };

/** What is wrong with a field of the new record; empty for a clash, a failing callback, or a problem of another record. */
function toFieldErrors({ code, location, message, help }: Problem) {
  const { path } = location as Partial<FieldLocation>;
  return path && !['duplicate', 'callback'].includes(code) ? [{ path, message, help }] : [];
}

/** The answer to a record that can't be added because of the content. */
const clash = (cause: Error): PostRejection => new PostRejection(409, { detail: CLASH }, cause);

const CLASH =
  'This record clashes with the content, or can’t be added now. The terminal shows the reason.';

/**
 * Writes the file of a record, completely or not at all, and never over another one. Its folders are no links: these are
 * problems of the content.
 * @returns its path, which begins with the content folder as that was given
 * @throws PostRejection if the file exists; a system error
 */
function writeRecord(content: string, { value, file }: NewRecord): string {
  const fullPath = path.join(content, file);
  // The package writes texts such as `1e400` without quotes.
  const forceQuotes = yaml.parse(dump(value, { lineWidth: -1 })).errors.length > 0;
  try {
    outputFileSync(fullPath, dump(value, { lineWidth: -1, forceQuotes }), { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw clash(new UsageError(`${fullPath} already exists.`));
    // A full disk may have taken a part.
    rmSync(fullPath, { force: true });
    throw error;
  }
  return fullPath;
}
