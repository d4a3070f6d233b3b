import type { z } from 'zod';
import { KEY } from '../address/address.ts';
import { type Entry, UNREAD } from '../content/read.ts';
import type { Api, Collection, Context, Finding, Published } from '../definition.ts';
import type { Problem } from '../problem.ts';
import { type Wrong, words, wrongs } from './words.ts';

/** A record as the API shows it. */
export interface PublishedRecord {
  readonly key: string | number;
  readonly value: Published;
}

/** The published records of one collection, in the order of the content. */
export interface PublishedCollection {
  readonly definition: Collection;
  readonly records: readonly PublishedRecord[];
}

export interface Records {
  readonly collections: readonly PublishedCollection[];
  /** How many records the content holds, with those that are not published. */
  readonly count: number;
  readonly problems: readonly Problem[];
}

/** A record whose shape is right. */
interface Checked {
  readonly entry: Entry;
  readonly key: string | number;
  readonly record: Record<string, unknown>;
}
interface CheckedCollection {
  readonly definition: Collection;
  readonly records: readonly Checked[];
  /** Is there a record, or could there be one, that has this key but the wrong shape? */
  mayHave(key: string): boolean;
}

/**
 * Turns what the content files hold into what the API shows, or into a list of every problem. Private
 * records are checked with the others and go no further than here.
 */
export function publishRecords(api: Api, entries: readonly Entry[]): Records {
  const problems: Problem[] = [];
  const checked = api.collections.map((definition): CheckedCollection => {
    const own = entries.filter(({ collection }) => collection === definition.name);
    const check = shapeChecker(definition, problems);
    const records = own.flatMap((entry) => check(entry) ?? []);
    checkKeys(definition, own, problems);
    return { definition, records, mayHave: keysOfTheRest(definition, own, records) };
  });
  const finding = finder(checked);
  const collections = checked.map((one) => publishCollection(one, finding, problems));
  return { collections, count: entries.length, problems };
}

/** Checks the shape of one record after the other; null for a wrong one. */
function shapeChecker({ key, schema }: Collection, problems: Problem[]) {
  const [strict, lenient] = [schema.strict(), schema.strip()];
  const checked = (entry: Entry, record: Record<string, unknown>): Checked => ({
    entry,
    record,
    key: record[key] as string | number,
  });
  return (entry: Entry): Checked | null => {
    if (entry.value === UNREAD) return null;
    const { success, data, error } = strict.safeParse(entry.value, { error: words });
    if (success) return checked(entry, data);
    const found = error.issues.flatMap((issue) => wrongs(issue, entry.value, schema));
    problems.push(...found.map((wrong) => shapeProblem(entry, wrong)));
    // Where unknown fields are all that is wrong, the others are checked further.
    const rest = lenient.safeParse(entry.value);
    return rest.success ? checked(entry, rest.data) : null;
  };
}

function shapeProblem(entry: Entry, { code, message, path, part, help }: Wrong): Problem {
  const place = entry.place(path, part);
  const source = place.text.slice(place.column - 1, place.column - 1 + place.length);
  return { code, message, place, help: help(source) };
}

const IS_KEY = new RegExp(`^(?:${KEY})$`);

/** Names that Windows keeps for devices, whatever their ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A record's key as text, whatever else is wrong with the record; null where the key itself is. */
function keyOf({ key, schema }: Collection, { value }: Entry): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const field: z.ZodType = schema.shape[key];
  const { success, data } = field.safeParse((value as Record<string, unknown>)[key]);
  return success ? String(data) : null;
}

