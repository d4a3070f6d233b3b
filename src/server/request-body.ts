import { isUtf8 } from 'node:buffer';
import type { ParseResult } from '../content/format.ts';
import { json } from '../content/json.ts';
import { locationAt } from '../util/problem.ts';
import { invalidFields, rejection } from './post-rejection.ts';

/** The fields of a body, not yet checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** More fields than any record has: each one that is wrong gets a sentence. */
const MAX_FIELDS = 1000;

const EXPECTED = 'Send an object with the fields of one record, such as `{"label": "Davis"}`.';

/**
 * Parses a request's body as JSON, as strictly as content is parsed.
 * @throws PostRejection where it is not one object in JSON and UTF-8
 */
export function parseBody(body: Uint8Array): Fields {
  if (!isUtf8(body)) throw rejection(400, 'The body is not UTF-8. Send it as UTF-8.');
  const text = new TextDecoder().decode(body);
  if (text.trim() === '') throw rejection(400, `The body is empty. ${EXPECTED}`);
  const { value, errors } = parse(text);
  const [error] = errors;
  if (error) {
    const { line, column } = locationAt('', text, error.offset);
    throw rejection(400, `Line ${line}, column ${column}: ${error.message} ${error.help}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw rejection(400, `The body is JSON, but not an object. ${EXPECTED}`);
  }
  const { length } = Object.keys(value);
  if (length > MAX_FIELDS) {
    throw rejection(400, `The body has ${length} fields; no record has that many.`);
  }
  const broken = Object.entries(value).filter(holdsHalfPair);
  if (broken.length === 0) return value as Fields;
  throw invalidFields(
    broken.map(([name]) => ({
      path: [name],
      message: `\`${name}\` holds half of a surrogate pair, which is not a character.`,
      help: 'Write the character whole, or remove the half.',
    })),
  );
}

function parse(text: string): ParseResult {
  try {
    return json.parse(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw rejection(400, 'The body is nested too deeply. Send fewer levels of values.');
  }
}

/**
 * JSON can hold half of a surrogate pair, which many parsers reject. Of the characters beyond ASCII,
 * `JSON.stringify` escapes only these.
 */
const holdsHalfPair = (field: [name: string, value: unknown]): boolean =>
  /\\ud/.test(JSON.stringify(field).replaceAll('\\\\', ''));
