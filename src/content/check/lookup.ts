import type { Collection, Context } from '../../api/definition.ts';
import { suggestion } from '../../util/suggestion.ts';
import type { Entry } from '../read.ts';
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
  readonly #published = new Map<ParsedCollection, readonly ValidRecord[]>();
  /** The records whose `isPublic` is being called. */
  readonly #undecided = new Set<ValidRecord>();

  constructor(
    private readonly collections: readonly ParsedCollection[],
    private readonly formatLink: FormatLink,
  ) {}

  /** Called before the callbacks of a record, also after one that has failed. */
  reset(): void {
    this.#undecided.clear();
    this.isCertain = true;
    this.isComplete = true;
  }

  /** Returns the function that makes the `Context` of each record of a collection. */
  contextFor({ collection: own, seesPrivate, isPrivate }: Caller): (entry: Entry) => Context {
    const find = (collection: Collection, key: unknown) =>
      this.#find(this.#target('find', collection), String(key), seesPrivate)?.record;
    const list = (callee: string, collection: Collection) =>
      this.#listed(this.#target(callee, collection)).map(({ record }) => record);
    const all = (collection: Collection) => list('all', collection);
    const where = (collection: Collection, predicate: (record: unknown) => unknown) =>
      list('where', collection).filter((record) => matches(predicate(record)));
    const link = (collection: Collection, key: unknown) => {
      const target = this.#target('link', collection);
      const { name, items } = target.definition;
      if (items === false) throw new ContextError(`link: records of ${name} have no address.`);
      if (!isPrivate && !this.#find(target, String(key))) {
        const cause = String(JSON.stringify(key));
        throw new ContextError(`link: ${name} has no published record`, { cause });
      }
      const keys = () => this.#listed(target).map((one) => String(one.key));
      return this.formatLink(name, String(key), keys);
    };
    const self = own.definition;
    // Not with a spread, which takes ten times as long, and there are several for each record.
    return ({ file, isSingleRecord }) =>
      ({ self, find, all, where, link, file, isSingleRecord }) as Context;
  }

  /** Is a record published? The definition is asked once. */
  isPublic(collection: ParsedCollection, record: ValidRecord): boolean {
    if (!collection.definition.isPublic) return true;
    record.isPublic ??= this.#decide(collection, record);
    return record.isPublic;
  }

  #decide(collection: ParsedCollection, one: ValidRecord): boolean {
    const { definition } = collection;
    const { entry, record } = one;
    if (this.#undecided.has(one))
      throw new ContextError(`isPublic of ${definition.name} needs its own result.`);
    this.#undecided.add(one);
    const { isCertain, isComplete } = this;
    [this.isCertain, this.isComplete] = [true, true];
    const context = this.contextFor({ collection })(entry);
    const decide = () => definition.isPublic?.(record, context);
    const result: unknown = callDefinition(definition, 'isPublic', entry, decide);
    this.#undecided.delete(one);
    // Whether it is public is not known, as if it were invalid itself.
    if (!this.isCertain || !this.isComplete) collection.invalidKeys.add(null);
    this.isCertain &&= isCertain;
    this.isComplete &&= isComplete;
    if (typeof result === 'boolean') return result;
    // Anything but true or false is a mistake, and a mistake must not publish a private record.
    throw definitionError(definition, entry, 'isPublic must return true or false.');
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
    const help = suggestion(String(name), names, 'The API has');
    throw new ContextError(
      `${callee} needs a result of defineCollection that is in \`collections\` of defineApi, but this is ${what}.${help}`,
    );
  }
}

/** A promise is true in every condition. */
function matches(result: unknown): boolean {
  if (!(result instanceof Promise)) return Boolean(result);
  throw new ContextError('where needs a function that is not async.');
}
