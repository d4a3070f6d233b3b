import type { PublishedCollection } from '../content/check/record.ts';
import { comparableNumber } from '../core/filter.ts';

/** A record, and the time of its last change in milliseconds, as in `Date`. */
export type Update = ReturnType<typeof newestUpdates>[number];

/** How many records are kept. */
export const MAX_UPDATES = 50;

/** The records with the newest times in the field `updated` of their collection: the newest first, then by key. */
export function newestUpdates({ definition, records }: PublishedCollection) {
  const { updated } = definition;
  if (updated === undefined) return [];
  const updates = records.flatMap((record) => {
    const text = String(Object(record.value)[updated]);
    const time = comparableNumber({ type: 'date-time' }, text) / 1000;
    return Number.isNaN(time) ? [] : { record, time };
  });
  return updates
    .sort((a, b) => b.time - a.time || (a.record.key < b.record.key ? -1 : 1))
    .slice(0, MAX_UPDATES);
}
