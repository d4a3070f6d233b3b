import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { dump } from 'js-yaml';
import type { Api, Collection, Creation, CreationContext } from '../api/definition.ts';
import { callDefinition } from '../content/check/call-definition.ts';
import { isFileName, keyOf } from '../content/check/key.ts';
import { publishRecords, type Records } from '../content/check/record.ts';
import { toProblems, ZOD_OPTIONS } from '../content/check/zod-problems.ts';
import type { FieldPath } from '../content/format.ts';
import { makeFolders, writeNewFile } from '../content/new-file.ts';
import { type Content, type Entry, readContent } from '../content/read.ts';
import { yaml } from '../content/yaml.ts';
import type { ContentOptions } from '../publish/build.ts';
import type { Problem, SourceLocation } from '../util/problem.ts';
import { byLocation, ContentError, fileLocation, UsageError } from '../util/problem.ts';
import { invalidFields, PostRejection } from './post-rejection.ts';
import { type Fields, parseBody } from './request-body.ts';

/** A record that can be added to the content. */
export interface PreparedRecord {
  readonly key: string;
  /** All records that are published with it. */
  readonly records: Records;
  /**
   * Writes its file, never over another one.
   * @returns its path, which begins with the content folder as that was given
   * @throws PostRejection if the file exists; a system error
   */
  write(): string;
}

/**
 * Makes a record of a request's body, and checks it together with all of the content. Write one before
 * the next is prepared: two records at once could each be valid alone, and clash.
 * @param name a collection that has `create`
 * @param body JSON
 * @param moment the UUID and the time that the record gets
 * @throws PostRejection with status 400 where the body is invalid, 409 where it is the content
 * @throws UsageError where the collection has no `create`, the content folder can't be used, or the
 * definition fails
 */
export async function prepareRecord(
  options: ContentOptions,
  name: string,
  body: Uint8Array,
  moment = currentMoment(),
): Promise<PreparedRecord> {
  const definition = options.api.collections.find((collection) => collection.name === name);
  if (!definition?.create) {
    throw new UsageError(`The collection ${name} accepts no new records without create.`);
  }
  const record = newRecord(definition as Creatable, parseBody(body), moment);
  return checkRecord(options, record);
}

const currentMoment = (): CreationContext => ({
  uuid: randomUUID,
  // Milliseconds only: clocks with more digits stop while the machine sleeps.
  now: new Date().toISOString().replace('Z', '000Z'),
});

/** A collection that takes new records. */
type Creatable = Collection & { readonly create: Creation };

/** A complete record that is in no file yet. */
interface NewRecord {
  readonly definition: Creatable;
  /** The text of its file, in YAML. */
  readonly text: string;
  /** What that text says. */
  readonly value: Fields;
  /** The names of the folders below the content folder, and of the file without its extension. */
  readonly names: readonly string[];
  /** The file's path below the content folder, with `/` on every system. */
  readonly file: string;
}

/** Stands for a file in errors of the definition. */
const NO_FILE = { file: 'a new record', value: undefined };

function newRecord(definition: Creatable, fields: Fields, moment: CreationContext): NewRecord {
  const { create } = definition;
  const given = checkedFields(definition, fields);
  const made = callDefinition(definition, 'create.record', NO_FILE, () =>
    Object.entries(create.record(given, moment)),
  );
  // As in JSON, fields that are undefined are left out.
  const text = dump(JSON.parse(JSON.stringify(Object.fromEntries(made))), { lineWidth: -1 });
  const value = yaml.parse(text).value as Fields;
  const own = callDefinition(definition, 'create.file', NO_FILE, () => create.file(value));
  const names = [definition.name, ...own];
  return { definition, text, value, names, file: `${names.join('/')}.yaml` };
}

/** The fields of a body as the definition's schema returns them. */
function checkedFields(definition: Creatable, fields: Fields): Record<string, unknown> {
  const { schema } = definition.create;
  const { success, data, error } = callDefinition(definition, 'create.schema', NO_FILE, () =>
    schema.strict().safeParse(fields, ZOD_OPTIONS),
  );
  if (success) return data;
  throw invalidFields(toProblems(error.issues, (path) => sourceOf(fields, path)));
}

