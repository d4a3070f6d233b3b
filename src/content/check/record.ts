import { z } from 'zod';
import { isDecimal } from '../../api/decimal.ts';
import type { Api, Collection, Context, Feature, Published } from '../../api/definition.ts';
import { fieldTypes } from '../../api/field-types.ts';
import { filtersOf } from '../../api/filter.ts';
import { strictUnlessLoose } from '../../api/json-schema.ts';
import { FINDING } from '../../api/schema.ts';
import { textsAt, valueAt } from '../../core/filter.ts';
import { isObject } from '../../core/object.ts';
import type { Keyed, OrderingKind, Sort } from '../../core/ordering.ts';
import { fileLocation, type Problem, positionOf } from '../../util/problem.ts';
import type { Steps } from '../../util/progress.ts';
import { timeForm } from '../convert.ts';
import { type Entry, locateProblem, locateValue } from '../read.ts';
import {
  assertMatchesSchema,
  callDefinition,
  definitionError,
  failureOf,
} from './call-definition.ts';
import type { ValidRecord } from './key.ts';
import { type FormatLink, Lookup } from './lookup.ts';
import { makeCollection } from './made.ts';
import { checkReferences } from './reference.ts';
import { compile, isSound, type ParsedCollection, parseRecords } from './schema.ts';

/** A record as the API shows it. */
export interface PublishedRecord extends Keyed {
  /** Its point on a map; absent or undefined where it has none. */
  readonly feature?: Feature | undefined;
  /** How important its label on a map is; never published. */
  readonly rank?: number | undefined;
}

/** The published records of one collection, in the order of the content. */
export interface PublishedCollection {
  readonly definition: Collection;
  readonly records: readonly PublishedRecord[];
  /** The indices of records by their aliases. */
  readonly indicesByAlias: ReadonlyMap<string, number>;
  /** What is shown for the values of filters, by filter and value. */
  readonly labels: Labels;
}

type Labels = Map<string, Map<string, Set<string>>>;

export interface Records {
  readonly collections: readonly PublishedCollection[];
  /** How many records they have together, and how many of these are made of others. */
  readonly count: number;
  readonly made: number;
  readonly problems: readonly Problem[];
}

/**
 * Turns the records of the content files into those that the API shows, or into a list of every problem.
 * Private records are checked like the others, and are not in the result.
 * @param formatLink makes the addresses of records that are published in other records
 * @throws UsageError where a callback is wrong whatever the record, such as an asynchronous one
 */
export function* publishRecords(
  api: Api,
  entries: readonly Entry[],
  formatLink: FormatLink,
): Steps<Records> {
  const hasStrayFiles = entries.some(({ collection }) => collection === null);
  const parsed: ParsedCollection[] = [];
  for (const definition of api.collections.filter(({ records }) => !records)) {
    const own = entries.filter(({ collection }) => collection === definition.name);
    const collection = yield* parseRecords(definition, own);
    // The stray files may be its records.
    if (own.length === 0 && hasStrayFiles) collection.isComplete = false;
    parsed.push(collection);
  }
  const unmade = api.collections.filter(({ records }) => records);
  const lookup = new Lookup(parsed, unmade, formatLink);
  for (const definition of [...unmade]) {
    parsed.push(yield* makeCollection(definition, lookup));
    unmade.shift();
  }
  const ordered = api.collections.flatMap(
    (one) => parsed.find((own) => own.definition === one) ?? [],
  );
  /** Without those of which a callback only fails because of another one. */
  const incomplete = new Set(ordered.filter(({ isComplete }) => !isComplete));
  const collections: PublishedCollection[] = [];
  for (const own of ordered) collections.push(yield* publishCollection(own, lookup));
  const sound = ordered.filter((one) => [one, ...one.sources].every(isSound));
  const targets = new Map(sound.map((one) => [one.definition.name, one]));
  for (const [index, own] of ordered.entries())
    yield* checkReferences(own, collections[index]?.records ?? [], targets, lookup);
  const isCause = (one: ParsedCollection) => incomplete.has(one) || one.problems.length > 0;
  return {
    collections,
    count: countRecords(collections),
    made: countRecords(collections.filter(({ definition }) => definition.records)),
    // Problems of the records that others are made of come first.
    problems: ordered.flatMap((own) => ([...own.sources].some(isCause) ? [] : own.problems)),
  };
}

const countRecords = (collections: readonly PublishedCollection[]): number =>
  collections.reduce((sum, { records }) => sum + records.length, 0);

