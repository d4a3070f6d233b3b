import type { z } from 'zod';
import type { Collection } from '../../api/definition.ts';
import { KEY } from '../../core/address.ts';
import type { Problem } from '../../util/problem.ts';
import type { Entry } from '../read.ts';

const IS_KEY = new RegExp(`^(?:${KEY})$`);

/** Names that Windows keeps for devices, whatever their ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Can a text be a file's name, or a folder's, on every system and in every path? */
export const isFileName = (text: string): boolean =>
  IS_KEY.test(text) && !DEVICE.test(text) && text.length <= 200;

/** A record's key as text, whatever else is wrong with the record; null where the key itself is. */
export function keyOf({ key, schema }: Collection, { value }: Entry): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const field: z.ZodType = schema.shape[key];
  const { success, data } = field.safeParse((value as Record<string, unknown>)[key]);
  return success ? String(data) : null;
}

/** A key becomes a file's name: it must be able to, and be one of its own where case is no matter. */
export function checkKeys(definition: Collection, entries: readonly Entry[], problems: Problem[]) {
  const field = definition.key;
  const isOwn = new RegExp(`^(?:${definition.keyPattern ?? KEY})$`);
  const first = new Map<string, Entry>();
  for (const entry of entries) {
    const key = keyOf(definition, entry);
    if (key === null) continue;
    const place = () => entry.place([field]);
    if (!isFileName(key)) {
      const message = `\`${field}\` identifies the record and becomes a file’s name; this can’t be one.`;
      const help =
        'Use up to 200 letters, digits and _ . -, the first a letter, digit or _, and no device’s name such as `con`.';
      problems.push({ code: 'bad-key', message, help, location: place() });
    } else if (!isOwn.test(key)) {
      const message = `\`${field}\` does not look like a key of ${definition.name}.`;
      const help = `Keys match the regular expression ${definition.keyPattern}.`;
      problems.push({ code: 'bad-key', message, help, location: place() });
    }
    const other = first.get(key.toLowerCase());
    if (!other) {
      first.set(key.toLowerCase(), entry);
      continue;
    }
    const isSame = keyOf(definition, other) === key;
    const shared = isSame ? '' : ' (but for upper and lower case, which many file systems ignore)';
    const where = whereIs(other, [field]);
    const message = `\`${field}\` is the same as that of ${where}${shared}.`;
    problems.push({
      code: 'duplicate',
      message,
      other: where,
      help: 'Give each record its own.',
      location: place(),
    });
  }
}

/** Where a part of another record is, as text. */
export function whereIs(entry: Entry, path: readonly string[]): string {
  const { file, line, column } = entry.place(path);
  return `${file}:${line}:${column}`;
}
