import { z } from 'zod';
import {
  type Api,
  type Collection,
  type Context,
  type Feature,
  type Features,
  type Published,
  strictUnlessLoose,
} from '../../api/definition.ts';
import type { Problem } from '../../util/problem.ts';
import type { Entry } from '../read.ts';
import { callDefinition, definitionError, requireSchema } from './call-definition.ts';
import { checkKeys, positionOf } from './key.ts';
import { type CheckedCollection, RecordIndex } from './record-index.ts';
import { checkSchema, type ValidRecord } from './schema.ts';

/** A record as the API shows it. */
export interface PublishedRecord {
  readonly key: string | number;
  readonly value: Published;
  /** Its point on a map; absent where it has none. */
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
 * Turns the records of the content files into those that the API shows, or into a list of every problem.
 * Private records are checked like the others, and are not in the result.
 * @throws UsageError where the definition fails on a record
 */
export function publishRecords(api: Api, entries: readonly Entry[]): Records {
  const problems: Problem[] = [];
  const hasStrayFiles = entries.some(({ collection }) => collection === null);
  const checked = api.collections.map((definition): CheckedCollection => {
    const own = entries.filter(({ collection }) => collection === definition.name);
    const { valid, invalid } = checkSchema(definition, own, problems);
    checkKeys(definition, own, problems);
    return { definition, valid, invalid, isIncomplete: own.length === 0 && hasStrayFiles };
  });
  const index = new RecordIndex(checked);
  const collections = checked.map((one) => publishCollection(one, index, problems));
  const count = collections.reduce((sum, { records }) => sum + records.length, 0);
  return { collections, count, problems };
}

/** A record without problems. */
interface CheckedRecord extends PublishedRecord {
  readonly entry: Entry;
  readonly isPublic: boolean;
}

function publishCollection(
  { definition, valid }: CheckedCollection,
  index: RecordIndex,
  problems: Problem[],
): PublishedCollection {
  const publish = recordPublisher(definition, index, problems);
  const checked = valid.flatMap((one) => publish(one) ?? []);
  checkUnique(definition, checked, problems);
  const shown = checked.filter(({ isPublic }) => isPublic);
  const records = shown.map(({ key, value, feature }) => ({
    key,
    value,
    ...(feature && { feature }),
  }));
  return { definition, records };
}

/** Returns a function that checks a record and publishes it; null for one that has problems. */
function recordPublisher(definition: Collection, index: RecordIndex, problems: Problem[]) {
  const { published, features, publish } = definition;
  const schema = published && strictUnlessLoose(published);
  const featureSchema = features && featureSchemaOf(features);
  return ({ entry, key, record }: ValidRecord): CheckedRecord | null => {
    const call = <T>(callback: string, run: () => T) =>
      callDefinition(definition, callback, entry, run);
    let isCertain = true;
    const onUncertain = () => {
      isCertain = false;
    };
    const find = (({ name }, wanted) => index.find(name, wanted, onUncertain)) as Context['find'];
    const context: Context = { file: entry.file, alone: entry.alone, find };
    const count = call('check', () => {
      const findings = [...(definition.check?.(record, context) ?? [])];
      const certain = findings.filter(({ code }) => isCertain || code !== 'reference');
      problems.push(
        ...certain.map(({ path, ...rest }) => ({ ...rest, location: entry.locate(path) })),
      );
      return findings.length;
    });
    if (count > 0 || !isCertain) return null;
    const value = call('publish', () => (publish ? publish(record, context) : record));
    const isPublic = call('isPublic', () =>
      definition.isPublic ? definition.isPublic(record) : true,
    );
    // Anything but true or false is a mistake, and a mistake must not publish a private record.
    if (typeof isPublic !== 'boolean') {
      throw definitionError(definition, entry, 'isPublic must return true or false.');
    }
    if (!isPublic) return { entry, key, value, isPublic };
    if (schema) requireSchema(definition, 'publish', { entry, value, schema });
    requireSortable(definition, entry, value);
    const feature = call('features.feature', () => features?.feature(record) ?? null);
    if (!featureSchema || feature === null) return { entry, key, value, isPublic };
    requireSchema(definition, 'features.feature', { entry, value: feature, schema: featureSchema });
    return { entry, key, value, isPublic, feature };
  };
}

const featureSchemaOf = ({ properties }: Features): z.ZodObject =>
  z.strictObject({
    longitude: z.number().min(-180).max(180),
    latitude: z.number().min(-90).max(90),
    properties: strictUnlessLoose(properties),
  });

/** Requires that what is ordered as a number is one: the order would depend on chance otherwise. */
function requireSortable(
  { orderings = {}, order, ...definition }: Collection,
  entry: Entry,
  value: Published,
): void {
  for (const { field, kind } of [...Object.values(orderings), ...(order ? [order] : [])]) {
    if (kind !== 'number' || ['number', 'boolean'].includes(typeof (value[field] ?? 0))) continue;
    throw definitionError(
      definition,
      entry,
      `it orders by ${field} as a number, which this is not.`,
    );
  }
}

function checkUnique(
  definition: Collection,
  records: readonly CheckedRecord[],
  problems: Problem[],
): void {
  const { unique } = definition;
  if (!unique) return;
  /** The first record with each value, by what the value is called. */
  const firsts = new Map<string, Map<string, CheckedRecord>>();
  for (const one of records) {
    const { entry, value } = one;
    const reported = new Set<CheckedRecord>();
    const parts = callDefinition(definition, 'unique', entry, () => unique(value));
    for (const [what, shared] of Object.entries(parts ?? {})) {
      const seen = firsts.get(what) ?? new Map<string, CheckedRecord>();
      firsts.set(what, seen);
      const other = seen.get(shared);
      if (!other) seen.set(shared, one);
      // What else the same two records share mostly follows from the first.
      if (!other || reported.has(other)) continue;
      reported.add(other);
      const where = positionOf(other.entry, []);
      problems.push({
        code: 'duplicate',
        message: `This record shares its ${what} (${shared}) with ${where}.`,
        help: 'Remove one of the two, or change what they share.',
        location: entry.locate([]),
        other: where,
      });
    }
  }
}
