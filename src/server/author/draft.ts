import type { Collection, Creation, Moment } from '../../api/definition.ts';
import { ask, requireNames, requireRecord } from '../../content/check/ask.ts';
import { isFileName } from '../../content/check/key.ts';
import { words, wrongs } from '../../content/check/words.ts';
import type { Fields } from '../request-body.ts';
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
const NEW = { file: 'a new record' };

/**
 * Makes a whole record of the fields that a body has.
 * @throws Refusal with everything that is wrong with the fields
 * @throws UsageError where the definition fails
 */
export function draftOf(definition: Creatable, fields: Fields, moment: Moment): Draft {
  const { create } = definition;
  const given = checkFields(definition, fields);
  const made = ask(definition, 'create.record', NEW, () => create.record(given, moment));
  const whole = requireRecord(definition, 'create.record', NEW, made);
  const record = Object.fromEntries(
    Object.entries(whole).filter(([, value]) => value !== undefined),
  );
  const own = ask(definition, 'create.file', NEW, () => create.file(record));
  const names = [definition.name, ...requireNames(definition, NEW, own)];
  return { definition, record, names, file: `${names.join('/')}.yaml` };
}

function checkFields(definition: Creatable, fields: Fields): Record<string, unknown> {
  const { schema } = definition.create;
  const { success, data, error } = ask(definition, 'create.schema', NEW, () =>
    schema.strict().safeParse(fields, { error: words }),
  );
  if (success) return data;
  const found = error.issues.flatMap((issue) => wrongs(issue, fields, schema));
  throw badFields(
    found.map(({ path, message, help }) => ({
      path,
      message,
      help: help(sourceAt(fields, path)),
    })),
  );
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
