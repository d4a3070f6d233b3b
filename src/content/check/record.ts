import { z } from 'zod';
import {
  type Api,
  type Collection,
  type Context,
  type Feature,
  type Features,
  type Finding,
  type Published,
  strictUnlessLoose,
} from '../../api/definition.ts';
import type { Problem } from '../../util/problem.ts';
import type { Entry } from '../read.ts';
import {
  ask,
  requireFindings,
  requireRecord,
  requireShape,
  requireSortable,
  requireYesOrNo,
} from './ask.ts';
import { checkKeys, whereIs } from './key.ts';
import { type CheckedCollection, finder, keysOf } from './reference.ts';
import { type Checked, checkShapes } from './shape.ts';

/** A record as the API shows it. */
export interface PublishedRecord {
  readonly key: string | number;
  readonly value: Published;
  /** Where it is on a map; absent where it is on none. */
  readonly feature?: Feature;
}

/** The published records of one collection, in the order of the content. */
export interface PublishedCollection {
  readonly definition: Collection;
  readonly records: readonly PublishedRecord[];
}

export interface Records {
  readonly collections: readonly PublishedCollection[];
  /** How many records they have together. */
  readonly count: number;
  readonly problems: readonly Problem[];
}

/**
 * Turns what the content files hold into what the API shows, or into a list of every problem. Private
 * records are checked with the others and go no further than here.
 */
export function publishRecords(api: Api, entries: readonly Entry[]): Records {
  const problems: Problem[] = [];
  const strays = entries.filter(({ collection }) => collection === null);
  const checked = api.collections.map((definition): CheckedCollection => {
    const own = entries.filter(({ collection }) => collection === definition.name);
    // A file in no collection may hold what a collection without records lacks.
    const isUnsure = own.length === 0 && strays.length > 0;
    const { right, wrong } = checkShapes(definition, own, problems);
    checkKeys(definition, own, problems);
    const mayHave = keysOf(definition, wrong);
    return { definition, records: right, mayHave: (key) => isUnsure || mayHave(key) };
  });
  const finding = finder(checked);
  const collections = checked.map((one) => publishCollection(one, finding, problems));
  const count = collections.reduce((sum, { records }) => sum + records.length, 0);
  return { collections, count, problems };
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
    const { entry, record } = checked;
    const found = requireFindings(
      definition,
      entry,
      ask(definition, 'check', entry, () => [...(definition.check?.(record, context) ?? [])]),
    );
    const sure = found.filter(({ code }) => isSure || code !== 'reference');
    problems.push(...sure.map((one) => problemOf(checked, one)));
    if (found.length > 0 || !isSure) return [];
    const { publish = () => record } = definition;
    const value = ask(definition, 'publish', entry, () => publish(record, context));
    return [{ ...checked, value: requireRecord(definition, 'publish', entry, value) }];
  });
  requireSortable(definition, published);
  checkUnique(definition, published, problems);
  const isPublic = ({ entry, record }: Checked) => {
    if (!definition.isPublic) return true;
    const answer = ask(definition, 'isPublic', entry, () => definition.isPublic?.(record));
    return requireYesOrNo(definition, entry, answer);
  };
  const shown = published.filter(isPublic);
  const { published: shape } = definition;
  if (shape) requireShape(definition, 'publish', strictUnlessLoose(shape), shown);
  return { definition, records: placed(definition, shown) };
}

/** Published records, each with its point where it is on a map. */
function placed(
  definition: Collection,
  records: readonly (Checked & PublishedRecord)[],
): PublishedRecord[] {
  const { features } = definition;
  if (!features) return records.map(({ key, value }) => ({ key, value }));
  const points = records.map(({ entry, record }) =>
    ask(definition, 'features.feature', entry, () => features.feature(record)),
  );
  const answers = records.map(({ entry }, index) => ({ entry, value: points[index] }));
  const given = answers.filter(({ value }) => value !== null);
  requireShape(definition, 'features.feature', featureShape(features), given);
  return records.map(({ key, value }, index) => {
    const feature = points[index];
    return { key, value, ...(feature && { feature }) };
  });
}

const featureShape = ({ properties }: Features): z.ZodObject =>
  z.strictObject({
    longitude: z.number().min(-180).max(180),
    latitude: z.number().min(-90).max(90),
    properties: strictUnlessLoose(properties),
  });

const problemOf = ({ entry }: Checked, { path, ...finding }: Finding): Problem => ({
  ...finding,
  location: entry.place(path),
});

function checkUnique(
  definition: Collection,
  published: readonly (Checked & { readonly value: Published })[],
  problems: Problem[],
): void {
  if (!definition.unique) return;
  const firsts = new Firsts();
  for (const one of published) {
    const told: Checked[] = [];
    const read = ask(definition, 'unique', one.entry, () => definition.unique?.(one.value));
    const parts = requireRecord(definition, 'unique', one.entry, read);
    for (const [what, shared] of Object.entries(parts)) {
      const other = firsts.before(one, what, String(shared));
      // What else the same two share mostly follows from the first.
      if (!other || told.includes(other)) continue;
      told.push(other);
      const where = whereIs(other.entry, []);
      const message = `This record shares its ${what} (${shared}) with ${where}.`;
      const help = 'Remove one of the two, or change what they share.';
      const place = one.entry.place([]);
      problems.push({ code: 'duplicate', message, other: where, help, location: place });
    }
  }
}

/** The first record to have each thing that no two may share. */
class Firsts {
  // By what it is, then by the thing itself: texts of both would be as large as the records.
  readonly #by = new Map<string, Map<string, Checked>>();

  /** The record that has it already; where there is none, this is the one from now on. */
  before(one: Checked, what: string, shared: string): Checked | undefined {
    const own = this.#by.get(what) ?? new Map<string, Checked>();
    this.#by.set(what, own);
    const first = own.get(shared);
    if (!first) own.set(shared, one);
    return first;
  }
}
