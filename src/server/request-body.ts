import { isUtf8 } from 'node:buffer';
import { ILL_FORMED, illFormedTexts } from '../content/ill-formed-text.ts';
import { json } from '../content/json.ts';
import { isObject } from '../util/object.ts';
import { locationsIn } from '../util/problem.ts';
import { invalidFields, rejection } from './post-rejection.ts';

/** The fields of a body, not yet checked. */
export type BodyFields = Readonly<Record<string, unknown>>;

const EXPECTED = 'Send an object with the fields of one record, such as `{"label": "Davis"}`.';

/**
 * Parses a request's body as JSON, as strictly as content is parsed.
 * @throws PostRejection where it is not one object in JSON and UTF-8
 */
export function parseBody(body: Uint8Array): BodyFields {
  if (!isUtf8(body)) throw rejection(400, 'The body is not UTF-8. Send it as UTF-8.');
  const text = new TextDecoder().decode(body);
  if (text.trim() === '') throw rejection(400, `The body is empty. ${EXPECTED}`);
  const { value, errors } = json.parse(text);
  const [error] = errors;
  if (error) {
    const { line, column } = locationsIn('', text)(error.offset);
    throw rejection(400, `Line ${line}, column ${column}: ${error.message} ${error.help}`);
  }
  if (!isObject(value)) {
    throw rejection(400, `The body is JSON, but not an object. ${EXPECTED}`);
  }
  const broken = new Set(illFormedTexts(value).map(({ path: [field] }) => String(field)));
  if (broken.size === 0) return value;
  throw invalidFields([...broken].map((name) => ({ path: [name.toWellFormed()], ...ILL_FORMED })));
}