function* publishCollection(collection: ParsedCollection, lookup: Lookup) {
  const { definition, valid, problems } = collection;
  const reportFindings = findingsReporter(collection, lookup, problems);
  const callPublish = publishCaller(collection, lookup);
  const reportRepeated = repetitionReporter(definition, problems);
  const assertSortable = sortableCheck(definition);
  const labels: Labels = new Map();
  const addLabels = labelCollector(definition, labels);
  const createFeature = featureCreator(definition);
  const records: PublishedRecord[] = [];
  for (const [index, one] of valid.entries()) {
    yield index;
    // The check of a posted record must not tell which private records exist.
    lookup.reset(() => !one.entry.isPosted && !lookup.isPublic(collection, one));
    try {
      const record = publishRecord(one);
      if (record) records.push(record);
    } catch (error) {
      // The definition may only lack a record that has a problem of its own.
      if (lookup.isCertain) problems.push(failureOf(locateValue(one.entry), error));
      else collection.isComplete = false;
    }
  }
  if (definition.single && records.length === 0 && isSound(collection)) {
    const location = valid[0] ? locateValue(valid[0].entry) : fileLocation(definition.name);
    problems.push({ ...NO_RECORD, location });
  }
  return { definition, records, labels, indicesByAlias: indexAliases(collection, records) };

  /** The record as the API shows it; undefined where it is private or has a problem. */
  function publishRecord(one: ValidRecord): PublishedRecord | undefined {
    if (reportFindings(one) || !lookup.isCertain) return undefined;
    const { isPublic, context, value } = callPublish(one);
    reportRepeated(one.entry, value);
    if (!isPublic) return undefined;
    assertSortable(one.entry, value);
    addLabels(one, context, value);
    const { feature, rank } = createFeature(one, context);
    // Each with the same fields: otherwise an object takes twice the memory.
    return { key: one.key, value, feature, rank };
  }
}

/** Returns the indices of published records by their aliases. */
function indexAliases({ aliases }: ParsedCollection, records: readonly PublishedRecord[]) {
  const found = new Map<string, number>();
  const indices = new Map(aliases.size > 0 ? records.map(({ key }, index) => [key, index]) : []);
  for (const [alias, { key }] of aliases) {
    const index = indices.get(key);
    if (index !== undefined) found.set(alias, index);
  }
  return found;
}

const NO_RECORD = {
  code: 'empty',
  message: 'This collection has `single`, but no published record.',
  help: 'Add the record, or change `records`, `isPublic` or `single` in the definition.',
} as const;

const FINDINGS = z.array(FINDING);

const CHECK_RESULT =
  "check must return a list of problems, such as [{ code: 'bad-value', path: ['name'], message: '…', help: '…' }], which is empty where there is none. Is a `return` missing?";

/** Returns a function that reports the problems that the definition's `check` finds in a record, if any. */
function findingsReporter(collection: ParsedCollection, lookup: Lookup, problems: Problem[]) {
  const { definition } = collection;
  const contextOf = lookup.contextFor(definition, true);
  return ({ entry, record }: ValidRecord): boolean => {
    const found = callDefinition(definition, 'check', entry, () => {
      const result: unknown = definition.check ? definition.check(record, contextOf(entry)) : [];
      // A generator works while it is iterated.
      return Symbol.iterator in Object(result) ? [...(result as Iterable<unknown>)] : result;
    });
    const { data: findings } = FINDINGS.safeParse(found);
    if (!findings) throw definitionError(definition, entry, CHECK_RESULT);
    // Otherwise a record exists but is invalid. Reporting it as missing would hide its problem under thousands.
    if (lookup.isCertain)
      for (const finding of findings) problems.push(locateProblem(entry, finding));
    return findings.length > 0;
  };
}

/** Returns a function that calls the definition's `publish` for a record, also for a private one. */
function publishCaller(collection: ParsedCollection, lookup: Lookup) {
  const { definition } = collection;
  const { publish = (record) => record, published } = definition;
  const schema = published && compile(strictUnlessLoose(published));
  const contextOf = lookup.contextFor(definition);
  return (one: ValidRecord) => {
    const { entry, record } = one;
    const isPublic = lookup.isPublic(collection, one);
    const context = contextOf(entry);
    const value = callDefinition(definition, 'publish', entry, () => publish(record, context));
    if (isPublic && schema) assertMatchesSchema(definition, 'publish', { entry, value, schema });
    return { isPublic, context, value };
  };
}

type Point = Pick<PublishedRecord, 'feature' | 'rank'>;

/** Returns a function that makes the point of a record on a map, and how important its label is; empty where it has none. */
function featureCreator(definition: Collection) {
  const { features } = definition;
  if (!features) return (): Point => ({});
  const schema = z.strictObject({
    longitude: z.number().min(-180).max(180),
    latitude: z.number().min(-90).max(90),
    properties: strictUnlessLoose(features.properties),
  });
  const parser = compile(schema);
  return ({ entry, record }: ValidRecord, context: Context): Point => {
    const run = () => features.feature(record, context);
    const feature = callDefinition(definition, 'features.feature', entry, run);
    if (!feature) return {};
    assertMatchesSchema(definition, 'features.feature', { entry, value: feature, schema: parser });
    if (!features.rank) return { feature };
    const runRank = () => features.rank?.(record, context);
    const rank = callDefinition(definition, 'features.rank', entry, runRank);
    if (rank !== undefined && Number.isFinite(rank)) return { feature, rank };
    throw definitionError(definition, entry, 'features.rank must return a finite number.');
  };
}

