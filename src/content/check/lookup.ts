import type { Collection, Context } from '../../api/definition.ts';
import { isOpen } from '../../api/json-schema.ts';
import { freezeDeeply, isObject } from '../../core/object.ts';
import { suggestion } from '../../util/suggestion.ts';
import type { Entry } from '../read.ts';
import { ContextError, callDefinition, definitionError } from './call-definition.ts';
import type { ValidRecord } from './key.ts';
import type { ParsedCollection } from './schema.ts';

/**
 * Returns the absolute address of a record on the site that is built.
 * @param keys returns the keys of all published records of the collection
 */
export type FormatLink = (collection: string, key: string, keys: () => string[]) => string;

/** Records by the values of a field, or the elements of lists in it. */
type Index = Map<unknown, ValidRecord['record'][]>;

/** Looks up records for the callbacks of a definition, and decides which records are public. */
export class Lookup {
  /** False if an invalid file or record may have a record that was not found, or not listed, since `reset`. */
  isCertain = true;
  /** The collections that were used since `reset`. */
  readonly used = new Set<ParsedCollection>();
  readonly #published = new Map<ParsedCollection, readonly ValidRecord[]>();
  /** The published records by the values of a field, by `collection.field`. */
  readonly #indexes = new Map<string, Index>();
  /** The records whose `isPublic` is being called. */
  readonly #undecided = new Set<ValidRecord>();
  /** Is the record private whose callbacks are called? */
  #isPrivate = () => false;

  /**
   * @param collections those with records
   * @param unmade those whose `records` have not been called yet, the first of which is called now
   */
  constructor(
    private readonly collections: readonly ParsedCollection[],
    private readonly unmade: readonly Collection[],
    private readonly formatLink: FormatLink,
  ) {}

  /** Called before the callbacks of a record, also after one that has failed. @param isPrivate whether it is private */
  reset(isPrivate = () => false): void {
    this.#undecided.clear();
    this.used.clear();
    this.isCertain = true;
    this.#isPrivate = isPrivate;
  }

  /**
   * Returns the function that makes the `Context` of each record of a collection.
   * @param isForProblems whether `find` also returns private records, but only where the record itself is private
   */
  contextFor(self: Collection, isForProblems = false) {
    const find = (collection: Collection, key: unknown) =>
      this.find(this.#target('find', collection), String(key), isForProblems)?.record;
    const all = (collection: Collection) =>
      this.#listed(this.#target('all', collection)).map(({ record }) => record);
    const where = (collection: Collection, wanted: unknown) => {
      const target = this.#target('where', collection);
      if (typeof wanted !== 'function') return this.#selected(target, wanted);
      return all(collection).filter((record) => matches(wanted(record)));
    };
    const link = (collection: Collection, key: unknown) => {
      const target = this.#target('link', collection);
      const { name, items } = target.definition;
      if (items === false) throw new ContextError(`link: records of ${name} have no address.`);
      const found = this.find(target, String(key));
      // What is made of a private record is not published, and can have any link.
      if (!found && !this.#isPrivate()) {
        const cause = String(JSON.stringify(key));
        throw new ContextError(`link: ${name} has no published record`, { cause });
      }
      return this.formatLink(name, String(found?.key ?? key), () => this.keysOf(target));
    };
    // Not with a spread, which takes ten times as long, and there are several for each record.
    return ({ file }: Pick<Entry, 'file'>) => ({ self, find, all, where, link, file }) as Context;
  }

  /** The published records of a collection with these values in their fields, by an index of the first one. */
  #selected(target: ParsedCollection, wanted: unknown) {
    const { name, schema } = target.definition;
    const [first, ...others] = Object.keys(Object(wanted));
    if (!isObject(wanted) || first === undefined)
      throw new ContextError('where needs a function, or values of fields, such as { id: 1 }.');
    for (const field of [first, ...others]) {
      if (wanted[field] !== null && !['string', 'number', 'boolean'].includes(typeof wanted[field]))
        throw new ContextError(`where: ${field} must be a text, a number, true, false or null.`);
      if (Object.hasOwn(schema.shape, field) || isOpen(schema)) continue;
      const help = suggestion(field, Object.keys(schema.shape), 'The fields are');
      throw new ContextError(`where: ${name} has no field ${field}.${help}`);
    }
    const found = this.#indexOf(target, first).get(wanted[first]) ?? [];
    return found.filter((record) =>
      others.every((field) => [record[field]].flat().includes(wanted[field])),
    );
  }

  #indexOf(target: ParsedCollection, field: string): Index {
    const records = this.#listed(target);
    const id = `${target.definition.name}.${field}`;
    const known = this.#indexes.get(id);
    if (known) return known;
    const index: Index = new Map();
    for (const { record } of records)
      for (const value of new Set([record[field]].flat())) {
        const own = index.get(value);
        if (own) own.push(record);
        else index.set(value, [record]);
      }
    this.#indexes.set(id, index);
    return index;
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
    const context = this.contextFor(definition)(entry);
    const decide = () => definition.isPublic?.(record, context);
    const result: unknown = callDefinition(definition, 'isPublic', entry, decide);
    this.#undecided.delete(one);
    // Whether it is public is not known, as if it were invalid itself.
    if (!this.isCertain) collection.isComplete = false;
    if (typeof result === 'boolean') return result;
    // Anything but true or false is a mistake, and a mistake must not publish a private record.
    throw definitionError(definition, entry, 'isPublic must return true or false.');
  }

  /** The keys of the published records. */
  keysOf = (target: ParsedCollection): string[] =>
    this.#listed(target).map(({ key }) => String(key));

  /** The record with a key or an alias, if it is published. @param seesPrivate whether it may be private if the caller is */
  find(target: ParsedCollection, key: string, seesPrivate = false): ValidRecord | undefined {
    const found = target.find(key);
    // An invalid record can have the key or the alias.
    if (!found && !target.isComplete) this.isCertain = false;
    const isPublic = found && this.isPublic(target, found);
    return isPublic || (seesPrivate && this.#isPrivate()) ? found : undefined;
  }

  /** The published records of a collection. */
  #listed(target: ParsedCollection): readonly ValidRecord[] {
    const known = this.#published.get(target);
    const listed = known ?? target.valid.filter((one) => this.isPublic(target, one));
    this.#published.set(target, listed);
    if (!target.isComplete) this.isCertain = false;
    return listed;
  }

  /** The collection that is given to a function of `Context`. */
  #target(callee: string, given: unknown): ParsedCollection {
    const name: unknown = typeof given === 'object' ? Object(given).name : undefined;
    const found = this.collections.find(({ definition }) => definition.name === name);
    if (found) {
      // What the `records` of another collection changed here would be published.
      if (this.unmade.length > 0 && !this.used.has(found))
        for (const { record } of found.valid) freezeDeeply(record);
      this.used.add(found);
      return found;
    }
    const unmade = this.unmade.map((one) => one.name);
    if (unmade.some((one) => one === name)) {
      const [making] = unmade;
      const help = name === making ? 'They are being made.' : `Move ${name} before ${making}.`;
      throw new ContextError(`${callee}: the records of ${name} are not made yet. ${help}`);
    }
    const names = [...this.collections.map(({ definition }) => definition.name), ...unmade];
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
