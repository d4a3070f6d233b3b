import type { PublishedCollection, PublishedRecord } from '../content/check/record.ts';

/** A record and the time of its last change. */
export interface Update {
  readonly record: PublishedRecord;
  readonly time: Date;
  /** The time as the record has it. */
  readonly text: string;
}

const ISO_DATE = /^\d{4}-\d\d-\d\d(?:$|T)/;

/** The records with a time in the field `updated` of their collection: the newest first, then by key. */
export function updatesOf({ definition: { updated }, records }: PublishedCollection): Update[] {
  if (updated === undefined) return [];
  return records
    .flatMap((record): Update | [] => {
      const text: unknown = Object(record.value)[updated];
      const time = new Date(typeof text === 'string' && ISO_DATE.test(text) ? text : Number.NaN);
      return Number.isNaN(time.getTime()) ? [] : { record, time, text: text as string };
    })
    .sort((a, b) => Number(b.time) - Number(a.time) || (a.record.key < b.record.key ? -1 : 1));
}
