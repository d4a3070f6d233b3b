import type { z } from 'zod';
import { KEY } from '../address/address.ts';
import type { Entry } from '../content/read.ts';
import type { Api, Collection, Context, Finding, Published } from '../definition.ts';
import type { Problem } from '../problem.ts';
import { words, wrongs } from './words.ts';

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
type CheckedCollection = { readonly definition: Collection; readonly records: readonly Checked[] };

/**
 * Turns what the content files hold into what the API shows, or into a list of every problem. Private
 * records are checked with the others and go no further than here.
 */
export function publishRecords(api: Api, entries: readonly Entry[]): Records {
  const problems: Problem[] = [];
  const checked = api.collections.map((definition): CheckedCollection => {
    const own = entries.filter(({ collection }) => collection === definition.name);
    const schema = definition.schema.strict();
    const records = own.flatMap((entry) => checkShape(definition.key, schema, entry, problems));
    checkKeys(definition, records, problems);
    return { definition, records };
  });
  const find = finder(checked);
  const collections = checked.map((collection) => publishCollection(collection, find, problems));
  return { collections, count: entries.length, problems };
}

function checkShape(
  key: string,
  schema: z.ZodObject,
  entry: Entry,
  problems: Problem[],
): Checked[] {
  const { success, data, error } = schema.safeParse(entry.value, { error: words });
  if (success) return [{ entry, record: data, key: data[key] as string | number }];
  for (const wrong of error.issues.flatMap((issue) => wrongs(issue, entry.value, schema))) {
    const { code, message, path, part } = wrong;
    const place = entry.place(path, part);
    const source = place.text.slice(place.column - 1, place.column - 1 + place.length);
    problems.push({ code, message, place, help: wrong.help(source) });
  }
  return [];
}

/** Names that Windows keeps for devices, whatever their ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A key becomes a file's name: it must be able to, and be one of its own where case is no matter. */
function checkKeys({ key: field }: Collection, records: readonly Checked[], problems: Problem[]) {
  const first = new Map<string, Checked>();
  for (const one of records) {
    const place = () => one.entry.place([field]);
    const text = String(one.key);
    if (!new RegExp(`^(?:${KEY})$`).test(text) || DEVICE.test(text) || text.length > 200) {
      const message = `\`${field}\` identifies the record and becomes a file’s name; this can’t be one.`;
      const help =
        'Use up to 200 letters, digits and _ . -, the first a letter, digit or _, and no device’s name such as `con`.';
      problems.push({ code: 'bad-key', message, help, place: place() });
    }
    const other = first.get(text.toLowerCase());
    if (!other) {
      first.set(text.toLowerCase(), one);
      continue;
    }
    const same = other.key === one.key;
    const shared = same ? '' : ' (but for upper and lower case, which many file systems ignore)';
    const message = `\`${field}\` is the same as that of ${whereIs(other, [field])}${shared}.`;
    problems.push({
      code: 'duplicate',
      message,
      help: 'Give each record its own.',
      place: place(),
    });
  }
}

function whereIs({ entry }: Checked, path: readonly string[]): string {
  const { file, line, column } = entry.place(path);
  return `${file}:${line}:${column}`;
}

type Find = Context['find'];

function finder(collections: readonly CheckedCollection[]): Find {
  const index = new Map(
    collections.map(({ definition, records }) => [
      definition.name,
      new Map(records.map(({ key, record }) => [String(key), record])),
    ]),
  );
  return ((collection: Collection, key: string) => index.get(collection.name)?.get(key)) as Find;
}

function publishCollection(
  { definition, records }: CheckedCollection,
  find: Find,
  problems: Problem[],
): PublishedCollection {
  const published = records.flatMap((checked) => {
    const { file, alone } = checked.entry;
    const context: Context = { file, alone, find };
    const findings = [...(definition.check?.(checked.record, context) ?? [])];
    problems.push(...findings.map((finding) => problemOf(checked, finding)));
    if (findings.length > 0) return [];
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
    for (const [what, shared] of Object.entries(unique?.(one.value) ?? {})) {
      const other = first.get(`${what}: ${shared}`);
      if (!other) first.set(`${what}: ${shared}`, one);
      else {
        const message = `This record’s ${what} (${shared}) is the same as that of ${whereIs(other, [])}.`;
        const help = 'Remove one of the two, or change what they share.';
        problems.push({ code: 'duplicate', message, help, place: one.entry.place([]) });
      }
    }
  }
}
