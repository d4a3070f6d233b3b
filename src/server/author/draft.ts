import type { Collection, Creation, Moment } from '../../api/definition.ts';
import { callDefinition } from '../../content/check/call-definition.ts';
import { isFileName } from '../../content/check/key.ts';
import { toProblems, ZOD_OPTIONS } from '../../content/check/zod-problems.ts';
import type { Fields } from './body.ts';
import { badFields, type Refusal } from './refusal.ts';

/** A collection that takes new records. */
export type Creatable = Collection & { readonly create: Creation };

/** A whole record that is in no file yet. */
export interface Draft {
  readonly definition: Creatable;
  /** As its file is to say it, without undefined fields. */
  readonly record: Fields;
  /** The folders below the content folder, then the file's name without its ending. */
  readonly names: readonly string[];
  /** Its file's path below the content folder, with `/` on every system. */
  readonly file: string;
}

/** How an error calls what has no file. */
const NEW = { file: 'a new record', value: undefined };

/**
 * Makes a whole record of the fields that a body has.
 * @throws Refusal with everything that is wrong with the fields
 * @throws UsageError where the definition fails
 */
export function draftOf(definition: Creatable, fields: Fields, moment: Moment): Draft {
  const { create } = definition;
  const given = checkFields(definition, fields);
  const made = callDefinition(definition, 'create.record', NEW, () => create.record(given, moment));
  const record = Object.fromEntries(
    Object.entries(made).filter(([, value]) => value !== undefined),
  );
  const own = callDefinition(definition, 'create.file', NEW, () => create.file(record));
  const names = [definition.name, ...own];
  return { definition, record, names, file: `${names.join('/')}.yaml` };
}

function checkFields(definition: Creatable, fields: Fields): Record<string, unknown> {
  const { schema } = definition.create;
  const { success, data, error } = callDefinition(definition, 'create.schema', NEW, () =>
    schema.strict().safeParse(fields, ZOD_OPTIONS),
  );
  if (success) return data;
  throw badFields(toProblems(error, (path) => sourceAt(fields, path)));
}

/** A value as JSON has it; empty for one that holds others, of which nobody quotes it. */
export function sourceAt(record: unknown, path: readonly (string | number)[]): string {
  const value = path.reduce<unknown>((one, step) => (one as never)?.[step], record);
  return typeof value === 'object' ? '' : (JSON.stringify(value) ?? '');
}

/**
 * Requires that a draft's folders and file can be called so on every system.
 * @throws Refusal under the field that names the file
 */
export function requireFileNames(draft: Draft): void {
  // Windows drops a full stop at the end of a folder's name.
  if (draft.names.every((name) => isFileName(name) && !name.endsWith('.'))) return;
  throw noFile(draft, 'a path that not every system can have.');
}

/** A record can't have its file: told under the field that gives it another. */
export function noFile({ definition, file }: Draft, why: string): Refusal {
  const { namedBy } = definition.create;
  const message = `The record would be in ${file}, ${why}`;
  return badFields([{ path: [namedBy], message, help: `Give another \`${namedBy}\`.` }]);
}