/**
 * Returns a function that requires numbers where the definition orders by number: values of two types have no total
 * order. Times that are ordered by their characters must have one form and one zone.
 */
function sortableCheck(definition: Collection) {
  const { orderings = {}, order, schema, published = schema } = definition;
  const sorts = [...Object.values<Sort>(orderings), ...(order ? [order] : [])];
  const fieldsOf = (wanted: OrderingKind) =>
    sorts.flatMap(({ field, kind }) => (kind === wanted ? field : []));
  const typesAt = fieldTypes(published);
  const isTime = (field: string) => typesAt(field.split('.'))?.types.includes('date-time');
  const [numbers, times] = [fieldsOf('number'), fieldsOf('code').filter(isTime)];
  /** The first time of each field, and its form. */
  const firstTimes = new Map<string, readonly [time: string, form: string]>();
  return (entry: Entry, value: Published): void => {
    const wrong = numbers.find((field) => !isNumber(valueAt(value, field) ?? 0));
    if (wrong !== undefined) {
      const message = `it orders by ${wrong} as a number, but this value is not a number.`;
      throw definitionError(definition, entry, message);
    }
    for (const field of times) {
      const own = valueAt(value, field);
      if (typeof own !== 'string') continue;
      const ownForm = timeForm(own);
      const [first, form] = firstTimes.get(field) ?? [own, ownForm];
      firstTimes.set(field, [first, form]);
      if (form === ownForm) continue;
      const message = `it orders by ${field} by its characters (kind code), but its times, such as ${first} and ${own}, differ in form or zone. Use the kind time.`;
      throw definitionError(definition, entry, message);
    }
  };
}

const isNumber = (value: unknown): boolean =>
  ['number', 'boolean'].includes(typeof value) || (typeof value === 'string' && isDecimal(value));

/**
 * Returns a function that adds what is shown for the values of a record. Records with the same value can have different
 * labels.
 */
function labelCollector(definition: Collection, labels: Labels) {
  const labelled = Object.entries(filtersOf(definition)).flatMap(([name, filter]) => {
    const labelOf = definition.filters?.[name]?.label;
    return labelOf ? [{ name, filter, labelOf }] : [];
  });
  return ({ entry, record }: ValidRecord, context: Context, value: Published): void => {
    for (const { name, filter, labelOf } of labelled) {
      const callback = `filters.${name}.label`;
      const run = () => labelOf(record, context);
      const label: unknown = callDefinition(definition, callback, entry, run);
      if (label !== undefined && typeof label !== 'string')
        throw definitionError(definition, entry, `${callback} must return a string or undefined.`);
      const [text, ...others] = textsAt(value, filter.fields[0] ?? '', filter);
      // Of several elements of a list, the label is that of none.
      if (!text || !label || others.length > 0) continue;
      const shown = labels.get(name) ?? new Map<string, Set<string>>();
      labels.set(name, shown.set(text, (shown.get(text) ?? new Set()).add(label)));
    }
  };
}

const UNIQUE_RESULT =
  'unique must return an object with a name for each value, such as { name: record.name }.';

/** Returns a function that reports a record with a value, named by the definition's `unique`, of one before it. */
function repetitionReporter(definition: Collection, problems: Problem[]) {
  /** The first record with each value, by the name and the type of the value. No text is copied: there may be millions. */
  const firsts = new Map<string, Map<unknown, Entry>>();
  return (entry: Entry, published: Published): void => {
    const unique = () => definition.unique?.(published);
    const values = callDefinition(definition, 'unique', entry, unique) ?? {};
    if (!isObject(values)) throw definitionError(definition, entry, UNIQUE_RESULT);
    for (const [name, value] of Object.entries(values)) {
      const kind = `${typeof value} ${name}`;
      const own = firsts.get(kind) ?? new Map<unknown, Entry>();
      const id = typeof value === 'object' ? JSON.stringify(value) : value;
      const first = own.get(id);
      firsts.set(kind, own.set(id, first ?? entry));
      if (!first) continue;
      const other = positionOf(locateValue(first));
      const message = `This record has the same ${name} (${value}) as ${other}.`;
      const help = 'Remove one of the two records, or change the value in one.';
      problems.push({ code: 'duplicate', message, help, location: locateValue(entry), other });
      // What else the two records share mostly follows from the first value.
      return;
    }
  };
}
