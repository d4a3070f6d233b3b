import type { PublishedCollection, PublishedRecord } from '../content/check/record.ts';
import { isDay } from '../util/day.ts';

/** A record and the time of its last change. */
export interface Update {
  readonly record: PublishedRecord;
  /** In milliseconds, as in `Date`. */
  readonly time: number;
  /** The time as the record has it. */
  readonly text: string;
}

const ISO_TIME = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * An ISO 8601 date or date-time in milliseconds; `NaN` for another text. A time without an offset is
 * in UTC, because a build must not depend on the time zone of its machine.
 */
function timeOf(text: string): number {
  const [match, day = '', offset] = ISO_TIME.exec(text) ?? [];
  return match && isDay(day) ? Date.parse(text === day || offset ? text : `${text}Z`) : Number.NaN;
}

/** The newest time of the records of some collections, in UTC; undefined where none has one. */
export function newestUpdate(
  collections: readonly { readonly updated?: string }[],
): string | undefined {
  const times = collections.flatMap(({ updated }) => (updated ? timeOf(updated) : []));
  return times.length > 0 ? new Date(Math.max(...times)).toISOString() : undefined;
}

/** The records with a time in the field `updated` of their collection: the newest first, then by key. */
export function updatesOf({ definition: { updated }, records }: PublishedCollection): Update[] {
  if (updated === undefined) return [];
  return records
    .map((record) => ({ record, text: String(Object(record.value)[updated]) }))
    .map((update) => ({ ...update, time: timeOf(update.text) }))
    .filter(({ time }) => !Number.isNaN(time))
    .sort((a, b) => b.time - a.time || (a.record.key < b.record.key ? -1 : 1));
}