/** A key becomes a file's name: it must be able to, and be one of its own where case is no matter. */
function checkKeys(definition: Collection, entries: readonly Entry[], problems: Problem[]) {
  const field = definition.key;
  const first = new Map<string, { readonly entry: Entry; readonly key: string }>();
  for (const entry of entries) {
    const key = keyOf(definition, entry);
    if (key === null) continue;
    const place = () => entry.place([field]);
    if (!IS_KEY.test(key) || DEVICE.test(key) || key.length > 200) {
      const message = `\`${field}\` identifies the record and becomes a file’s name; this can’t be one.`;
      const help =
        'Use up to 200 letters, digits and _ . -, the first a letter, digit or _, and no device’s name such as `con`.';
      problems.push({ code: 'bad-key', message, help, place: place() });
    }
    const other = first.get(key.toLowerCase());
    if (!other) {
      first.set(key.toLowerCase(), { entry, key });
      continue;
    }
    const shared =
      other.key === key ? '' : ' (but for upper and lower case, which many file systems ignore)';
    const message = `\`${field}\` is the same as that of ${whereIs(other.entry, [field])}${shared}.`;
    problems.push({
      code: 'duplicate',
      message,
      help: 'Give each record its own.',
      place: place(),
    });
  }
}

function whereIs(entry: Entry, path: readonly string[]): string {
  const { file, line, column } = entry.place(path);
  return `${file}:${line}:${column}`;
}

/**
 * Tells of a key whether a record that is there, but not right, has it or could have it: it would be
 * wrong to call such a record missing, and would bury the problem under thousands of others.
 */
function keysOfTheRest(
  definition: Collection,
  entries: readonly Entry[],
  records: readonly Checked[],
): CheckedCollection['mayHave'] {
  const right = new Set(records.map(({ entry }) => entry));
  const rest = entries.filter((entry) => !right.has(entry));
  const keys = new Set(rest.map((entry) => keyOf(definition, entry)));
  return (key) => keys.has(null) || keys.has(key);
}

type Find = (collection: Collection, key: string) => Record<string, unknown> | undefined;

/** Finds records by their keys; calls `onUnsure` for one that may be there, but has problems. */
function finder(collections: readonly CheckedCollection[]) {
  const index = new Map(
    collections.map(({ definition, records, mayHave }) => {
      const byKey = new Map(records.map(({ key, record }) => [String(key), record]));
      return [definition.name, { byKey, mayHave }];
    }),
  );
  return (onUnsure: () => void): Find =>
    ({ name }, key) => {
      const own = index.get(name);
      const found = own?.byKey.get(key);
      if (!found && own?.mayHave(key)) onUnsure();
      return found;
    };
}

function publishCollection(
  { definition, records }: CheckedCollection,
  finding: ReturnType<typeof finder>,
  problems: Problem[],
): PublishedCollection {
  const published = records.flatMap((checked) => {
    const { file, alone } = checked.entry;
    let isSure = true;
    const find = finding(() => {
      isSure = false;
    }) as Context['find'];
    const context: Context = { file, alone, find };
    const found = [...(definition.check?.(checked.record, context) ?? [])];
    const sure = found.filter(({ code }) => isSure || code !== 'reference');
    problems.push(...sure.map((one) => problemOf(checked, one)));
    if (found.length > 0 || !isSure) return [];
    return [{ ...checked, value: definition.publish(checked.record, context) }];
  });
  checkUnique(definition, published, problems);
  const isPublic = (one: Checked) => definition.isPublic?.(one.record) ?? true;
  return {
    definition,
    records: published.filter(isPublic).map(({ key, value }) => ({ key, value })),
  };
}

const problemOf = ({ entry }: Checked, { path, ...finding }: Finding): Problem => ({
  ...finding,
  place: entry.place(path),
});

function checkUnique(
  { unique }: Collection,
  published: readonly (Checked & { readonly value: Published })[],
  problems: Problem[],
): void {
  const first = new Map<string, Checked>();
  for (const one of published) {
    const told = new Set<Checked>();
    for (const [what, shared] of Object.entries(unique?.(one.value) ?? {})) {
      const other = first.get(`${what}: ${shared}`);
      if (!other) first.set(`${what}: ${shared}`, one);
      // What else the same two share mostly follows from the first.
      else if (!told.has(other)) {
        told.add(other);
        const message = `This record shares its ${what} (${shared}) with ${whereIs(other.entry, [])}.`;
        const help = 'Remove one of the two, or change what they share.';
        problems.push({ code: 'duplicate', message, help, place: one.entry.place([]) });
      }
    }
  }
}
