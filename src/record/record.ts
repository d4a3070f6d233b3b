import type { Entry } from '../content/read.ts';
import type { Api, Collection, Context, Finding, Published } from '../definition.ts';
import type { Problem } from '../problem.ts';
import { checkKeys, whereIs } from './key.ts';
import { type CheckedCollection, finder, keysOfTheRest } from './reference.ts';
import { type Checked, shapeChecker } from './shape.ts';

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