/** A value as JSON; empty for a list or an object, which no message quotes. */
function sourceOf(record: unknown, path: FieldPath): string {
  const value = path.reduce<unknown>((outer, step) => (outer as never)?.[step], record);
  return typeof value === 'object' ? '' : (JSON.stringify(value) ?? '');
}

/**
 * Checks a record together with all of the content. An answer must not reveal private records, so it
 * contains only the problems of the record with the public records.
 */
async function checkRecord(options: ContentOptions, record: NewRecord): Promise<PreparedRecord> {
  const { api, content } = options;
  const { definition, value, file } = record;
  const locate = (path: FieldPath): FieldLocation => {
    const text = sourceOf(value, path);
    return { ...fileLocation(file), length: text.length, text, path };
  };
  const entry: Entry = { collection: definition.name, file, alone: true, value, locate };
  const read = await readContent(content, api.collections, options);
  // The position of its file among the others.
  const before = read.entries.filter((other) => other.file < file);
  const after = read.entries.slice(before.length);
  const records = publishRecords(api, [...before, entry, ...after]);
  const { collections, count, problems } = records;
  const isAllPublic = problems.length === 0 && count > read.entries.length;
  const shown = isAllPublic ? read.entries : publicEntries(api, read);
  // It comes last, so that a problem of two records is located in it.
  const problemsWith = (others: readonly Entry[]) =>
    publishRecords(api, [...others, entry]).problems;
  const errors = isAllPublic ? [] : problemsWith(shown).flatMap(fieldErrorOf);
  if (errors.length > 0) throw invalidFields(errors);
  if (shown.some((other) => other.file === file))
    throw fileRejection(record, 'which already exists.');
  if (problems.length > 0) requireNone(problemsWith(read.entries));
  const key = keyOf(definition, entry);
  const own = collections.find((collection) => collection.definition === definition);
  if (key !== null && own?.records.some((published) => String(published.key) === key)) {
    return { key, records, write: () => writeRecord(content, record) };
  }
  const message = 'The definition would not publish this record.';
  throw invalidFields([{ path: [], message, help: 'Create its file yourself.' }]);
}

/** The entries of the published records. */
function publicEntries(api: Api, { entries, problems }: Content): Entry[] {
  const current = publishRecords(api, entries);
  requireNone([...problems, ...current.problems]);
  return current.collections.flatMap(({ definition, records }) => {
    const keys = new Set(records.map(({ key }) => String(key)));
    return entries.filter(
      (entry) => entry.collection === definition.name && keys.has(keyOf(definition, entry) ?? ''),
    );
  });
}

/** A location in a record that is in no file. */
type FieldLocation = SourceLocation & { readonly path: FieldPath };

/** What is wrong with a field of the new record; empty for a problem of another one. */
function fieldErrorOf({ location, message, help, other = '' }: Problem) {
  // The answer does not show the files of the content.
  const shown = message.replace(other, other && 'another record');
  const { path } = location as Partial<FieldLocation>;
  return path ? [{ path, message: shown, help }] : [];
}

function requireNone(problems: readonly Problem[]): void {
  if (problems.length > 0) throw undisclosed(new ContentError([...problems].sort(byLocation)));
}

/** Says no more: who posts may not be who writes the content. */
const undisclosed = (cause: Error): PostRejection =>
  new PostRejection(409, { detail: UNDISCLOSED }, cause);

const UNDISCLOSED = 'This record can’t be added now. The terminal shows the reason.';

function writeRecord(content: string, record: NewRecord): string {
  const { text, names } = record;
  // A folder needs a file in it, and Windows drops a full stop at the end of a name.
  const isValid = names.length > 1 && names.every((name) => isFileName(name) && !/\.$/.test(name));
  if (!isValid) throw fileRejection(record, 'a path that some systems do not support.');
  const file = path.join(content, record.file);
  makeFolders(content, names.slice(0, -1));
  // `checkRecord` has looked for the files of public records.
  if (!writeNewFile(file, text)) throw undisclosed(new UsageError(`${file} already exists.`));
  return file;
}

/** A record can't have its file: the error is shown at the field that the file is named after. */
function fileRejection({ definition, file }: NewRecord, why: string): PostRejection {
  const { namedBy } = definition.create;
  const message = `The file of this record would be ${file}, ${why}`;
  return invalidFields([{ path: [namedBy], message, help: `Change \`${namedBy}\`.` }]);
}
