import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Collection, Finding, Published } from '../../api/definition.ts';
import type { Sort } from '../../core/ordering.ts';
import { UsageError } from '../../util/problem.ts';
import type { Entry } from '../read.ts';

/*
 * What a definition's functions answer is not to be trusted: one in plain JavaScript may throw, or
 * answer with a promise. That is a mistake of the definition, told with the record that showed it.
 */

/** What showed the mistake. */
type Witness = Pick<Entry, 'file'>;

const fault = ({ name }: Collection, entry: Witness, what: string, cause?: unknown): UsageError =>
  new UsageError(`The definition of ${name} fails on ${entry.file}: ${what}`, { cause });

/** Calls a part of a definition; an error of its own is told as one of the definition. */
export function ask<T>(definition: Collection, part: string, entry: Witness, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw fault(definition, entry, `its ${part} throws`, error ?? null);
  }
}

/** Requires that what `publish`, `unique` or `create.record` answered is an object with fields. */
export function requireRecord(
  definition: Collection,
  part: 'publish' | 'unique' | 'create.record',
  entry: Witness,
  value: unknown,
): Published {
  const isRecord = Object.prototype.toString.call(value) === '[object Object]';
  if (isRecord) return value as Published;
  throw fault(definition, entry, `its ${part} must return an object, and not a promise of one.`);
}

/** Requires that what `create.file` answered are names, of folders and of a file in them. */
export function requireNames(definition: Collection, entry: Witness, value: unknown): string[] {
  const isList = Array.isArray(value) && value.length > 0;
  if (isList && value.every((one) => typeof one === 'string')) return value;
  throw fault(definition, entry, 'its create.file must return a list of texts.');
}

/** Requires a plain yes or no of `isPublic`: a promise or nothing at all must not publish a record. */
export function requireYesOrNo(definition: Collection, entry: Entry, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw fault(definition, entry, 'its isPublic must return true or false, and not a promise.');
}

/** Requires that what `check` answered are findings. */
export function requireFindings(definition: Collection, entry: Entry, findings: Finding[]) {
  const isFinding = ({ path, message, help }: Finding) =>
    Array.isArray(path) && typeof message === 'string' && typeof help === 'string';
  if (findings.every((finding) => isFinding(Object(finding)))) return findings;
  throw fault(definition, entry, 'each of its findings needs code, path, message and help.');
}

/** Requires that what a part of a definition answered has the shape that the definition promises. */
export function requireShape(
  definition: Collection,
  part: 'publish' | 'features.feature',
  shape: z.ZodObject,
  answers: readonly { readonly entry: Entry; readonly value: unknown }[],
): void {
  const broken = (entry: Entry, why: string) =>
    fault(definition, entry, `its ${part} breaks its promise: ${why}`);
  for (const { entry, value } of answers) {
    const { data, error } = ask(definition, part, entry, () => shape.safeParse(value));
    const [wrong] = error?.issues ?? [];
    if (wrong) {
      const where = wrong.path.length > 0 ? `${wrong.path.join('.')}: ` : '';
      throw broken(entry, `${where}${wrong.message}`);
    }
    // What is shown is the answer itself.
    if (!isDeepStrictEqual(data, value)) throw broken(entry, CHANGED);
  }
}

const CHANGED =
  'what it answers has a field that its shape does not name, or is changed by a default, a coercion or a transformation in it.';

/** Requires that records can be put in the orders that a definition has. */
export function requireSortable(
  definition: Collection,
  records: readonly { readonly entry: Entry; readonly value: Published }[],
): void {
  const { order, orderings = {} } = definition;
  const sorts: Sort[] = [...Object.values(orderings), ...(order ? [order] : [])];
  for (const { field, kind } of sorts) {
    const [first] = records;
    if (first && !records.some(({ value }) => field in value)) {
      throw fault(definition, first.entry, `it orders by ${field}, which publish does not return.`);
    }
    const isSortable = (value: unknown) =>
      kind !== 'number' || ['number', 'boolean'].includes(typeof (value ?? 0));
    const wrong = records.find(({ value }) => !isSortable(value[field]));
    if (wrong)
      throw fault(definition, wrong.entry, `it orders ${field} as a number, and it is none.`);
  }
}
