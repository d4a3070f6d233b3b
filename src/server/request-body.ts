import { isUtf8 } from 'node:buffer';
import { json } from '../content/json.ts';
import type { Parsed } from '../content/syntax.ts';
import { locationAt } from '../util/problem.ts';
import { badFields, Refusal } from './author/refusal.ts';

/** What a body says: its fields, not yet checked. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a request's body as JSON, as strictly as content is read.
 * @throws Refusal where it is not one object in JSON and UTF-8
 */
export function readBody(body: Uint8Array): Fields {
  if (!isUtf8(body)) throw unreadable('The body is not UTF-8. Send it as UTF-8.');
  const text = new TextDecoder().decode(body);
  if (text.trim() === '') throw unreadable(`The body is empty. ${EXPECTED}`);
  const { value, faults } = parse(text);
  const [fault] = faults;
  if (fault) {
    const { line, column } = locationAt('', text, fault.offset);
    throw unreadable(`Line ${line}, column ${column}: ${fault.message} ${fault.help}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unreadable(`The body is JSON, but no object. ${EXPECTED}`);
  }
  const fields = value as Fields;
  const count = Object.keys(fields).length;
  if (count > MOST) throw unreadable(`The body has ${count} fields; no record has that many.`);
  requireCharacters(fields);
  return fields;
}

/** More fields than any record has: each one that is wrong gets a sentence. */
const MOST = 1000;

const EXPECTED = 'Send an object with the fields of one record, such as `{"label": "Davis"}`.';

const unreadable = (detail: string): Refusal => new Refusal(400, { detail });

const tooDeep = (): Refusal =>
  unreadable(
    'Values stand inside values here, too deep to be followed. Send fewer levels of them.',
  );

/** The parser calls itself for a value inside another; thousands deep there is no room left. */
function parse(text: string): Parsed {
  try {
    return json.parse(text);
  } catch (error) {
    throw error instanceof RangeError ? tooDeep() : error;
  }
}

/** More levels than any record has; what reads and writes records calls itself for each. */
const DEEPEST = 100;

/** JSON can spell half of a surrogate pair. It is no character, and many readers stop at it. */
function requireCharacters(fields: Fields): void {
  const broken = Object.keys(fields).filter((field) => holdsHalf({ [field]: fields[field] }));
  if (broken.length === 0) return;
  throw badFields(
    broken.map((field) => ({
      path: [field],
      message: `\`${field}\` holds half of a surrogate pair, which is not a character.`,
      help: 'Write the character whole, or remove the half.',
    })),
  );
}

function holdsHalf(value: unknown, depth = 0): boolean {
  if (depth > DEEPEST) throw tooDeep();
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null) return false;
  const parts = Object.entries(value).flat();
  return parts.some((part) => holdsHalf(part, depth + 1));
}
