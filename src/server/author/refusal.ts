/** A record that can't be added as it was sent, as Django REST Framework tells it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /**
   * @param status 400 where the body is wrong, 409 where the content is in the way
   * @param body `{ detail }`, or lists of messages by field
   */
  constructor(
    readonly status: 400 | 409,
    readonly body: Readonly<Record<string, unknown>>,
  ) {
    super(JSON.stringify(body));
  }
}

/** Something wrong with a field, or with the whole record where the path is empty. */
interface Complaint {
  readonly path: readonly (string | number)[];
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** What to do about it, as a sentence. */
  readonly help: string;
}

/** What DRF calls what is wrong with no field alone. */
const WHOLE = 'non_field_errors';

/** Every complaint under its field; one about a part of a field under the field. */
export function badFields(complaints: readonly Complaint[]): Refusal {
  const fields = new Map<string, string[]>();
  for (const { path, message, help } of complaints) {
    const field = String(path[0] ?? WHOLE);
    const told = fields.get(field) ?? [];
    told.push(`${message} ${help}`);
    fields.set(field, told);
  }
  return new Refusal(400, Object.fromEntries(fields));
}
