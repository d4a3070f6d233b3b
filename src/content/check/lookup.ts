import type { Collection, Context } from '../../api/definition.ts';
import { nearest } from '../../util/suggestion.ts';
import { ContextError, callDefinition, definitionError } from './call-definition.ts';
import type { ParsedCollection, ValidRecord } from './schema.ts';

/**
 * Returns the absolute address of a record on the site that is built.
 * @param keys returns the keys of all published records of the collection
 */
export type FormatLink = (collection: string, key: string, keys: () => string[]) => string;

/** Whose callback looks up records. */
interface Caller {
  readonly collection: ParsedCollection;
  /** Can `find` return private records? */
  readonly seesPrivate?: boolean;
  /** Is the record private, so that its links are not published? */
  readonly isPrivate?: boolean;
}

/** Looks up records for the callbacks of a definition, and decides which records are public. */
export class Lookup {
  /** False if a record that `find` did not return since `reset` may exist in an invalid file or record. */
  isCertain = true;
  /** False if a list that was returned since `reset` may lack such a record. */
  isComplete = true;
  readonly #isPublic = new Map<ValidRecord, boolean>();
  readonly #published = new Map<ParsedCollection, readonly ValidRecord[]>();
  /** The records whose `isPublic` is being called, each needed by the one before it. */
  readonly #undecided: { readonly name: string; readonly record: ValidRecord }[] = [];

  constructor(
    private readonly collections: readonly ParsedCollection[],
    private readonly formatLink: FormatLink,
  ) {}

  reset(): void {
    this.isCertain = true;
    this.isComplete = true;
  }

  /** The part of `Context` that is the same for all records of a collection. */
  contextFor(caller: Caller): Omit<Context, 'file' | 'isSingleRecord'> {
    const { seesPrivate, isPrivate } = caller;
    const find = (collection: Collection, key: unknown) =>
      this.#find(this.#target('find', collection), String(key), seesPrivate)?.record;
    const all = (collection: Collection) =>
      this.#listed(this.#target('all', collection)).map(({ record }) => record);
    const where = (collection: Collection, predicate: (record: unknown) => unknown) => {
      const listed = this.#listed(this.#target('where', collection));
      if (typeof predicate !== 'function') throw new ContextError(NO_PREDICATE);
      return listed.map(({ record }) => record).filter((record) => matches(predicate(record)));
    };
    const link = (collection: Collection, key: unknown) => {
      const target = this.#target('link', collection);
      const { name, items } = target.definition;
      if (items === false) throw new ContextError(`link: records of ${name} have no address.`);
      if (!isPrivate && !this.#find(target, String(key))) {
        throw new ContextError(`link: ${name} has no published record ${JSON.stringify(key)}.`);
      }
      const keys = () => this.#listed(target).map((one) => String(one.key));
      return this.formatLink(name, String(key), keys);
    };
    const functions = { find, all, where, link } as Pick<
      Context,
      'find' | 'all' | 'where' | 'link'
    >;
    return { self: caller.collection.definition, ...functions };
  }

  /** Is a record published? The definition is asked once. */
  isPublic(collection: ParsedCollection, record: ValidRecord): boolean {
    if (!collection.definition.isPublic) return true;
    const isPublic = this.#isPublic.get(record) ?? this.#decide(collection, record);
    this.#isPublic.set(record, isPublic);
    return isPublic;
  }

  #decide(collection: ParsedCollection, one: ValidRecord): boolean {
    const { definition } = collection;
    const { entry, record } = one;
    this.#assertNoCircle(definition.name, one);
    const { isCertain, isComplete } = this;
    this.reset();
    this.#undecided.push({ name: definition.name, record: one });
    const { file, isSingleRecord } = entry;
    const context = { ...this.contextFor({ collection }), file, isSingleRecord };
    const decide = () => definition.isPublic?.(record, context);
    const result: unknown = callDefinition(definition, 'isPublic', entry, decide);
    this.#undecided.pop();
    // Whether it is public is not known, as if it were invalid itself.
    if (!this.isCertain || !this.isComplete) collection.invalidKeys.add(null);
    this.isCertain &&= isCertain;
    this.isComplete &&= isComplete;
    if (typeof result === 'boolean') return result;
    // Anything but true or false is a mistake, and a mistake must not publish a private record.
    throw definitionError(definition, entry, 'isPublic must return true or false.');
  }

  #assertNoCircle(name: string, record: ValidRecord): void {
    const start = this.#undecided.findIndex((one) => one.record === record);
    if (start === -1) return;
    const names = this.#undecided.slice(start).map((one) => one.name);
    const distinct = [...new Set(names)].map((one) => `isPublic of ${one}`);
    const need = distinct.length > 1 ? 'need each other' : 'needs itself';
    throw new ContextError(`${distinct.join(' and ')} ${need}: ${[...names, name].join(' -> ')}.`);
  }

  #find(target: ParsedCollection, key: string, seesPrivate = false): ValidRecord | undefined {
    const found = target.find(key);
    const { invalidKeys } = target;
    if (!found && (invalidKeys.has(null) || invalidKeys.has(key))) this.isCertain = false;
    return found && (seesPrivate || this.isPublic(target, found)) ? found : undefined;
  }

  /** The published records of a collection. */
  #listed(target: ParsedCollection): readonly ValidRecord[] {
    const known = this.#published.get(target);
    const listed = known ?? target.valid.filter((one) => this.isPublic(target, one));
    this.#published.set(target, listed);
    if (target.invalidKeys.size > 0) this.isComplete = false;
    return listed;
  }

  /** The collection that is given to a function of `Context`. */
  #target(callee: string, given: unknown): ParsedCollection {
    const name: unknown = typeof given === 'object' ? Object(given).name : undefined;
    const found = this.collections.find(({ definition }) => definition.name === name);
    if (found) return found;
    const names = this.collections.map(({ definition }) => definition.name);
    const what = typeof name === 'string' ? `the collection ${name}` : JSON.stringify(given);
    const similar = nearest(String(name ?? given), names);
    const own = similar ? `Did you mean ${similar}?` : `The API has ${names.join(', ')}.`;
    const help = typeof given === 'string' ? 'Pass the result of defineCollection.' : own;
    throw new ContextError(
      `${callee} needs a collection that is in \`collections\` of defineApi, but this is ${what}. ${help}`,
    );
  }
}

const NO_PREDICATE =
  'where needs a function, such as where(peaks, (peak) => peak.range === range.slug).';

/** A promise is true in every condition. */
function matches(result: unknown): boolean {
  if (!(result instanceof Promise)) return Boolean(result);
  throw new ContextError('where needs a function that is not async.');
}
