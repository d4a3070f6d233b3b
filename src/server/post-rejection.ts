import type { FieldPath } from '../content/format.ts';
import type { Problem } from '../util/problem.ts';

/** A POST that adds no record: the status and the JSON body of its answer. */
export class PostRejection extends Error {
  override readonly name = 'PostRejection';
  /**
   * @param body `{ detail }`, or lists of messages by field, as Django REST Framework sends them
   * @param cause private details that the answer must not contain
   */
  constructor(
    readonly status: number,
    readonly body: Readonly<Record<string, unknown>>,
    cause?: Error,
  ) {
    super(JSON.stringify(body), { cause });
  }
}

/** A rejection that concerns no field. */
export const rejection = (status: number, detail: string): PostRejection =>
  new PostRejection(status, { detail });

/** What Django REST Framework calls errors of the whole record. */
const WHOLE_RECORD = 'non_field_errors';

/** A rejection with every error under its top-level field; that of the whole record has an empty path. */
export function invalidFields(
  errors: readonly (Pick<Problem, 'message' | 'help'> & { readonly path: FieldPath })[],
): PostRejection {
  const fields = new Map<string, string[]>();
  for (const { path, message, help } of errors) {
    const field = String(path[0] ?? WHOLE_RECORD);
    fields.set(field, [...(fields.get(field) ?? []), `${message} ${help}`]);
  }
  return new PostRejection(400, Object.fromEntries(fields));
}
