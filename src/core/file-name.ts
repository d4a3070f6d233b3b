import { hashText } from './hash.ts';

/*
 * Names of files for texts such as keys and values of filters: one reversible encoding to letters, digits
 * and `_ . -`, which survive every file system and every host.
 *
 *   US, con1, -5      a plain name is the text itself
 *   --S.c3.bcd        `--`, then the text; of each other character, the bytes of UTF-8 in hex: `Süd`
 *   ---us             `---`, then the same with capital letters encoded too, for a text that differs only
 *                     in case from one before it: `us` after `US`
 *   ----<hash>        for a text whose name would be too long
 */

/** The pattern of a plain name. A host's rules can use it: it has no construct that a dialect lacks. */
export const PLAIN_NAME = '-?[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?';

/** How the names of texts begin that are not plain. */
const ENCODED_PREFIX = '--';
const TWIN_PREFIX = '---';
const HASH_PREFIX = '----';

/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The longest name, in bytes. File systems accept 255, with an extension. */
export const MAX_NAME_BYTES = 200;

const IS_PLAIN = new RegExp(`^${PLAIN_NAME}$`);

/** True if a text is the name of its file. One that ends in `.json` would be taken for the end of a path. */
export const isPlainName = (text: string): boolean =>
  IS_PLAIN.test(text) &&
  !DEVICE.test(text) &&
  !/\.json$/i.test(text) &&
  text.length <= MAX_NAME_BYTES;

/**
 * The name of the file for a text.
 * @param isTwin true for a text that differs only in case from another one, which has the other name
 */
export function formatFileName(text: string, isTwin = false): string {
  if (!isTwin && isPlainName(text)) return text;
  const others = isTwin ? /^-|[^a-z0-9_-]/gu : /^-|[^A-Za-z0-9_-]/gu;
  const name = (isTwin ? TWIN_PREFIX : ENCODED_PREFIX) + text.replace(others, encodeCharacter);
  if (name.length <= MAX_NAME_BYTES) return name;
  return HASH_PREFIX + hashText(new TextEncoder().encode(text));
}

const encodeCharacter = (character: string): string =>
  Array.from(
    new TextEncoder().encode(character),
    (byte) => `.${byte.toString(16).padStart(2, '0')}`,
  ).join('');

/** True for a name from which the text can't be read. */
export const isHashName = (name: string): boolean => name.startsWith(HASH_PREFIX);

/** The inverse of `formatFileName`: the text of a name; null for a hash, and for a text that is no name. */
export function parseFileName(name: string): string | null {
  if (isPlainName(name)) return name;
  const isTwin = name.startsWith(TWIN_PREFIX);
  const encoded = name.slice((isTwin ? TWIN_PREFIX : ENCODED_PREFIX).length);
  try {
    const text = decodeURIComponent(encoded.replaceAll('.', '%'));
    return formatFileName(text, isTwin) === name ? text : null;
  } catch {
    return null;
  }
}

/** The names of the files of different texts, of which no two differ only in case: those that are not the text. */
export function encodedNames(texts: Iterable<string>): Map<string, string> {
  const names = new Map<string, string>();
  const caseless = new Set<string>();
  for (const text of [...texts].sort()) {
    const lower = text.toLowerCase();
    const name = formatFileName(text, caseless.has(lower));
    caseless.add(lower);
    if (name !== text) names.set(text, name);
  }
  return names;
}
